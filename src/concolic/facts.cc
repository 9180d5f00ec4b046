// Nodes of the same structure are one class: what holds of one holds of all of them.
#include "concolic/facts.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "concolic/apply.h"
#include "concolic/coerce.h"
#include "concolic/query.h"

namespace kingbird::concolic {
namespace {

class Facts {
 public:
  explicit Facts(const Query& query) : query_(query), expressions_(query.path->expressions) {
    order_ = Reachable(expressions_, Roots(query.literals));
    classes_.resize(order_.empty() ? 1 : order_.back() + 1);
    for (NodeId id : order_) classes_[id] = ClassOf(expressions_[id]);
  }

  bool Contradict() {
    for (const Literal& literal : query_.literals) {
      if (literal.kind == Literal::Kind::kTruthy && !Take(literal.node, literal.wanted_truth)) return true;
    }
    for (NodeId id : order_) Compute(id);
    return std::ranges::any_of(query_.literals, [&](const Literal& literal) {
      const auto& value = values_[classes_[literal.node]];
      return literal.kind == Literal::Kind::kTruthy && value && AsBoolean(*value) != literal.wanted_truth;
    });
  }

 private:
  using Key = std::pair<std::vector<uint64_t>, std::u16string>;

  uint32_t ClassOf(const Node& node) {
    Key key{{static_cast<uint64_t>(node.op)}, {}};
    if (node.op == Op::kInput) key.first.push_back(node.symbol);
    if (node.op == Op::kConstant) {
      key.first.push_back(static_cast<uint64_t>(node.constant.type));
      key.first.push_back(std::bit_cast<uint64_t>(node.constant.number));
      key.first.push_back(node.constant.identity);
      key.second = node.constant.text;
    }
    for (NodeId operand : node.operands) key.first.push_back(classes_[operand]);
    const auto [found, first] = known_.try_emplace(std::move(key), static_cast<uint32_t>(values_.size()));
    if (first) {
      values_.emplace_back();
      truths_.emplace_back();
      if (node.op == Op::kConstant) values_.back() = node.constant;
    }
    return found->second;
  }

  /// False: it contradicts what was taken before.
  bool Take(NodeId id, bool truth) {
    const Node& node = expressions_[id];
    std::optional<bool>& known = truths_[classes_[id]];
    if (known && *known != truth) return false;
    known = truth;
    if (node.op == Op::kNot) return Take(node.operands[0], !truth);
    if (node.op == Op::kToBoolean) return Take(node.operands[0], truth);
    const bool equal = (node.op == Op::kSeq && truth) || (node.op == Op::kSne && !truth);
    return !equal || (TakeValue(node.operands[0], node.operands[1]) && TakeValue(node.operands[1], node.operands[0]));
  }

  bool TakeValue(NodeId id, NodeId constant) {
    const Node& node = expressions_[constant];
    if (node.op != Op::kConstant) return true;
    std::optional<Value>& value = values_[classes_[id]];
    if (value) return StrictlyEqual(*value, node.constant).value_or(true);
    // There are two zeros, and a missing value is undefined, too.
    const Type type = node.constant.type;
    if (type == Type::kString || (type == Type::kNumber && node.constant.number != 0)) value = node.constant;
    return true;
  }

  void Compute(NodeId id) {
    const Node& node = expressions_[id];
    std::optional<Value>& value = values_[classes_[id]];
    if (value || node.op == Op::kInput || node.operands.empty()) return;
    std::vector<const Value*> operands;
    for (NodeId operand : node.operands) {
      const std::optional<Value>& known = values_[classes_[operand]];
      if (!known) return;
      operands.push_back(&*known);
    }
    value = Apply(node.op, operands);
  }

  const Query& query_;
  const Expressions& expressions_;
  std::vector<NodeId> order_;
  std::vector<uint32_t> classes_;  ///< By node.
  std::map<Key, uint32_t> known_;
  std::vector<std::optional<Value>> values_;  ///< By class.
  std::vector<std::optional<bool>> truths_;   ///< By class.
};

}  // namespace

Answer FactsSolver::Solve(const Query& query) {
  Answer answer;
  answer.solver = name();
  if (Facts(query).Contradict()) answer.verdict = Answer::Verdict::kUnsat;
  return answer;
}

}  // namespace kingbird::concolic
