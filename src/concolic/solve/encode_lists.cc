// A list is an array variable whose elements are said one by one; what is written makes another array of it. The array
// has an element for every integer, the list only those it is made of: indices are kept among them.
#include <algorithm>

#include "concolic/solve/encode.h"

namespace kingbird::concolic {
namespace {

using Kind = Encoded::Kind;

Sort SortOfKind(const Encoded& value) {
  switch (value.kind) {
    case Kind::kTruth:
      return Sort::kBool;
    case Kind::kInteger:
      return Sort::kInt;
    case Kind::kText:
      return Sort::kText;
    case Kind::kFixed:
      return value.fixed.type == Type::kBoolean  ? Sort::kBool
             : value.fixed.type == Type::kString ? Sort::kText
                                                 : Sort::kReal;
    default:
      return Sort::kReal;
  }
}

Kind KindOf(Sort element) {
  return element == Sort::kBool   ? Kind::kTruth
         : element == Sort::kInt  ? Kind::kInteger
         : element == Sort::kText ? Kind::kText
                                  : Kind::kReal;
}

}  // namespace

Encoded ListEncoder::Encode(Op op, const EncodedOperands& operands) {
  switch (op) {
    case Op::kList:
      return List(operands);
    case Op::kStore:
      return Store(*operands[0], *operands[1], *operands[2]);
    case Op::kSelect:
      return Select(*operands[0], *operands[1]);
    default:
      return Within(operands);
  }
}

std::optional<Sort> ListEncoder::SortOf(const EncodedOperands& elements) const {
  // Numbers are integers where all of them are known to be.
  std::optional<Sort> common;
  for (const Encoded* element : elements) {
    Sort sort = SortOfKind(*element);
    const bool whole = element->kind == Kind::kFixed && sort == Sort::kReal && e_.options_.integers;
    if (whole && element->fixed.number == static_cast<double>(static_cast<int64_t>(element->fixed.number)))
      sort = Sort::kInt;
    if (!common) common = sort;
    const bool numbers = std::max(sort, *common) == Sort::kReal && std::min(sort, *common) == Sort::kInt;
    if (numbers) common = Sort::kReal;
    if (sort != *common && !numbers) return std::nullopt;
  }
  return common;
}

std::optional<Encoded> ListEncoder::As(Sort sort, const Encoded& value) {
  Encoded encoded;
  encoded.kind = KindOf(sort);
  if (sort == Sort::kBool) {
    const std::optional<Term> truth = SortOfKind(value) == sort ? e_.Truth(value) : std::nullopt;
    if (!truth) return std::nullopt;
    encoded.term = *truth;
    return encoded;
  }
  if (sort == Sort::kText) {
    // A text that may be undefined is none of a list of texts.
    if (SortOfKind(value) != sort || value.nan) return std::nullopt;
    const Encoded text = e_.Text(value);
    return text.kind == Kind::kText ? std::optional(text) : std::nullopt;
  }
  const bool number = value.IsNumber() || (value.kind == Kind::kFixed && value.fixed.type == Type::kNumber);
  const Encoded plain = number ? e_.Number(value) : Encoded{};
  if (!plain.IsNumber() || (sort == Sort::kInt && plain.kind != Kind::kInteger)) return std::nullopt;
  encoded.term = sort == Sort::kInt ? plain.term : e_.Real(plain);
  encoded.nan = plain.nan;
  return encoded;
}

std::optional<Term> ListEncoder::Index(const Encoded& index) {
  const bool number = index.IsNumber() || (index.kind == Kind::kFixed && index.fixed.type == Type::kNumber);
  return number ? e_.Integer(index) : std::nullopt;
}

Encoded ListEncoder::List(const EncodedOperands& elements) {
  const std::optional<Sort> sort = SortOf(elements);
  if (!sort) return {};
  Encoded list{.kind = Kind::kList, .term = e_.Fresh(ListSort(*sort)), .fixed = {}, .nan = {}, .elements = *sort};
  if (*sort == Sort::kInt || *sort == Sort::kReal) list.nan = e_.Fresh(Sort::kBools);
  for (size_t i = 0; i < elements.size(); ++i) {
    const std::optional<Encoded> element = As(*sort, *elements[i]);
    if (!element) return {};
    const Term at = e_.Int(static_cast<int64_t>(i));
    e_.Define(e_.Make(TermOp::kEq, {e_.Make(TermOp::kSelect, {list.term, at}), element->term}));
    if (!list.nan) continue;
    const Term nan = element->nan ? *element->nan : e_.builder_.Bool(false);
    e_.Define(e_.Make(TermOp::kEq, {e_.Make(TermOp::kSelect, {*list.nan, at}), nan}));
  }
  list.fixed = Value::Number(static_cast<double>(elements.size()));
  return list;
}

Encoded ListEncoder::Store(const Encoded& list, const Encoded& index, const Encoded& value) {
  if (list.kind != Kind::kList) return {};
  const std::optional<Term> at = Index(index);
  const std::optional<Encoded> element = As(list.elements, value);
  if (!at || !element) return {};
  Encoded stored = list;
  stored.term = e_.Make(TermOp::kStore, {list.term, *at, element->term});
  const Term nan = element->nan ? *element->nan : e_.builder_.Bool(false);
  if (list.nan) stored.nan = e_.Make(TermOp::kStore, {*list.nan, *at, nan});
  return stored;
}

Encoded ListEncoder::Select(const Encoded& list, const Encoded& index) {
  const std::optional<Term> at = list.kind == Kind::kList ? Index(index) : std::nullopt;
  if (!at) return {};
  Encoded element;
  element.kind = KindOf(list.elements);
  element.term = e_.Make(TermOp::kSelect, {list.term, *at});
  if (list.nan) element.nan = e_.Make(TermOp::kSelect, {*list.nan, *at});
  // Elsewhere the array has what no list has.
  const Term size = e_.Int(static_cast<int64_t>(list.fixed.number));
  e_.Assume(e_.Make(TermOp::kAnd, {e_.Make(TermOp::kLe, {e_.Int(0), *at}), e_.Make(TermOp::kLt, {*at, size})}));
  return element;
}

Encoded ListEncoder::Within(const EncodedOperands& operands) {
  const Encoded& index = *operands[0];
  const Encoded& length = *operands[1];
  const Encoded number = index.IsNumber() || index.kind == Kind::kFixed ? e_.Number(index) : Encoded{};
  const std::optional<Term> end = Index(length);
  const std::optional<Term> at = Index(index);
  if (!number.IsNumber() || !end || !at) return {};
  // It grows step by step: what has no elements yet is of no type.
  if (operands.size() > 2 && operands[2]->kind == Kind::kList)
    e_.Assume(e_.Make(TermOp::kLe, {*end, e_.Int(static_cast<int64_t>(operands[2]->fixed.number))}));
  Term inside = e_.Make(TermOp::kAnd, {e_.Make(TermOp::kLe, {e_.Int(0), *at}), e_.Make(TermOp::kLt, {*at, *end})});
  if (number.kind == Kind::kReal) {
    const Term whole = e_.Make(TermOp::kEq, {e_.Make(TermOp::kToReal, {*at}), number.term});
    inside = e_.Make(TermOp::kAnd, {inside, whole});
  }
  return {.kind = Kind::kTruth, .term = e_.Unless(number.nan, inside)};
}

}  // namespace kingbird::concolic
