// Texts of the language as texts of code points below 0x10000 without surrogates: there units and code points are the
// same.
#include <algorithm>
#include <cmath>

#include "concolic/expression/coerce.h"
#include "concolic/solve/encode.h"

namespace kingbird::concolic {
namespace {

using Kind = Encoded::Kind;

constexpr double kMostRepeats = 32;
/// Pairs of first and last unit.
constexpr std::u16string_view kSpaces =
    u"\x09\x0D\x20\x20\xA0\xA0\u1680\u1680\u2000\u200A\u2028\u2029\u202F\u202F\u205F\u205F\u3000\u3000\uFEFF\uFEFF";

}  // namespace

bool TextEncoder::Given(size_t i) const {
  if (i >= operands_->size()) return false;
  const Encoded& value = *(*operands_)[i];
  return value.kind != Kind::kFixed || (value.fixed.type != Type::kUndefined && value.fixed.type != Type::kAbsent);
}

std::optional<Term> TextEncoder::Position(size_t i, Term missing) {
  if (!Given(i)) return missing;
  const Encoded& value = *(*operands_)[i];
  if (value.kind == Kind::kFixed) {
    // Infinity is as good as any large number.
    const std::optional<double> number = AsNumber(value.fixed);
    if (!number) return std::nullopt;
    return e_.Int(static_cast<int64_t>(std::clamp(AsInteger(*number), -1e9, 1e9)));
  }
  return e_.Integer(value);
}

Term TextEncoder::Clamped(Term position) {
  const Term low = e_.Ite(e_.Make(TermOp::kLt, {position, e_.Int(0)}), e_.Int(0), position);
  return e_.Ite(e_.Make(TermOp::kLt, {length_, low}), length_, low);
}

Term TextEncoder::Relative(Term position) {
  const Term negative = e_.Make(TermOp::kLt, {position, e_.Int(0)});
  return Clamped(e_.Ite(negative, e_.Make(TermOp::kAdd, {length_, position}), position));
}

Encoded TextEncoder::Encode(Op op, const EncodedOperands& operands) {
  operands_ = &operands;
  const Encoded& receiver = *operands[0];
  const bool text =
      receiver.kind == Kind::kText || (receiver.kind == Kind::kFixed && receiver.fixed.type == Type::kString);
  // A method of undefined would have thrown.
  const Encoded self = receiver.kind == Kind::kText ? receiver : text ? e_.Text(receiver) : Encoded{};
  if (self.kind != Kind::kText) return {};
  text_ = self.term;
  length_ = e_.Make(TermOp::kLength, {text_});
  return Method(op);
}

Encoded TextEncoder::Method(Op op) {
  switch (op) {
    case Op::kLength:
      return {Kind::kInteger, length_, {}, {}};
    case Op::kCharAt:
    case Op::kCharCodeAt:
    case Op::kCodePointAt:
    case Op::kAt:
      return Unit(op);
    case Op::kSlice:
    case Op::kSubstring:
    case Op::kSubstr:
      return Part(op);
    case Op::kIndexOf:
    case Op::kIncludes:
    case Op::kStartsWith:
    case Op::kEndsWith:
      return Find(op);
    case Op::kLastIndexOf:
      return LastIndex();
    case Op::kTrim:
    case Op::kTrimStart:
    case Op::kTrimEnd:
      return Trim(op);
    case Op::kRepeat:
      return Repeat();
    case Op::kReplaceString:
    case Op::kReplaceAllString:
      return Replace(op);
    default:
      return {};
  }
}

Encoded TextEncoder::Unit(Op op) {
  const std::optional<Term> given = Position(1, e_.Int(0));
  if (!given) return {};
  Term at = *given;
  if (op == Op::kAt) {
    at = e_.Ite(e_.Make(TermOp::kLt, {at, e_.Int(0)}), e_.Make(TermOp::kAdd, {length_, at}), at);
  }
  const Term unit = e_.Make(TermOp::kCharAt, {text_, at});
  const Term outside =
      e_.Make(TermOp::kOr, {e_.Make(TermOp::kLt, {at, e_.Int(0)}), e_.Make(TermOp::kLe, {length_, at})});
  // Undefined is no text and no number: positions outside are left to the search.
  if (op == Op::kAt || op == Op::kCodePointAt) e_.Assume(e_.Not(outside));
  if (op == Op::kCharAt || op == Op::kAt) return OfTerm(unit);
  Encoded code{Kind::kInteger, e_.Make(TermOp::kToCode, {unit}), {}, {}};
  if (op == Op::kCharCodeAt) code.nan = outside;
  return code;
}

Encoded TextEncoder::Part(Op op) {
  const std::optional<Term> first = Position(1, e_.Int(0));
  const std::optional<Term> second = Position(2, length_);
  if (!first || !second) return {};
  Term from = op == Op::kSubstring ? Clamped(*first) : Relative(*first);
  if (op == Op::kSubstr) return OfTerm(e_.Make(TermOp::kSubstring, {text_, from, *second}));
  Term to = op == Op::kSubstring ? Clamped(*second) : Relative(*second);
  if (op == Op::kSubstring) {
    const Term swapped = e_.Make(TermOp::kLt, {to, from});
    const Term low = e_.Ite(swapped, to, from);
    to = e_.Ite(swapped, from, to);
    from = low;
  }
  return OfTerm(e_.Make(TermOp::kSubstring, {text_, from, e_.Make(TermOp::kSub, {to, from})}));
}

Encoded TextEncoder::Find(Op op) {
  if (operands_->size() < 2) return {};
  const Encoded part = e_.Text(*(*operands_)[1]);
  if (part.kind != Kind::kText) return {};
  const std::optional<Term> position = Position(2, op == Op::kEndsWith ? length_ : e_.Int(0));
  if (!position) return {};
  const Term at = Given(2) ? Clamped(*position) : *position;
  if (op == Op::kIndexOf) return {Kind::kInteger, e_.Make(TermOp::kIndexOf, {text_, part.term, at}), {}, {}};
  Term area = text_;
  if (Given(2)) {
    const Term rest = e_.Make(TermOp::kSub, {length_, at});
    area = op == Op::kEndsWith ? e_.Make(TermOp::kSubstring, {text_, e_.Int(0), at})
                               : e_.Make(TermOp::kSubstring, {text_, at, rest});
  }
  if (op == Op::kIncludes) return {Kind::kTruth, e_.Make(TermOp::kContains, {area, part.term}), {}, {}};
  return {
      Kind::kTruth, e_.Make(op == Op::kStartsWith ? TermOp::kPrefixOf : TermOp::kSuffixOf, {part.term, area}), {}, {}};
}

Encoded TextEncoder::LastIndex() {
  if (operands_->size() != 2) return {};
  const Encoded& wanted = *(*operands_)[1];
  if (wanted.kind != Kind::kFixed || wanted.fixed.type != Type::kString || wanted.fixed.text.empty()) return {};
  const Encoded part = e_.Text(wanted);
  if (part.kind != Kind::kText) return {};
  const Term at = e_.Fresh(Sort::kInt);
  const Term none = e_.Make(
      TermOp::kAnd, {e_.Make(TermOp::kEq, {at, e_.Int(-1)}), e_.Not(e_.Make(TermOp::kContains, {text_, part.term}))});
  const Term here = e_.Make(TermOp::kSubstring, {text_, at, e_.Int(static_cast<int64_t>(wanted.fixed.text.size()))});
  const Term later = e_.Make(TermOp::kSubstring, {text_, e_.Make(TermOp::kAdd, {at, e_.Int(1)}), length_});
  const Term last =
      e_.Make(TermOp::kAnd, {e_.Make(TermOp::kLe, {e_.Int(0), at}), e_.Make(TermOp::kEq, {here, part.term}),
                             e_.Not(e_.Make(TermOp::kContains, {later, part.term}))});
  e_.Define(e_.Make(TermOp::kOr, {none, last}));
  return {Kind::kInteger, at, {}, {}};
}

Encoded TextEncoder::Trim(Op op) {
  const Term spaces = e_.builder_.Text(std::u16string(kSpaces));
  const Term empty = e_.builder_.Text(u"");
  const auto all_spaces = [&](Term text) { return e_.Make(TermOp::kAllIn, {text, spaces}); };
  const Term middle = e_.Fresh(Sort::kText);
  Term whole = middle;
  const Term is_empty = e_.Make(TermOp::kEq, {middle, empty});
  const auto solid = [&](Term at) {
    return e_.Make(TermOp::kOr, {is_empty, e_.Not(all_spaces(e_.Make(TermOp::kCharAt, {middle, at})))});
  };
  if (op != Op::kTrimEnd) {
    const Term head = e_.Fresh(Sort::kText);
    e_.Define(all_spaces(head));
    e_.Define(solid(e_.Int(0)));
    whole = e_.Make(TermOp::kConcat, {head, whole});
  }
  if (op != Op::kTrimStart) {
    const Term tail = e_.Fresh(Sort::kText);
    e_.Define(all_spaces(tail));
    e_.Define(solid(e_.Make(TermOp::kSub, {e_.Make(TermOp::kLength, {middle}), e_.Int(1)})));
    whole = e_.Make(TermOp::kConcat, {whole, tail});
  }
  e_.Define(e_.Make(TermOp::kEq, {text_, whole}));
  return OfTerm(middle);
}

Encoded TextEncoder::Repeat() {
  if (operands_->size() < 2 || (*operands_)[1]->kind != Kind::kFixed) return {};
  const std::optional<double> times = AsNumber((*operands_)[1]->fixed);
  if (!times || !(*times >= 0 && *times <= kMostRepeats)) return {};
  Term text = e_.builder_.Text(u"");
  for (double i = 1; i <= *times; ++i) text = e_.Make(TermOp::kConcat, {text, text_});
  return OfTerm(text);
}

Encoded TextEncoder::Replace(Op op) {
  if (operands_->size() != 3) return {};
  const Encoded& pattern = *(*operands_)[1];
  const bool empty = pattern.kind != Kind::kFixed || pattern.fixed.text.empty();
  // The empty pattern is everywhere in the language and nowhere in SMT-LIB.
  if (op == Op::kReplaceAllString && empty) return {};
  const Encoded from = e_.Text(pattern);
  const Encoded to = e_.Text(*(*operands_)[2]);
  if (from.kind != Kind::kText || to.kind != Kind::kText) return {};
  return OfTerm(
      e_.Make(op == Op::kReplaceString ? TermOp::kReplace : TermOp::kReplaceAll, {text_, from.term, to.term}));
}

Encoded TextEncoder::ToNumber(const Encoded& text) {
  // Of all texts that are numbers: digits, with a sign before them. Of all that are not: lower-case letters. The search
  // and the seeds know others.
  const Term digits = e_.Make(TermOp::kTextToInt, {text.term});
  const Term minus = e_.builder_.Text(u"-");
  const Term tail = e_.Make(TermOp::kSubstring, {text.term, e_.Int(1), e_.Make(TermOp::kLength, {text.term})});
  const Term tail_digits = e_.Make(TermOp::kTextToInt, {tail});
  const Term positive = e_.Make(TermOp::kLe, {e_.Int(0), digits});
  const Term negative = e_.Make(
      TermOp::kAnd, {e_.Make(TermOp::kPrefixOf, {minus, text.term}), e_.Make(TermOp::kLt, {e_.Int(0), tail_digits})});
  const Term letters = e_.Make(TermOp::kAnd, {e_.Not(e_.Make(TermOp::kEq, {text.term, e_.builder_.Text(u"")})),
                                              e_.Make(TermOp::kAllIn, {text.term, e_.builder_.Text(u"az")})});
  e_.Assume(e_.Make(TermOp::kOr, {positive, negative, letters}));
  return {Kind::kInteger, e_.Ite(negative, e_.Make(TermOp::kSub, {e_.Int(0), tail_digits}), digits), {}, letters};
}

Encoded TextEncoder::OfNumber(const Encoded& number) {
  Term whole = number.term;
  if (number.kind == Kind::kReal) {
    whole = e_.Make(TermOp::kToInt, {number.term});
    e_.Assume(e_.Make(TermOp::kEq, {e_.Make(TermOp::kToReal, {whole}), number.term}));
  }
  // Beyond, numbers are written with exponents.
  const Term most = e_.builder_.Int("1000000000000000");
  e_.Assume(e_.Make(TermOp::kAnd, {e_.Make(TermOp::kLt, {whole, most}),
                                   e_.Make(TermOp::kLt, {e_.Make(TermOp::kSub, {e_.Int(0), most}), whole})}));
  const Term negative = e_.Make(TermOp::kLt, {whole, e_.Int(0)});
  const Term minus =
      e_.Make(TermOp::kConcat,
              {e_.builder_.Text(u"-"), e_.Make(TermOp::kIntToText, {e_.Make(TermOp::kSub, {e_.Int(0), whole})})});
  const Term text = e_.Ite(negative, minus, e_.Make(TermOp::kIntToText, {whole}));
  return OfTerm(number.nan ? e_.Ite(*number.nan, e_.builder_.Text(u"NaN"), text) : text);
}

Encoded TextEncoder::FromCharCode(const EncodedOperands& operands) {
  std::optional<Term> text;
  for (const Encoded* operand : operands) {
    const std::optional<Term> code = e_.Integer(*operand);
    if (!code) return {};
    const Term unit = e_.Make(TermOp::kFromCode, {e_.Make(TermOp::kMod, {*code, e_.Int(65536)})});
    text = text ? e_.Make(TermOp::kConcat, {*text, unit}) : unit;
  }
  return text ? OfTerm(*text) : Encoded{};
}

}  // namespace kingbird::concolic
