// Branch distances as in search-based testing: |a - b| for numbers, a sum over units for strings, mapped to (0, 1) by
// d / (d + 1).
#include "concolic/solve/distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "concolic/expression/coerce.h"

namespace kingbird::concolic {
namespace {

double Scaled(double distance) {
  if (std::isnan(distance)) return 1;
  return std::isinf(distance) ? 0.999 : std::max(1e-9, distance / (distance + 1));
}

double TextDistance(std::u16string_view a, std::u16string_view b) {
  const size_t common = std::min(a.size(), b.size());
  double distance = 256.0 * static_cast<double>(std::max(a.size(), b.size()) - common);
  for (size_t i = 0; i < common; ++i) {
    if (a[i] != b[i]) distance += 1 + std::min(200.0, std::fabs(double(a[i]) - double(b[i])));
  }
  return distance;
}

/// To having `wanted` at the best place in `text`.
double NearestPlace(std::u16string_view text, std::u16string_view wanted) {
  double best = TextDistance(text, wanted);
  for (size_t i = 0; i + wanted.size() <= text.size() && i < 64; ++i) {
    best = std::min(best, TextDistance(text.substr(i, wanted.size()), wanted));
  }
  return best;
}

double EqualityDistance(const Value& a, const Value& b) {
  if (a.type == Type::kString && b.type == Type::kString) return Scaled(TextDistance(a.text, b.text));
  const std::optional<double> x = AsNumber(a);
  const std::optional<double> y = AsNumber(b);
  return x && y ? Scaled(std::fabs(*x - *y)) : 1;
}

/// Of a < b, where equality is nearly there.
double OrderDistance(const Value& a, const Value& b) {
  if (a.type == Type::kString && b.type == Type::kString) {
    const size_t i = static_cast<size_t>(
        std::mismatch(a.text.begin(), a.text.end(), b.text.begin(), b.text.end()).first - a.text.begin());
    const double x = i < a.text.size() ? a.text[i] : -1;
    const double y = i < b.text.size() ? b.text[i] : -1;
    return Scaled(1 + std::fabs(x - y));
  }
  const std::optional<double> x = AsNumber(a);
  const std::optional<double> y = AsNumber(b);
  return x && y ? Scaled(1 + std::fabs(*x - *y)) : 1;
}

double ContainmentDistance(Op op, const Value& text, const Value& wanted) {
  if (text.type != Type::kString || wanted.type != Type::kString) return 1;
  const std::u16string_view all = text.text;
  const size_t length = std::min(all.size(), wanted.text.size());
  if (op == Op::kStartsWith) return Scaled(TextDistance(all.substr(0, length), wanted.text));
  if (op == Op::kEndsWith) return Scaled(TextDistance(all.substr(all.size() - length), wanted.text));
  return Scaled(NearestPlace(all, wanted.text));
}

double FalsyDistance(const Value& value) {
  if (value.type == Type::kNumber) return Scaled(std::fabs(value.number));
  if (value.type == Type::kString) return Scaled(static_cast<double>(value.text.size()));
  return 1;
}

}  // namespace

double Distance(const Path& path, const Evaluator& evaluator, NodeId id, bool wanted) {
  const std::optional<bool> truth = evaluator.Truth(id);
  if (!truth) return 1;
  if (*truth == wanted) return 0;
  // A chain of negations may be as long as the trace.
  while (path.expressions[id].op == Op::kNot || path.expressions[id].op == Op::kToBoolean) {
    wanted = (path.expressions[id].op == Op::kNot) != wanted;
    id = path.expressions[id].operands[0];
  }
  if (!evaluator.Truth(id)) return 1;
  const Node& node = path.expressions[id];
  const Value* a = !node.operands.empty() ? evaluator.Get(node.operands[0]) : nullptr;
  const Value* b = node.operands.size() > 1 ? evaluator.Get(node.operands[1]) : nullptr;
  switch (node.op) {
    case Op::kEq:
    case Op::kSeq:
      return wanted ? EqualityDistance(*a, *b) : 0.5;
    case Op::kNe:
    case Op::kSne:
      return wanted ? 0.5 : EqualityDistance(*a, *b);
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
      return OrderDistance(*a, *b);
    case Op::kIncludes:
    case Op::kStartsWith:
    case Op::kEndsWith:
      return wanted && b != nullptr ? ContainmentDistance(node.op, *a, *b) : 0.5;
    default:
      return wanted ? 0.5 : FalsyDistance(*evaluator.Get(id));
  }
}

}  // namespace kingbird::concolic
