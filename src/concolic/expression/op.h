// The operators of symbolic expressions. agent/concolic/ops.js has the same list in the same order; a test compares
// them. One line here is a new operator; its meaning is given in evaluate.cc (for the engine's values) and in
// smt_encoding.cc (for solvers); an operator that the encoding does not know makes a query "unknown", never wrong.
//
// Operands are those of the program: a method's receiver first (a string; another receiver is unknown), then the
// arguments that were passed, before coercion. isNaN, isFinite and isInteger do not coerce (Number.isNaN); the global
// isNaN(x) is isNaN of number(x).
#pragma once

#include <cstdint>
#include <string_view>

namespace kingbird::concolic {

// clang-format off
#define KINGBIRD_CONCOLIC_OPS(X) \
  X(Input, "input")        /* a symbol */ \
  X(Constant, "constant")  /* a primitive */ \
  X(Add, "+") X(Sub, "-") X(Mul, "*") X(Div, "/") X(Mod, "%") X(Exp, "**") \
  X(BitAnd, "&") X(BitOr, "|") X(BitXor, "^") X(Shl, "<<") X(Shr, ">>") X(Ushr, ">>>") \
  X(Lt, "<") X(Le, "<=") X(Gt, ">") X(Ge, ">=") X(Eq, "==") X(Ne, "!=") X(Seq, "===") X(Sne, "!==") \
  X(Neg, "neg") X(ToNumber, "number") X(BitNot, "~") X(Not, "!") X(Typeof, "typeof") X(ToString, "string") \
  X(ToBoolean, "boolean") \
  X(Present, "present")        /* of a symbol: not absent (`in`, hasOwnProperty) */ \
  X(IsArray, "isArray") \
  X(InstanceOf, "instanceof")  /* of a symbol and a constant number: the constructor's tag */ \
  X(Length, "length")          /* of a string; of an array symbol: its symbolic length */ \
  X(CharAt, "charAt") X(CharCodeAt, "charCodeAt") X(CodePointAt, "codePointAt") X(At, "at") X(Slice, "slice") \
  X(Substring, "substring") X(Substr, "substr") X(IndexOf, "indexOf") X(LastIndexOf, "lastIndexOf") \
  X(Includes, "includes") X(StartsWith, "startsWith") X(EndsWith, "endsWith") X(Trim, "trim") \
  X(TrimStart, "trimStart") X(TrimEnd, "trimEnd") X(PadStart, "padStart") X(PadEnd, "padEnd") X(Repeat, "repeat") \
  X(ReplaceString, "replaceString")        /* replace with a string pattern, no $ in the replacement */ \
  X(ReplaceAllString, "replaceAllString") \
  X(ToLowerCase, "toLowerCase") X(ToUpperCase, "toUpperCase") X(FromCharCode, "fromCharCode") \
  X(ParseInt, "parseInt") X(ParseFloat, "parseFloat") X(NumberToString, "numberToString") /* value, radix */ \
  X(IsNaN, "isNaN") X(IsFinite, "isFinite") X(IsInteger, "isInteger") \
  X(Floor, "floor") X(Ceil, "ceil") X(Round, "round") X(Trunc, "trunc") X(Abs, "abs") X(Sign, "sign") \
  X(Min, "min") X(Max, "max") X(Pow, "pow") X(Sqrt, "sqrt") \
  /* Of a constant source, constant flags and a text: */ \
  X(RegexTest, "regexTest")                /* …, from */ \
  X(RegexIndex, "regexIndex")              /* …, from: where the first match begins, -1 */ \
  X(RegexEnd, "regexEnd")                  /* …, from: where it ends, 0 (what lastIndex is then) */ \
  X(RegexCapture, "regexCapture")          /* …, constant group, from: its text, undefined */ \
  X(RegexCount, "regexCount")              /* …: how many matches one after the other */ \
  X(RegexNth, "regexNth")                  /* …, constant number, constant group: of that match */ \
  X(RegexReplace, "regexReplace")          /* …, replacement */ \
  X(RegexSplitCount, "regexSplitCount") X(RegexSplitPart, "regexSplitPart") /* …, constant number */ \
  X(SplitCount, "splitCount") X(SplitPart, "splitPart") /* text, separator, constant number */ \
  X(LocaleCompare, "localeCompare") X(ToFixed, "toFixed") \
  X(EncodeUri, "encodeURIComponent") X(DecodeUri, "decodeURIComponent") \
  X(Quote, "quote")                        /* JSON.stringify of a text */ \
  X(ClassOf, "classOf")                    /* Object.prototype.toString */ \
  /* Homogeneous lists (paper 004, section 4.4), which only the operators here know: */ \
  X(List, "list")                          /* of its elements */ \
  X(Store, "store")                        /* list, index, value */ \
  X(Select, "select")                      /* list, index, the element it was in the run */ \
  X(Within, "within")                      /* index, length, list: there is such an element */
// clang-format on

enum class Op : uint8_t {
#define KINGBIRD_OP(name, text) k##name,
  KINGBIRD_CONCOLIC_OPS(KINGBIRD_OP)
#undef KINGBIRD_OP
};

#define KINGBIRD_OP(name, text) +1
inline constexpr int kOps = 0 KINGBIRD_CONCOLIC_OPS(KINGBIRD_OP);
#undef KINGBIRD_OP

/// The name in agent/concolic/ops.js, in logs and reports.
std::string_view OpName(Op op);

/// What everybody who looks at an expression relies on; a trace that has fewer is none.
uint32_t LeastOperands(Op op);

}  // namespace kingbird::concolic
