#include "discover/builtin_members.h"

namespace kingbird::discover {

using TypeKind = model::Type::Kind;

const std::vector<BuiltIn>& BuiltIns() {
  static const std::vector<BuiltIn> kBuiltIns = {
      {TypeKind::kString,
       "strings",
       {"length",    "at",          "charAt",        "charCodeAt", "codePointAt", "concat",    "endsWith",   "includes",
        "indexOf",   "lastIndexOf", "localeCompare", "match",      "matchAll",    "normalize", "padEnd",     "padStart",
        "repeat",    "replace",     "replaceAll",    "search",     "slice",       "split",     "startsWith", "substr",
        "substring", "toLowerCase", "toUpperCase",   "trim",       "trimEnd",     "trimStart", "toString"}},
      {TypeKind::kArray,
       "arrays",
       {"length",      "at",       "concat", "copyWithin", "entries", "every",       "fill",    "filter", "find",
        "findIndex",   "findLast", "flat",   "flatMap",    "forEach", "includes",    "indexOf", "join",   "keys",
        "lastIndexOf", "map",      "pop",    "push",       "reduce",  "reduceRight", "reverse", "shift",  "slice",
        "some",        "sort",     "splice", "unshift",    "values",  "toString"}},
      {TypeKind::kNumber, "numbers", {"toExponential", "toFixed", "toPrecision", "toString"}},
      {TypeKind::kMap,
       "maps",
       {"clear", "delete", "entries", "forEach", "get", "has", "keys", "set", "size", "values"}},
      {TypeKind::kSet, "sets", {"add", "clear", "delete", "entries", "forEach", "has", "keys", "size", "values"}},
      {TypeKind::kDate,
       "dates",
       {"getDate",        "getDay",      "getFullYear",   "getHours",          "getMilliseconds", "getMinutes",
        "getMonth",       "getSeconds",  "getTime",       "getTimezoneOffset", "getUTCDate",      "getUTCDay",
        "getUTCFullYear", "getUTCHours", "getUTCMinutes", "getUTCMonth",       "getUTCSeconds",   "getUTCMilliseconds",
        "setDate",        "setFullYear", "setHours",      "setMinutes",        "setMonth",        "setSeconds",
        "setTime",        "toISOString", "toDateString",  "toUTCString",       "toJSON",          "toString"}},
      {TypeKind::kRegExp,
       "regular expressions",
       {"exec", "test", "source", "flags", "lastIndex", "global", "ignoreCase", "multiline", "sticky", "unicode"}},
      {TypeKind::kPromise, "promises", {"then", "catch", "finally"}},
      {TypeKind::kBuffer, "buffers", {"byteLength",    "byteOffset",    "buffer",       "copy",        "equals",
                                      "fill",          "length",        "readUInt8",    "readInt8",    "readUInt16BE",
                                      "readUInt16LE",  "readUInt32BE",  "readUInt32LE", "readInt32BE", "readInt32LE",
                                      "readDoubleBE",  "readFloatBE",   "set",          "slice",       "subarray",
                                      "swap16",        "toString",      "write",        "writeUInt8",  "writeUInt16BE",
                                      "writeUInt32BE", "writeUInt32LE", "indexOf",      "includes"}},
      {TypeKind::kError, "errors", {"message", "stack", "code", "cause"}},
      {TypeKind::kFunction, "functions", {"apply", "bind", "call", "length"}},
  };
  return kBuiltIns;
}

}  // namespace kingbird::discover
