'use strict';
// Methods of strings.
// found: charAt in a loop
exports.charAtLoop = function (s) { let n = 0; for (let i = 0; i < s.length; i++) if (s.charAt(i) === '/') n++; if (n === 2) throw new Error('found'); };
// found: codePointAt
exports.codePointAt = function (s) { if (s.codePointAt(1) === 0x263a) throw new Error('found'); };
// found: at, from the end
exports.at = function (s) { if (s.length > 3 && s.at(-2) === 'z') throw new Error('found'); };
// found: slice from the end
exports.slice = function (s) { if (s.charAt(0) === 'x' && s.slice(-3) === '.js') throw new Error('found'); };
// found: substring with swapped ends
exports.substring = function (s) { if (s.substring(4, 1) === 'key') throw new Error('found'); };
// found: substr
exports.substr = function (s) { if (s.substr(2, 2) === 'ab' && s[0] === 'x') throw new Error('found'); };
// found: indexOf and lastIndexOf
exports.positions = function (s) { if (s.charAt(0) === 'k' && s.indexOf('=') === 2 && s.lastIndexOf('=') > 4) throw new Error('found'); };
// found: includes, startsWith, endsWith
exports.contained = function (s) { if (s.includes('@') && s.startsWith('a') && s.endsWith('.de')) throw new Error('found'); };
// found: split and the number of parts
exports.splitCount = function (s) { if (s.split(',').length === 3) throw new Error('found'); };
// found: a part of split
exports.splitPart = function (s) { const p = s.split('='); if (p[0] === 'mode' && p[1] === 'fast') throw new Error('found'); };
// found: a loop over the parts
exports.splitLoop = function (s) { let n = 0; for (const part of s.split('.')) if (part === 'x') n++; if (n === 2) throw new Error('found'); };
// found: join of changed parts
exports.join = function (s) { if (s.split('-').join('+') === 'a+b+c') throw new Error('found'); };
// found: trim with white space beyond ASCII
exports.trim = function (s) { if (s !== s.trim() && s.trim() === 'go') throw new Error('found'); };
// found: trimStart and trimEnd
exports.trimHalves = function (s) { if (s.trimStart() !== s && s.trimEnd() === s && s.length > 2) throw new Error('found'); };
// found: padStart
exports.padStart = function (s) { if (s.padStart(4, '0') === '0012') throw new Error('found'); };
// found: padEnd
exports.padEnd = function (s) { if (s.padEnd(3, '.') === 'a..') throw new Error('found'); };
// found: repeat
exports.repeat = function (s) { if (s.repeat(3) === 'ababab') throw new Error('found'); };
// found: replace of a text
exports.replace = function (s) { if (s.replace('b', 'x') === 'axc' && s !== 'axc') throw new Error('found'); };
// found: replaceAll
exports.replaceAll = function (s) { if (s.length > 3 && s.replaceAll('-', '') === 'ab') throw new Error('found'); };
// found: concat
exports.concat = function (s, t) { if ('<'.concat(s, t, '>') === '<ab>' && t === 'b') throw new Error('found'); };
// found: case mapping
exports.lower = function (s) { if (s !== 'content-type' && s.toLowerCase() === 'content-type') throw new Error('found'); };
// found: the other case mapping
exports.upper = function (s) { if (s.toUpperCase() === 'GET' && s !== 'GET') throw new Error('found'); };
// found: localeCompare
exports.localeCompare = function (s) { if (s.length === 2 && s.localeCompare('ab') > 0) throw new Error('found'); };
// found: fromCharCode
exports.fromCharCode = function (n) { if (String.fromCharCode(n + 1) === 'q') throw new Error('found'); };
// found: fromCodePoint
exports.fromCodePoint = function (s) { if (s.length > 1 && String.fromCodePoint(s.codePointAt(1)) === '{') throw new Error('found'); };
// found: String() of a number
exports.toText = function (n) { if (String(n) === '42') throw new Error('found'); };
// found: for-of over a text
exports.iterate = function (s) { if (typeof s !== 'string') return; let n = 0; for (const c of s) if (c === '#') n++; if (n === 2) throw new Error('found'); };
// found: Array.from of a text
exports.arrayFrom = function (s) { if (Array.from(s).length === 3 && s[2] === '!') throw new Error('found'); };
// found: URI components
exports.uri = function (s) { if (encodeURIComponent(s) === 'a%20b' && decodeURIComponent(s) === 'a b') throw new Error('found'); };
// found: JSON of a text
exports.json = function (s) { if (typeof s === 'string' && JSON.stringify(s) === '"a\\"b"') throw new Error('found'); };
// unreachable: a part holds no separator
exports.noSeparator = function (s) { if (typeof s === 'string' && s.split(',')[0].includes(',')) throw new Error('found'); };
// unreachable: trimmed texts do not begin with a space
exports.noSpace = function (s) { if (s.trim().startsWith(' ')) throw new Error('found'); };
// unreachable: lower case has no capitals
exports.noCapital = function (s) { if (typeof s === 'string' && s.toLowerCase().includes('A')) throw new Error('found'); };
// unreachable: padding does not shorten
exports.noShorter = function (s) { if (typeof s === 'string' && s.padStart(5).length < 5) throw new Error('found'); };
// unreachable: nothing is left of what was replaced
exports.noRest = function (s) { if (typeof s === 'string' && s.replaceAll('a', 'b').includes('a')) throw new Error('found'); };
// found: a number out of JSON
exports.jsonNumber = function (s) { if (typeof s === 'string' && JSON.parse(s) === 42) throw new Error('found'); };
// found: a text out of JSON
exports.jsonText = function (s) { if (typeof s === 'string' && JSON.parse(s) === 'on') throw new Error('found'); };
// found: a property out of JSON
exports.jsonProperty = function (s) { const o = typeof s === 'string' ? JSON.parse(s) : null; if (o !== null && o.mode === 'on') throw new Error('found'); };
// unreachable: JSON has no undefined
exports.jsonUndefined = function (s) { if (typeof s === 'string' && JSON.parse(s) === undefined) throw new Error('found'); };
// found: a text that is only used in ways in which lists are, too
exports.listOrText = function (t) { const at = t.indexOf('='); if (at > 0 && t.slice(at + 1) === 'off') throw new Error('found'); };
