#include "concolic/solve/query.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "concolic/expression/coerce.h"

namespace kingbird::concolic {
namespace {

std::optional<double> ElementIndex(std::string_view name) {
  uint32_t index = 0;
  const auto end = std::from_chars(name.data(), name.data() + name.size(), index);
  if (end.ec != std::errc() || end.ptr != name.data() + name.size()) return std::nullopt;
  return index;
}

/// What the literals are made of, without the elements that lists only may choose from.
std::vector<NodeId> Named(const Query& query) {
  std::vector<NodeId> open;
  for (const Literal& literal : query.literals) open.push_back(literal.node);
  std::vector<bool> seen(query.path->expressions.size(), false);
  std::vector<NodeId> named;
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (id >= seen.size() || seen[id]) continue;
    seen[id] = true;
    named.push_back(id);
    const Node& node = query.path->expressions[id];
    if (node.op == Op::kList) continue;
    const auto end = node.op == Op::kSelect ? node.operands.begin() + 2 : node.operands.end();
    open.insert(open.end(), node.operands.begin(), end);
  }
  return named;
}

bool IsUnchanged(const Query& query, const std::vector<Value>& values, NodeId root) {
  // What the root is made of: computing it anew is simple, and only unknown literals come here.
  std::vector<NodeId> open = {root};
  std::vector<bool> seen(root + 1, false);
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (id == 0 || id > root || seen[id]) continue;
    seen[id] = true;
    const Node& node = query.path->expressions[id];
    open.insert(open.end(), node.operands.begin(), node.operands.end());
    if (node.op != Op::kInput) continue;
    if (query.types[node.symbol] != query.seeds[node.symbol].type) return false;
    if (!(values[node.symbol] == query.seeds[node.symbol])) return false;
  }
  return true;
}

/// The type of an input has only one value, as far as expressions see it.
bool HasOneValue(Type type) { return type != Type::kBoolean && type != Type::kNumber && type != Type::kString; }

bool IsFixed(const Query& query, const Node& node, const std::vector<bool>& fixed) {
  const Expressions& expressions = query.path->expressions;
  switch (node.op) {
    case Op::kConstant:
      return true;
    case Op::kInput:
      return HasOneValue(query.types[node.symbol]);
    case Op::kPresent:
    case Op::kIsArray:
    case Op::kTypeof:
      if (!node.operands.empty() && expressions[node.operands[0]].op == Op::kInput) return true;
      break;
    case Op::kInstanceOf:
    case Op::kLength:
      if (!node.operands.empty() && expressions[node.operands[0]].op == Op::kInput) {
        const Type type = query.types[expressions[node.operands[0]].symbol];
        if (type == Type::kObject || type == Type::kArray) return false;
      }
      break;
    default:
      break;
  }
  return std::all_of(node.operands.begin(), node.operands.end(), [&](NodeId operand) { return fixed[operand]; });
}

}  // namespace

Value DefaultValue(Type type, SymbolId symbol) {
  Value value;
  value.type = type;
  if (IsObject(type)) value.identity = symbol + 1;
  return value;
}

std::vector<Value> StartValues(const Query& query) {
  std::vector<Value> values = query.seeds;
  values.resize(query.path->symbols.size());
  for (SymbolId id = 0; id < values.size(); ++id) {
    if (values[id].type != query.types[id]) values[id] = DefaultValue(query.types[id], id);
    if (IsObject(values[id].type)) values[id].identity = id + 1;
  }
  return values;
}

std::vector<NodeId> Roots(const std::vector<Literal>& literals) {
  std::vector<NodeId> roots;
  for (const Literal& literal : literals) {
    if (literal.kind == Literal::Kind::kTruthy) roots.push_back(literal.node);
  }
  return roots;
}

std::optional<bool> Holds(const Query& query, const Literal& literal, const Evaluator& evaluator) {
  if (literal.kind == Literal::Kind::kType) {
    const Node& node = query.path->expressions[literal.node];
    if (node.op != Op::kInput) return std::nullopt;
    return literal.types.Has(query.types[node.symbol]) == literal.wanted_truth;
  }
  const std::optional<bool> truth = evaluator.Truth(literal.node);
  if (!truth) return std::nullopt;
  return *truth == literal.wanted_truth;
}

std::vector<LengthBound> LengthBounds(const Query& query) {
  const Path& path = *query.path;
  std::vector<LengthBound> bounds;
  for (SymbolId id = 0; id < path.symbols.size(); ++id) {
    if (path.symbols[id].step != Symbol::Step::kLength) continue;
    const auto given = query.least_lengths.find(id);
    bounds.push_back({id, given == query.least_lengths.end() ? 0 : given->second});
  }
  if (bounds.empty()) return bounds;
  std::map<SymbolId, double> least;
  for (NodeId id : Named(query)) {
    const Node& node = path.expressions[id];
    if (node.op != Op::kInput || query.types[node.symbol] == Type::kAbsent) continue;
    const Symbol& symbol = path.symbols[node.symbol];
    if (symbol.step != Symbol::Step::kProperty) continue;
    if (const auto index = ElementIndex(symbol.name)) {
      least[symbol.parent] = std::max(least[symbol.parent], *index + 1);
    }
  }
  for (LengthBound& bound : bounds) {
    const auto found = least.find(path.symbols[bound.symbol].parent);
    if (found != least.end()) bound.least = std::max(bound.least, found->second);
  }
  return bounds;
}

bool IsDecidedByTypes(const Query& query, const Literal& literal) {
  if (literal.kind == Literal::Kind::kType) return true;
  std::vector<bool> fixed(literal.node + 1, false);
  for (NodeId id : Reachable(query.path->expressions, {literal.node})) {
    fixed[id] = IsFixed(query, query.path->expressions[id], fixed);
  }
  return fixed[literal.node];
}

Verification Verify(const Query& query, const std::vector<Value>& values) {
  for (SymbolId id = 0; id < values.size(); ++id) {
    if (values[id].type != query.types[id]) return Verification::kFails;
  }
  for (const LengthBound& bound : LengthBounds(query)) {
    const double length = values[bound.symbol].number;
    if (!(length >= bound.least && length <= kMostElements && length == std::trunc(length)))
      return Verification::kFails;
  }
  const Evaluator evaluator(*query.path, Roots(query.literals), values);
  Verification verdict = Verification::kHolds;
  for (size_t i = 0; i < query.literals.size(); ++i) {
    const std::optional<bool> holds = Holds(query, query.literals[i], evaluator);
    if (holds.value_or(true) && holds.has_value()) continue;
    if (holds || i + 1 == query.literals.size()) return Verification::kFails;
    if (!IsUnchanged(query, values, query.literals[i].node)) verdict = Verification::kGuess;
  }
  return verdict;
}

std::string ToText(const Query& query) {
  const std::vector<std::string> names = SymbolNames(*query.path);
  std::string text;
  for (const Literal& literal : query.literals) {
    if (!text.empty()) text += " && ";
    std::string node = ToText(query.path->expressions, literal.node, names);
    if (literal.kind == Literal::Kind::kType) {
      node += " is";
      for (int i = 0; i < kTypes; ++i) {
        if (literal.types.Has(static_cast<Type>(i))) node += " " + std::string(TypeName(static_cast<Type>(i)));
      }
    }
    text += literal.wanted_truth ? "(" + node + ")" : "!(" + node + ")";
  }
  return text;
}

}  // namespace kingbird::concolic
