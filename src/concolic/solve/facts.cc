// Nodes of the same structure are one class: what holds of one holds of all of them.
#include "concolic/solve/facts.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"
#include "concolic/expression/type_fold.h"
#include "concolic/solve/beginning.h"
#include "concolic/solve/query.h"

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
    if (!std::ranges::all_of(order_, [&](NodeId id) { return Compute(id); })) return true;
    return std::ranges::any_of(query_.literals, [&](const Literal& literal) {
      const auto& value = values_[classes_[literal.node]];
      return literal.kind == Literal::Kind::kTruthy && value && AsBoolean(*value) != literal.wanted_truth;
    });
  }

 private:
  using Key = std::pair<std::vector<uint64_t>, std::u16string>;
  /// Of a text.
  struct Bounds {
    std::optional<std::u16string> least;
    std::optional<std::u16string> most;
    bool above = false;  ///< It is greater than `least`,
    bool below = false;  ///< and less than `most`.
  };

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
    // A chain of negations may be as long as the trace.
    for (;;) {
      std::optional<bool>& known = truths_[classes_[id]];
      if (known && *known != truth) return false;
      known = truth;
      const Op op = expressions_[id].op;
      if (op != Op::kNot && op != Op::kToBoolean) break;
      truth = (op == Op::kNot) != truth;
      id = expressions_[id].operands[0];
    }
    const Node& node = expressions_[id];
    if (IsOrder(node.op)) return TakeOrder(node, truth);
    const bool equal = (node.op == Op::kSeq && truth) || (node.op == Op::kSne && !truth);
    return !equal || (TakeValue(node.operands[0], node.operands[1]) && TakeValue(node.operands[1], node.operands[0]));
  }

  static bool IsOrder(Op op) { return op == Op::kLt || op == Op::kLe || op == Op::kGt || op == Op::kGe; }

  /// Texts are in one order: what is not less is greater or equal.
  bool TakeOrder(const Node& node, bool truth) {
    const bool turned = expressions_[node.operands[0]].op == Op::kConstant;
    const NodeId id = node.operands[turned ? 1 : 0];
    const Node& constant = expressions_[node.operands[turned ? 0 : 1]];
    if (constant.op != Op::kConstant || constant.constant.type != Type::kString) return true;
    if (TypeFold(*query_.path, id, query_.types)[id].types != TypeSet{Type::kString}) return true;
    const bool less = node.op == Op::kLt || node.op == Op::kLe;
    const bool open = (node.op == Op::kLt || node.op == Op::kGt) == truth;
    Bounds& bounds = bounds_[classes_[id]];
    const std::u16string& text = constant.constant.text;
    if ((less == truth) != turned) {
      if (!bounds.most || text <= *bounds.most)
        bounds = {bounds.least, text, bounds.above, open || (bounds.most == text && bounds.below)};
    } else if (!bounds.least || text >= *bounds.least) {
      bounds = {text, bounds.most, open || (bounds.least == text && bounds.above), bounds.below};
    }
    if (!bounds.least || !bounds.most) return true;
    return *bounds.least < *bounds.most || (*bounds.least == *bounds.most && !bounds.above && !bounds.below);
  }

  bool TakeValue(NodeId id, NodeId constant) {
    const Node& node = expressions_[constant];
    if (node.op != Op::kConstant) return true;
    std::optional<Value>& value = values_[classes_[id]];
    if (value) return StrictlyEqual(*value, node.constant).value_or(true);
    // There are two zeros, and a missing value is undefined, too.
    const Type type = node.constant.type;
    if (type == Type::kString || (type == Type::kNumber && node.constant.number != 0)) {
      value = node.constant;
      demanded_.insert(classes_[id]);
    }
    return true;
  }

  /// False: it is something else than what is demanded.
  bool Compute(NodeId id) {
    const Node& node = expressions_[id];
    std::optional<Value>& value = values_[classes_[id]];
    const bool demanded = demanded_.contains(classes_[id]);
    if ((value && !demanded) || node.op == Op::kInput || node.operands.empty()) return true;
    const std::optional<Value> computed = Computed(id);
    if (computed && (units_ += computed->text.size()) > kMostUnitsOfAll) return true;
    if (!demanded) value = computed;
    return !demanded || !computed || StrictlyEqual(*value, *computed).value_or(true);
  }

  std::optional<Value> Computed(NodeId id) {
    const Node& node = expressions_[id];
    std::vector<const Value*> operands;
    for (NodeId operand : node.operands) {
      const std::optional<Value>& known = values_[classes_[operand]];
      if (!known) return Begun(id);
      operands.push_back(&*known);
    }
    return Apply(node.op, operands);
  }

  /// Not all of its operands are known, but some of them may be as far as it matters.
  std::optional<Value> Begun(NodeId id) {
    const Node& node = expressions_[id];
    std::vector<BeginningOperand> operands;
    std::deque<Beginning> wholes;
    for (NodeId operand : node.operands) {
      const std::optional<Value>& known = values_[classes_[operand]];
      const auto begins = beginnings_.find(classes_[operand]);
      const bool text = known && known->type == Type::kString;
      if (text) wholes.push_back({known->text, true});
      operands.push_back({known ? &*known : nullptr, text                          ? &wholes.back()
                                                     : begins != beginnings_.end() ? &begins->second
                                                                                   : nullptr});
    }
    const std::optional<Beginning> own = BeginningOf(node.op, operands);
    if (!own) return CharacterOf(node.op, operands);
    beginnings_[classes_[id]] = *own;
    return own->whole ? std::optional(Value::String(own->text)) : std::nullopt;
  }

  const Query& query_;
  const Expressions& expressions_;
  std::vector<NodeId> order_;
  std::vector<uint32_t> classes_;  ///< By node.
  std::map<Key, uint32_t> known_;
  std::vector<std::optional<Value>> values_;  ///< By class.
  std::vector<std::optional<bool>> truths_;   ///< By class.
  size_t units_ = 0;                          ///< Of all texts that were computed.
  std::map<uint32_t, Bounds> bounds_;         ///< By class.
  std::map<uint32_t, Beginning> beginnings_;  ///< By class.
  std::set<uint32_t> demanded_;               ///< Classes whose value a literal asks for.
};

}  // namespace

Answer FactsSolver::Solve(const Query& query) {
  Answer answer;
  answer.solver = name();
  if (Facts(query).Contradict()) answer.verdict = Answer::Verdict::kUnsat;
  return answer;
}

}  // namespace kingbird::concolic
