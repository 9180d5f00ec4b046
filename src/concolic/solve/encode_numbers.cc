// ToInt32, shifts and masks by constants are divisions and remainders of integers; 32-bit vectors only where two
// unknowns are mixed bit by bit.
#include <bit>
#include <cmath>

#include "concolic/expression/coerce.h"
#include "concolic/solve/encode.h"

namespace kingbird::concolic {
namespace {

using Kind = Encoded::Kind;

constexpr int64_t kWrap = int64_t{1} << 32;

std::optional<double> Constant(const Encoded& value) {
  if (value.kind != Kind::kFixed) return std::nullopt;
  return AsNumber(value.fixed);
}

}  // namespace

Encoded NumberEncoder::Encode(Op op, const EncodedOperands& operands) {
  if (op == Op::kFromCharCode) return TextEncoder(e_).FromCharCode(operands);
  if (op == Op::kMin || op == Op::kMax) return Extreme(op, operands);
  if (op == Op::kParseInt || op == Op::kParseFloat) {
    // Texts that are numbers as a whole: what else they take is left to the search.
    if (operands.size() > 1 && (!Constant(*operands[1]) || *Constant(*operands[1]) != 10)) return {};
    const Encoded number = e_.Number(*operands[0]);
    if (!number.IsNumber() || (op == Op::kParseFloat || number.kind == Kind::kInteger)) return number;
    return {Kind::kInteger, Truncated(number.term), {}, number.nan};
  }
  if (op == Op::kNumberToString) {
    if (operands.size() > 1 && (!Constant(*operands[1]) || *Constant(*operands[1]) != 10)) return {};
    return e_.Text(*operands[0]);
  }
  if (op >= Op::kIsNaN && op <= Op::kIsInteger) return Test(op, *operands[0]);
  if (op >= Op::kRegexTest) return {};
  if (operands.size() == 2) {
    if (op == Op::kExp || op == Op::kPow) return Power(*operands[0], *operands[1]);
    if (op >= Op::kBitAnd && op <= Op::kUshr) return Bits(op, *operands[0], *operands[1]);
    return Arithmetic(op, *operands[0], *operands[1]);
  }
  return OneNumber(op, *operands[0]);
}

Encoded NumberEncoder::Arithmetic(Op op, const Encoded& left, const Encoded& right) {
  const Encoded a = e_.Number(left);
  const Encoded b = e_.Number(right);
  if (!a.IsNumber() || !b.IsNumber()) return {};
  if (op == Op::kMod) return Remainder(a, b);
  if (op == Op::kDiv) return Quotient(a, b);
  const TermOp operation = op == Op::kAdd ? TermOp::kAdd : op == Op::kSub ? TermOp::kSub : TermOp::kMul;
  const bool integers = a.kind == Kind::kInteger && b.kind == Kind::kInteger;
  const std::vector<Term> terms = integers ? std::vector{a.term, b.term} : std::vector{e_.Real(a), e_.Real(b)};
  return {integers ? Kind::kInteger : Kind::kReal, e_.Make(operation, terms), {}, e_.Or(a.nan, b.nan)};
}

Encoded NumberEncoder::Quotient(const Encoded& a, const Encoded& b) {
  const Term x = e_.Real(a);
  const Term y = e_.Real(b);
  const Term zero = e_.builder_.Real("0");
  const Term by_zero = e_.Make(TermOp::kEq, {y, zero});
  // x / 0 is infinite.
  e_.Assume(e_.Make(TermOp::kOr, {e_.Not(by_zero), e_.Make(TermOp::kEq, {x, zero})}));
  const Term safe = e_.Ite(by_zero, e_.builder_.Real("1"), y);
  return {Kind::kReal, e_.Make(TermOp::kDivide, {x, safe}), {}, e_.Or(e_.Or(a.nan, b.nan), by_zero)};
}

Encoded NumberEncoder::Remainder(const Encoded& a, const Encoded& b) {
  const bool integers = a.kind == Kind::kInteger && b.kind == Kind::kInteger;
  const Term zero = integers ? e_.Int(0) : e_.builder_.Real("0");
  const Term one = integers ? e_.Int(1) : e_.builder_.Real("1");
  const Term x = integers ? a.term : e_.Real(a);
  const Term y = integers ? b.term : e_.Real(b);
  const auto magnitude = [&](Term term) {
    return e_.Ite(e_.Make(TermOp::kLt, {term, zero}), e_.Make(TermOp::kSub, {zero, term}), term);
  };
  const Term by_zero = e_.Make(TermOp::kEq, {y, zero});
  const Term divisor = e_.Ite(by_zero, one, magnitude(y));
  const Term size = magnitude(x);
  Term rest = size;
  if (integers) {
    rest = e_.Make(TermOp::kMod, {size, divisor});
  } else {
    const Term times = e_.Make(TermOp::kToReal, {e_.Make(TermOp::kToInt, {e_.Make(TermOp::kDivide, {size, divisor})})});
    rest = e_.Make(TermOp::kSub, {size, e_.Make(TermOp::kMul, {divisor, times})});
  }
  // The sign is that of the dividend.
  const Term signed_rest = e_.Ite(e_.Make(TermOp::kLt, {x, zero}), e_.Make(TermOp::kSub, {zero, rest}), rest);
  return {integers ? Kind::kInteger : Kind::kReal, signed_rest, {}, e_.Or(e_.Or(a.nan, b.nan), by_zero)};
}

Encoded NumberEncoder::Power(const Encoded& base, const Encoded& exponent) {
  const std::optional<double> times = Constant(exponent);
  const Encoded x = e_.Number(base);
  if (!times || !x.IsNumber() || !(*times >= 1 && *times <= 6) || *times != std::trunc(*times)) return {};
  Term product = x.term;
  for (double i = 1; i < *times; ++i) product = e_.Make(TermOp::kMul, {product, x.term});
  return {x.kind, product, {}, x.nan};
}

Term NumberEncoder::Truncated(Term real) {
  const Term zero = e_.builder_.Real("0");
  const Term negative = e_.Make(TermOp::kLt, {real, zero});
  const Term up = e_.Make(TermOp::kSub, {e_.Int(0), e_.Make(TermOp::kToInt, {e_.Make(TermOp::kSub, {zero, real})})});
  return e_.Ite(negative, up, e_.Make(TermOp::kToInt, {real}));
}

Term NumberEncoder::Signed(Term integer) {
  const Term wrapped = e_.Make(TermOp::kMod, {integer, e_.Int(kWrap)});
  const Term high = e_.Make(TermOp::kLe, {e_.Int(kWrap / 2), wrapped});
  return e_.Ite(high, e_.Make(TermOp::kSub, {wrapped, e_.Int(kWrap)}), wrapped);
}

Term NumberEncoder::Masked(Term integer, uint32_t mask) {
  std::optional<Term> sum;
  for (unsigned low = 0; low < 32;) {
    if (((mask >> low) & 1U) == 0) {
      ++low;
      continue;
    }
    const auto ones = static_cast<unsigned>(std::countr_one(mask >> low));
    const Term from = low == 0 ? integer : e_.Make(TermOp::kDiv, {integer, e_.Int(int64_t{1} << low)});
    const Term run = e_.Make(TermOp::kMod, {from, e_.Int(int64_t{1} << ones)});
    const Term placed = low == 0 ? run : e_.Make(TermOp::kMul, {run, e_.Int(int64_t{1} << low)});
    sum = sum ? e_.Make(TermOp::kAdd, {*sum, placed}) : placed;
    low += ones;
  }
  return sum.value_or(e_.Int(0));
}

Encoded NumberEncoder::Shift(Op op, Term value, unsigned count) {
  const Term factor = e_.Int(int64_t{1} << count);
  if (op == Op::kShl) return {Kind::kInteger, Signed(e_.Make(TermOp::kMul, {value, factor})), {}, {}};
  const Term from = op == Op::kShr ? Signed(value) : e_.Make(TermOp::kMod, {value, e_.Int(kWrap)});
  return {Kind::kInteger, e_.Make(TermOp::kDiv, {from, factor}), {}, {}};
}

Encoded NumberEncoder::Bits(Op op, const Encoded& left, const Encoded& right) {
  const std::optional<Term> a = e_.Integer(left);
  const std::optional<Term> b = e_.Integer(right);
  if (!a || !b) return {};
  const std::optional<double> right_constant = Constant(right);
  if (op >= Op::kShl) {
    if (!right_constant) return {};
    return Shift(op, *a, static_cast<uint32_t>(AsInt32(*right_constant)) & 31U);
  }
  const std::optional<double> constant = right_constant ? right_constant : Constant(left);
  if (!constant) {
    const TermOp operation = op == Op::kBitAnd ? TermOp::kBitAnd : op == Op::kBitOr ? TermOp::kBitOr : TermOp::kBitXor;
    return {Kind::kInteger, Signed(e_.Make(operation, {*a, *b})), {}, {}};
  }
  const Term value = right_constant ? *a : *b;
  const auto mask = static_cast<uint32_t>(AsInt32(*constant));
  if (op == Op::kBitAnd) {
    const Term masked = Masked(value, mask);
    return {Kind::kInteger, (mask >> 31) == 0 ? masked : Signed(masked), {}, {}};
  }
  if (op == Op::kBitOr && mask == 0) return {Kind::kInteger, Signed(value), {}, {}};
  // Or: the constant and what lies beside it. Xor: beside it the value, under it what is missing.
  const Term beside = Masked(value, ~mask);
  Term under = e_.Int(mask);
  if (op == Op::kBitXor) under = e_.Make(TermOp::kSub, {under, Masked(value, mask)});
  return {Kind::kInteger, Signed(e_.Make(TermOp::kAdd, {beside, under})), {}, {}};
}

Encoded NumberEncoder::OneNumber(Op op, const Encoded& operand) {
  const Encoded x = e_.Number(operand);
  if (!x.IsNumber()) return {};
  const bool integer = x.kind == Kind::kInteger;
  const Term zero = integer ? e_.Int(0) : e_.builder_.Real("0");
  const auto whole = [&](Term term) { return Encoded{Kind::kInteger, term, {}, x.nan}; };
  switch (op) {
    case Op::kToNumber:
      return x;
    case Op::kNeg:
      return {x.kind, e_.Make(TermOp::kSub, {zero, x.term}), {}, x.nan};
    case Op::kBitNot: {
      const std::optional<Term> value = e_.Integer(x);
      if (!value) return {};
      return {Kind::kInteger, e_.Make(TermOp::kSub, {e_.Int(-1), Signed(*value)}), {}, {}};
    }
    case Op::kAbs:
      return {x.kind,
              e_.Ite(e_.Make(TermOp::kLt, {x.term, zero}), e_.Make(TermOp::kSub, {zero, x.term}), x.term),
              {},
              x.nan};
    case Op::kSign: {
      const Term positive = e_.Ite(e_.Make(TermOp::kLt, {zero, x.term}), e_.Int(1), e_.Int(0));
      return whole(e_.Ite(e_.Make(TermOp::kLt, {x.term, zero}), e_.Int(-1), positive));
    }
    case Op::kSqrt: {
      const Term root = e_.Fresh(Sort::kReal);
      const Term negative = e_.Make(TermOp::kLt, {x.term, zero});
      const Term square = e_.Make(TermOp::kEq, {e_.Make(TermOp::kMul, {root, root}), e_.Real(x)});
      e_.Assume(e_.Make(TermOp::kOr, {negative, square}));
      e_.Define(e_.Make(TermOp::kLe, {e_.builder_.Real("0"), root}));
      return {Kind::kReal, root, {}, e_.Or(x.nan, negative)};
    }
    default:
      break;
  }
  if (op < Op::kFloor || op > Op::kTrunc) return {};
  if (integer) return x;
  if (op == Op::kFloor) return whole(e_.Make(TermOp::kToInt, {x.term}));
  if (op == Op::kTrunc) return whole(Truncated(x.term));
  if (op == Op::kRound) {
    return whole(e_.Make(TermOp::kToInt, {e_.Make(TermOp::kAdd, {x.term, e_.builder_.Real("1/2")})}));
  }
  return whole(e_.Make(TermOp::kSub, {e_.Int(0), e_.Make(TermOp::kToInt, {e_.Make(TermOp::kSub, {zero, x.term})})}));
}

Encoded NumberEncoder::Extreme(Op op, const EncodedOperands& operands) {
  Encoded result;
  for (const Encoded* operand : operands) {
    const Encoded x = e_.Number(*operand);
    if (!x.IsNumber()) return {};
    if (!result.IsNumber()) {
      result = x;
      continue;
    }
    const bool integers = result.kind == Kind::kInteger && x.kind == Kind::kInteger;
    const Term a = integers ? result.term : e_.Real(result);
    const Term b = integers ? x.term : e_.Real(x);
    const Term less = e_.Make(TermOp::kLt, {a, b});
    result = {integers ? Kind::kInteger : Kind::kReal,
              op == Op::kMin ? e_.Ite(less, a, b) : e_.Ite(less, b, a),
              {},
              e_.Or(result.nan, x.nan)};
  }
  return result;
}

Encoded NumberEncoder::Test(Op op, const Encoded& operand) {
  if (op == Op::kIsInteger && !operand.IsNumber()) return e_.Fixed(Value::Boolean(false));
  const Encoded x = e_.Number(operand);
  if (!x.IsNumber()) return {};
  const Term nan = x.nan.value_or(e_.builder_.Bool(false));
  if (op == Op::kIsNaN) return {Kind::kTruth, nan, {}, {}};
  if (op == Op::kIsFinite) {
    // Infinities are outside the encoding.
    e_.narrowed_ = true;
    return {Kind::kTruth, e_.Not(nan), {}, {}};
  }
  if (x.kind == Kind::kInteger) return {Kind::kTruth, e_.Not(nan), {}, {}};
  const Term back = e_.Make(TermOp::kToReal, {e_.Make(TermOp::kToInt, {x.term})});
  return {Kind::kTruth, e_.Unless(x.nan, e_.Make(TermOp::kEq, {back, x.term})), {}, {}};
}

}  // namespace kingbird::concolic
