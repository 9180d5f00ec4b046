// Operands have smaller ids than the nodes they belong to, so one pass in the order of ids computes everything, and one
// pass backwards finds what is needed.
#include "concolic/expression/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"

namespace kingbird::concolic {
namespace {

constexpr size_t kMostOperands = 16;
constexpr size_t kUnitsOfANode = 256;  // As long as computing one node takes.

std::string Describe(const Path& path, NodeId node, const std::vector<std::string>& names,
                     const std::vector<Value>& values) {
  std::string text = ToText(path.expressions, node, names);
  for (NodeId id : Reachable(path.expressions, {node})) {
    const Node& input = path.expressions[id];
    if (input.op != Op::kInput || input.symbol >= values.size()) continue;
    text += fmt::format("; {} = {}", names[input.symbol], ToText(values[input.symbol]));
    if (text.size() > 2000) break;
  }
  return text;
}

}  // namespace

std::vector<NodeId> Reachable(const Expressions& expressions, const std::vector<NodeId>& roots) {
  std::vector<bool> needed(expressions.size(), false);
  NodeId last = 0;
  for (NodeId root : roots) {
    if (root == 0 || root >= expressions.size()) continue;
    needed[root] = true;
    last = std::max(last, root);
  }
  std::vector<NodeId> order;
  for (NodeId id = last; id > 0; --id) {
    if (!needed[id]) continue;
    order.push_back(id);
    for (NodeId operand : expressions[id].operands) {
      if (operand < id) needed[operand] = true;
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

Evaluator::Evaluator(const Path& path, const std::vector<NodeId>& roots, std::vector<Value> values)
    : path_(path),
      values_(std::move(values)),
      order_(Reachable(path.expressions, roots)),
      slots_(order_.empty() ? 1 : order_.back() + 1, 0),
      computed_(order_.size()),
      lengths_(path.symbols.size(), 0),
      dependents_(path.symbols.size()) {
  CHECK(values_.size() == path.symbols.size(), "one value for each symbol");
  for (SymbolId id = 0; id < path.symbols.size(); ++id) {
    const Symbol& symbol = path.symbols[id];
    if (symbol.step == Symbol::Step::kLength && symbol.parent < lengths_.size()) lengths_[symbol.parent] = id + 1;
  }
  for (uint32_t slot = 0; slot < order_.size(); ++slot) slots_[order_[slot]] = slot + 1;
  for (uint32_t slot = 0; slot < order_.size(); ++slot) Compute(slot);
}

const Value* Evaluator::Get(NodeId node) const {
  if (node >= slots_.size() || slots_[node] == 0) return nullptr;
  const std::optional<Value>& value = computed_[slots_[node] - 1];
  return value ? &*value : nullptr;
}

std::optional<bool> Evaluator::Truth(NodeId node) const {
  const Value* value = Get(node);
  if (value == nullptr) return std::nullopt;
  return AsBoolean(*value);
}

void Evaluator::Set(SymbolId symbol, Value value) {
  values_[symbol] = std::move(value);
  for (uint32_t slot : Dependents(symbol)) Compute(slot);
}

std::vector<NodeId> Evaluator::NodesOf(SymbolId symbol) {
  std::vector<NodeId> nodes;
  for (uint32_t slot : Dependents(symbol)) nodes.push_back(order_[slot]);
  return nodes;
}

void Evaluator::Compute(uint32_t slot) {
  ++work_;
  const NodeId id = order_[slot];
  Keep(computed_[slot], Compute(path_.expressions[id], id));
}

void Evaluator::Keep(std::optional<Value>& place, std::optional<Value> value) {
  if (place) units_ -= place->text.size();
  const size_t units = value ? value->text.size() : 0;
  work_ += units / kUnitsOfANode;
  if (units_ + units > kMostUnitsOfAll) {
    place.reset();
    return;
  }
  units_ += units;
  place = std::move(value);
}

std::optional<Value> Evaluator::Compute(const Node& node, NodeId id) const {
  if (node.op == Op::kConstant) return node.constant;
  if (node.op == Op::kInput) {
    if (node.symbol >= values_.size()) return std::nullopt;
    Value value = values_[node.symbol];
    if (value.type == Type::kAbsent) value.type = Type::kUndefined;
    return value;
  }
  // Lists are known by what is selected from them.
  if (node.op == Op::kList || node.op == Op::kStore) return Value::Object(Type::kArray, 0);
  if (node.op == Op::kSelect) {
    const Value* element = Selected(node, id);
    return element == nullptr ? std::nullopt : std::optional(*element);
  }
  std::array<const Value*, kMostOperands> operands;
  if (node.operands.size() > kMostOperands) return std::nullopt;
  for (size_t i = 0; i < node.operands.size(); ++i) {
    // An operand that does not come before its node is not one.
    operands[i] = node.operands[i] < id ? Get(node.operands[i]) : nullptr;
    if (operands[i] == nullptr) return std::nullopt;
  }
  if (node.op == Op::kPresent || node.op == Op::kLength) {
    const Node& of = path_.expressions[node.operands.empty() ? 0 : node.operands[0]];
    const bool input = of.op == Op::kInput && of.symbol < values_.size();
    if (node.op == Op::kPresent) {
      return input ? std::optional(Value::Boolean(values_[of.symbol].type != Type::kAbsent)) : std::nullopt;
    }
    if (input && values_[of.symbol].type == Type::kArray) {
      return lengths_[of.symbol] == 0 ? std::nullopt : std::optional(values_[lengths_[of.symbol] - 1]);
    }
  }
  return Apply(node.op, Operands(operands.data(), node.operands.size()));
}

const Value* Evaluator::Selected(const Node& select, NodeId id) const {
  const Value* index = select.operands[1] < id ? Get(select.operands[1]) : nullptr;
  NodeId list = select.operands[0];
  while (index != nullptr && index->type == Type::kNumber && list < id) {
    const Node& node = path_.expressions[list];
    id = list;
    if (node.op == Op::kList) {
      const double number = index->number;
      if (!(number >= 0 && number < static_cast<double>(node.operands.size()) && number == std::trunc(number)))
        return nullptr;
      const NodeId element = node.operands[static_cast<size_t>(number)];
      return element < id ? Get(element) : nullptr;
    }
    if (node.op != Op::kStore || node.operands[1] >= id || node.operands[2] >= id) return nullptr;
    const Value* written = Get(node.operands[1]);
    if (written == nullptr || written->type != Type::kNumber) return nullptr;
    if (written->number == index->number) return Get(node.operands[2]);
    list = node.operands[0];
  }
  return nullptr;
}

const std::vector<uint32_t>& Evaluator::Dependents(SymbolId symbol) {
  std::optional<std::vector<uint32_t>>& found = dependents_[symbol];
  if (found) return *found;
  found.emplace();
  const Symbol& changed = path_.symbols[symbol];
  const bool length = changed.step == Symbol::Step::kLength;
  std::vector<bool> touched(slots_.size(), false);
  for (uint32_t slot = 0; slot < order_.size(); ++slot) {
    const NodeId id = order_[slot];
    const Node& node = path_.expressions[id];
    const auto depends = [&](NodeId operand) {
      if (operand >= id) return false;
      const Node& of = path_.expressions[operand];
      return touched[operand] ||
             (length && node.op == Op::kLength && of.op == Op::kInput && of.symbol == changed.parent);
    };
    touched[id] = (node.op == Op::kInput && node.symbol == symbol) ||
                  std::any_of(node.operands.begin(), node.operands.end(), depends);
    if (touched[id]) found->push_back(slot);
  }
  return *found;
}

OracleReport CheckPath(const Path& path, const Assignment& assignment) {
  std::vector<Value> values;
  for (SymbolId id = 0; id < path.symbols.size(); ++id) values.push_back(ValueOf(assignment, path, id));
  std::vector<NodeId> roots;
  for (const Event& event : path.events) roots.push_back(event.node);
  const Evaluator evaluator(path, roots, values);
  const std::vector<std::string> names = SymbolNames(path);
  OracleReport report;
  for (size_t i = 0; i < path.events.size(); ++i) {
    const Event& event = path.events[i];
    std::optional<bool> expected;
    if (event.kind == Event::Kind::kBranch) {
      expected = evaluator.Truth(event.node);
    } else if (event.node < path.expressions.size() && path.expressions[event.node].op == Op::kInput) {
      expected = event.wanted.Has(values[path.expressions[event.node].symbol].type);
    }
    if (!expected) {
      ++report.unknown;
    } else if (*expected == event.held) {
      ++report.agreed;
    } else {
      report.mismatches.push_back({i, event.node, Describe(path, event.node, names, values)});
    }
  }
  return report;
}

}  // namespace kingbird::concolic
