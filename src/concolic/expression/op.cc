#include "concolic/expression/op.h"

#include <array>

namespace kingbird::concolic {

std::string_view OpName(Op op) {
  static constexpr std::array<std::string_view, kOps> kNames = {
#define KINGBIRD_OP(name, text) text,
      KINGBIRD_CONCOLIC_OPS(KINGBIRD_OP)
#undef KINGBIRD_OP
  };
  return kNames[static_cast<size_t>(op)];
}

uint32_t LeastOperands(Op op) {
  switch (op) {
    case Op::kInput:
    case Op::kConstant:
      return 0;
    case Op::kInstanceOf:
    case Op::kSelect:
    case Op::kWithin:
      return 2;
    case Op::kSplitPart:
    case Op::kStore:
      return 3;
    case Op::kRegexCapture:
    case Op::kRegexReplace:
    case Op::kRegexSplitPart:
      return 4;
    case Op::kRegexNth:
      return 5;
    default:
      break;
  }
  if (op >= Op::kAdd && op <= Op::kSne) return 2;
  // An expression is made because an operand is one.
  return op >= Op::kRegexTest && op <= Op::kRegexSplitCount ? 3 : 1;
}

}  // namespace kingbird::concolic
