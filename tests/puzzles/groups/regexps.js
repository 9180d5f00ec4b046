'use strict';
// Regular expressions.
// found: test
exports.test = function (s) { if (/^[a-f]{3}\d$/.test(s)) throw new Error('found'); };
// found: exec with a capture
exports.exec = function (s) { const m = /^(\w+)=(\d+)$/.exec(s); if (m && m[1] === 'port' && m[2] > 8000) throw new Error('found'); };
// found: match
exports.match = function (s) { const m = s.match(/(\d+)px/); if (m !== null && m[1] === '12') throw new Error('found'); };
// found: match of all
exports.matchGlobal = function (s) { const m = s.match(/\d+/g); if (m && m.length === 3) throw new Error('found'); };
// found: matchAll
exports.matchAll = function (s) { let n = 0; for (const m of s.matchAll(/(\w)=(\d)/g)) if (m[2] === '7') n++; if (n === 2) throw new Error('found'); };
// found: search
exports.search = function (s) { if (s.search(/[0-9]/) === 3) throw new Error('found'); };
// found: replace by a regular expression
exports.replace = function (s) { if (s.replace(/\s+/g, '-') === 'a-b' && s !== 'a-b') throw new Error('found'); };
// found: replace with a function
exports.replaceFunction = function (s) { if (s.replace(/\d/g, (d) => d * 2) === 'x84') throw new Error('found'); };
// found: replace with a capture
exports.replaceCapture = function (s) { if (s.replace(/(a)(b)/, '$2$1') === 'xba' && s !== 'xba') throw new Error('found'); };
// found: split by a regular expression
exports.split = function (s) { const p = s.split(/\s*,\s*/); if (p.length === 2 && p[1] === 'b' && s.includes(' ')) throw new Error('found'); };
// found: a group that takes no part
exports.optional = function (s) { const m = /^v(\d)(-\w+)?$/.exec(s); if (m && m[2] === undefined && m[1] === '4') throw new Error('found'); };
// found: a group that takes part
exports.present = function (s) { const m = /^v(\d)(-\w+)?$/.exec(s); if (m && m[2] === '-rc') throw new Error('found'); };
// found: alternatives
exports.alternatives = function (s) { const m = /^(?:(\d+)|([a-z]+))$/.exec(s); if (m && m[2] && m[2].length === 4) throw new Error('found'); };
// found: lazy against greedy
exports.lazy = function (s) { const m = /<(.+?)>/.exec(s); if (m && m[1] === 'b' && s.length > 5) throw new Error('found'); };
// found: greedy
exports.greedy = function (s) { const m = /<(.+)>/.exec(s); if (m && m[1] === 'a><b') throw new Error('found'); };
// found: a word boundary
exports.boundary = function (s) { if (/\bfoo\b/.test(s) && s.length > 5) throw new Error('found'); };
// found: a back reference
exports.reference = function (s) { const m = /^(['"])(\w+)\1$/.exec(s); if (m && m[1] === '"' && m[2] === 'k') throw new Error('found'); };
// found: lookahead
exports.ahead = function (s) { if (/^(?=.*\d)(?=.*[A-Z]).{4,}$/.test(s)) throw new Error('found'); };
// found: negative lookahead
exports.notAhead = function (s) { if (/^(?!test)\w{5}$/.test(s)) throw new Error('found'); };
// found: lookbehind
exports.behind = function (s) { if (/(?<=\$)\d+/.test(s)) throw new Error('found'); };
// found: ignoring case
exports.ignoreCase = function (s) { if (/^get$/i.test(s) && s !== 'get' && s !== 'GET') throw new Error('found'); };
// found: the flag g and lastIndex
exports.lastIndex = function (s) { const r = /a/g; if (r.test(s) && r.test(s) && r.lastIndex === 4) throw new Error('found'); };
// found: the flag y
exports.sticky = function (s) { const r = /\d/y; r.lastIndex = 2; if (r.test(s)) throw new Error('found'); };
// found: a named group
exports.named = function (s) { const m = /(?<year>\d{4})-(?<month>\d\d)/.exec(s); if (m && m.groups.year === '2024') throw new Error('found'); };
// found: several lines
exports.multiline = function (s) { if (/^end$/m.test(s) && s[0] === 'x') throw new Error('found'); };
// found: a code point
exports.unicode = function (s) { if (/^\u{263a}$/u.test(s)) throw new Error('found'); };
// found: the position of a match
exports.position = function (s) { const m = /b+/.exec(s); if (m && m.index === 2 && m[0].length === 2) throw new Error('found'); };
// unreachable: digits that are letters
exports.noDigits = function (s) { if (typeof s === 'string' && /^\d+$/.test(s) && /[a-z]/.test(s)) throw new Error('found'); };
// unreachable: a capture that its group does not match
exports.noCapture = function (s) { const m = /^(a|b)$/.exec(s); if (m && m[1] === 'c') throw new Error('found'); };
// unreachable: anchors
exports.noAnchor = function (s) { if (/^a$/.test(s) && s.length > 1) throw new Error('found'); };
// unreachable: a lookahead that forbids
exports.noAhead = function (s) { if (/^(?!a)\w$/.test(s) && s === 'a') throw new Error('found'); };
// unreachable: what was replaced does not match
exports.noMatch = function (s) { if (/\d/.test(s.replace(/\d/g, 'x'))) throw new Error('found'); };
