'use strict';
// The operators of symbolic expressions, in the order of src/concolic/expression/op.h; a test compares the two.
const kOps = [
  'input', 'constant', '+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>', '<', '<=', '>', '>=', '==', '!=', '===', '!==',
  'neg', 'number', '~', '!', 'typeof', 'string', 'boolean', 'present', 'isArray', 'instanceof', 'length', 'charAt', 'charCodeAt',
  'codePointAt', 'at', 'slice', 'substring', 'substr', 'indexOf', 'lastIndexOf', 'includes', 'startsWith', 'endsWith', 'trim',
  'trimStart', 'trimEnd', 'padStart', 'padEnd', 'repeat', 'replaceString', 'replaceAllString', 'toLowerCase', 'toUpperCase',
  'fromCharCode', 'parseInt', 'parseFloat', 'numberToString', 'isNaN', 'isFinite', 'isInteger', 'floor', 'ceil', 'round', 'trunc',
  'abs', 'sign', 'min', 'max', 'pow', 'sqrt', 'regexTest', 'regexIndex', 'regexEnd', 'regexCapture',
  'regexCount', 'regexNth', 'regexReplace', 'regexSplitCount', 'regexSplitPart', 'splitCount', 'splitPart', 'localeCompare', 'toFixed',
  'encodeURIComponent', 'decodeURIComponent', 'quote', 'classOf', 'list', 'store', 'select', 'within',
];

/** @type {Record<string, number>} */
const Op = { __proto__: null };
for (let i = 0; i < kOps.length; i++) Op[kOps[i]] = i;

/** Types of inputs, in the order of src/concolic/expression/type.h. */
const Type = {
  __proto__: null, absent: 0, undefined: 1, null: 2, boolean: 3, number: 4, string: 5, object: 6, array: 7, function: 8,
};

const isArray = Array.isArray;

/** The type of a value that is there; -1 for what has none (symbols, big integers). */
function typeOf(value) {
  switch (typeof value) {
    case 'undefined': return Type.undefined;
    case 'boolean': return Type.boolean;
    case 'number': return Type.number;
    case 'string': return Type.string;
    case 'function': return Type.function;
    case 'object': return value === null ? Type.null : isArray(value) ? Type.array : Type.object;
    default: return -1;
  }
}

module.exports = { kOps, Op, Type, typeOf };
