// Symbols are united where one node needs both; a literal belongs to the set of its symbols. What elements ask of the
// length of their array is handed on as a bound.
#include <map>
#include <numeric>

#include "concolic/solve/decorators.h"
#include "concolic/solve/query.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

class UnionFind {
 public:
  explicit UnionFind(size_t size) : parents_(size) { std::iota(parents_.begin(), parents_.end(), 0); }
  uint32_t Find(uint32_t item) {
    while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
    return item;
  }
  void Unite(uint32_t a, uint32_t b) { parents_[Find(a)] = Find(b); }

 private:
  std::vector<uint32_t> parents_;
};

constexpr uint32_t kNoSymbol = UINT32_MAX;

/// For each literal the number of its part; literals without symbols are parts of their own.
std::vector<uint32_t> Parts(const Query& query) {
  const Path& path = *query.path;
  UnionFind symbols(path.symbols.size() + query.literals.size());
  std::map<SymbolId, SymbolId> length_of;
  for (SymbolId id = 0; id < path.symbols.size(); ++id) {
    if (path.symbols[id].step == Symbol::Step::kLength) length_of[path.symbols[id].parent] = id;
  }
  std::vector<NodeId> roots;
  for (const Literal& literal : query.literals) roots.push_back(literal.node);
  std::vector<uint32_t> symbol_of(path.expressions.size(), kNoSymbol);
  for (NodeId id : Reachable(path.expressions, roots)) {
    const Node& node = path.expressions[id];
    if (node.op == Op::kInput) {
      symbol_of[id] = node.symbol;
      const auto length = length_of.find(node.symbol);
      if (length != length_of.end()) symbols.Unite(node.symbol, length->second);
    }
    for (NodeId operand : node.operands) {
      if (operand >= id || symbol_of[operand] == kNoSymbol) continue;
      if (symbol_of[id] == kNoSymbol) symbol_of[id] = symbol_of[operand];
      symbols.Unite(symbol_of[id], symbol_of[operand]);
    }
  }
  std::vector<uint32_t> parts;
  for (uint32_t i = 0; i < query.literals.size(); ++i) {
    const uint32_t symbol = symbol_of[query.literals[i].node];
    parts.push_back(symbols.Find(symbol == kNoSymbol ? static_cast<uint32_t>(path.symbols.size()) + i : symbol));
  }
  return parts;
}

bool AllHold(const Query& query, const Evaluator& evaluator, const std::vector<size_t>& literals) {
  for (size_t i : literals) {
    const std::optional<bool> holds = Holds(query, query.literals[i], evaluator);
    // The run showed that what cannot be evaluated holds, but for the decision that is to be changed.
    if (!holds.value_or(i + 1 < query.literals.size())) return false;
  }
  return true;
}

/// Symbols whose type is new need a value even where nothing had to be solved; arrays need room for their elements.
void Complete(const Query& query, const Evaluator& evaluator, const std::vector<LengthBound>& bounds, Answer& answer) {
  for (NodeId id : evaluator.nodes()) {
    const Node& node = query.path->expressions[id];
    if (node.op == Op::kInput) answer.model.try_emplace(node.symbol, evaluator.values()[node.symbol]);
  }
  for (const LengthBound& bound : bounds) {
    if (evaluator.values()[bound.symbol].number < bound.least) {
      answer.model.try_emplace(bound.symbol, Value::Number(bound.least));
    }
  }
}

}  // namespace

Answer SlicingSolver::Solve(const Query& query) {
  std::map<uint32_t, std::vector<size_t>> parts;
  const std::vector<uint32_t> part_of = Parts(query);
  for (size_t i = 0; i < part_of.size(); ++i) parts[part_of[i]].push_back(i);
  const Evaluator evaluator(*query.path, Roots(query.literals), StartValues(query));
  const std::vector<LengthBound> bounds = LengthBounds(query);
  Answer whole;
  whole.verdict = Verdict::kSat;
  whole.solver = "seeds";
  for (const auto& [part, literals] : parts) {
    if (AllHold(query, evaluator, literals)) continue;
    Query sliced{query.path, {}, query.types, query.seeds, {}, query.time_limit};
    for (const LengthBound& bound : bounds) sliced.least_lengths[bound.symbol] = bound.least;
    for (size_t i : literals) sliced.literals.push_back(query.literals[i]);
    Answer answer = next_->Solve(sliced);
    // One part that nobody solves decides the whole, unless another one cannot be solved at all.
    if (answer.verdict == Verdict::kUnsat) return answer;
    if (answer.verdict == Verdict::kUnknown) whole.verdict = Verdict::kUnknown;
    whole.solver = answer.solver;
    whole.checked = whole.checked && answer.checked;
    whole.model.merge(answer.model);
  }
  if (whole.verdict != Verdict::kSat) {
    whole.model.clear();
    return whole;
  }
  Complete(query, evaluator, bounds, whole);
  return whole;
}

}  // namespace kingbird::concolic
