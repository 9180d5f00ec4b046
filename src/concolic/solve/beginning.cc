#include "concolic/solve/beginning.h"

#include <algorithm>
#include <cmath>

namespace kingbird::concolic {
namespace {

/// A position as it is written in a program; none: unknown, negative or a fraction.
std::optional<size_t> PositionOf(const std::vector<BeginningOperand>& operands, size_t i) {
  constexpr double kMost = 1e9;
  const Value* value = i < operands.size() ? operands[i].value : nullptr;
  if (value == nullptr || value->type != Type::kNumber) return std::nullopt;
  const double number = value->number;
  if (!(number >= 0 && number < kMost) || number != std::trunc(number)) return std::nullopt;
  return static_cast<size_t>(number);
}

std::optional<Beginning> PartOf(const Beginning& of, size_t from, std::optional<size_t> to) {
  if (to && *to <= of.text.size())
    return Beginning{of.text.substr(std::min(from, *to), *to - std::min(from, *to)), true};
  if (from > of.text.size()) return of.whole ? std::optional(Beginning{u"", true}) : std::nullopt;
  return Beginning{of.text.substr(from), of.whole};
}

std::optional<Beginning> Slice(Op op, const std::vector<BeginningOperand>& operands) {
  std::optional<size_t> from = PositionOf(operands, 1);
  std::optional<size_t> to = PositionOf(operands, 2);
  if (!from || (operands.size() > 2 && !to)) return std::nullopt;
  if (op == Op::kSubstring && to && *to < *from) std::swap(*from, *to);
  if (to && *to <= *from) return Beginning{u"", true};
  return operands[0].beginning == nullptr ? std::nullopt : PartOf(*operands[0].beginning, *from, to);
}

}  // namespace

std::optional<Beginning> BeginningOf(Op op, const std::vector<BeginningOperand>& operands) {
  if (op == Op::kSlice || op == Op::kSubstring) return Slice(op, operands);
  // A sum that begins with a text is a text.
  if (op != Op::kAdd || operands[0].beginning == nullptr) return std::nullopt;
  Beginning sum = *operands[0].beginning;
  if (!sum.whole) return sum;
  const Beginning* rest = operands[1].beginning;
  if (rest != nullptr) sum.text += rest->text;
  sum.whole = rest != nullptr && rest->whole;
  return sum;
}

std::optional<Value> CharacterOf(Op op, const std::vector<BeginningOperand>& operands) {
  if ((op != Op::kCharAt && op != Op::kCharCodeAt && op != Op::kAt) || operands[0].beginning == nullptr)
    return std::nullopt;
  const std::optional<size_t> at = PositionOf(operands, 1);
  const std::u16string& text = operands[0].beginning->text;
  if (!at || *at >= text.size()) return std::nullopt;
  return op == Op::kCharCodeAt ? Value::Number(text[*at]) : Value::String(text.substr(*at, 1));
}

}  // namespace kingbird::concolic
