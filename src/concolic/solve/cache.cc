// Node numbers differ from path to path, so literals are known by a hash of their structure, in which symbols are
// access paths with their types.
#include <algorithm>
#include <bit>

#include "base/text.h"
#include "concolic/solve/decorators.h"
#include "concolic/solve/query.h"

namespace kingbird::concolic {
namespace {

constexpr size_t kMostKnown = 200'000;

using Verdict = Answer::Verdict;

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15U + (hash << 12) + (hash >> 4);
  hash *= 0xFF51AFD7ED558CCDU;
  return hash ^ (hash >> 33);
}

uint64_t HashOf(const Value& value) {
  uint64_t hash = Mix(static_cast<uint64_t>(value.type), std::bit_cast<uint64_t>(value.number));
  for (char16_t unit : value.text) hash = Mix(hash, unit);
  return Mix(hash, value.identity);
}

std::vector<uint64_t> SymbolHashes(const Path& path) {
  std::vector<uint64_t> hashes;
  for (const Symbol& symbol : path.symbols) {
    uint64_t hash = Mix(static_cast<uint64_t>(symbol.step), symbol.index);
    hash = Mix(hash, base::Hash(symbol.name));
    const bool below = symbol.step >= Symbol::Step::kProperty && symbol.parent < hashes.size();
    hashes.push_back(Mix(hash, below ? hashes[symbol.parent] : 0));
  }
  return hashes;
}

std::vector<uint64_t> LiteralHashes(const Query& query, const std::vector<uint64_t>& symbols) {
  const Expressions& expressions = query.path->expressions;
  std::vector<NodeId> roots;
  for (const Literal& literal : query.literals) roots.push_back(literal.node);
  std::vector<uint64_t> hashes(expressions.size(), 0);
  for (NodeId id : Reachable(expressions, roots)) {
    const Node& node = expressions[id];
    uint64_t hash = static_cast<uint64_t>(node.op) + 1;
    if (node.op == Op::kConstant) hash = Mix(hash, HashOf(node.constant));
    if (node.op == Op::kInput) {
      hash = Mix(Mix(hash, symbols[node.symbol]), static_cast<uint64_t>(query.types[node.symbol]));
    }
    for (NodeId operand : node.operands) hash = Mix(hash, operand < id ? hashes[operand] : 0);
    hashes[id] = hash;
  }
  std::vector<uint64_t> result;
  for (const Literal& literal : query.literals) {
    result.push_back(Mix(Mix(hashes[literal.node], literal.wanted_truth ? 1 : 2), literal.types.bits()));
  }
  // A bound on a length is a condition like any other.
  for (const LengthBound& bound : LengthBounds(query)) {
    if (bound.least > 0) result.push_back(Mix(symbols[bound.symbol], static_cast<uint64_t>(bound.least)));
  }
  return result;
}

}  // namespace

bool CachingSolver::IsUnsatisfiable(const Key& key) const {
  for (uint64_t hash : key) {
    const auto found = unsatisfiable_.find(hash);
    if (found == unsatisfiable_.end()) continue;
    for (const Key& set : found->second) {
      if (std::includes(key.begin(), key.end(), set.begin(), set.end())) return true;
    }
  }
  return false;
}

Answer CachingSolver::Solve(const Query& query) {
  const std::vector<uint64_t> symbols = SymbolHashes(*query.path);
  Key key = LiteralHashes(query, symbols);
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  Answer answer;
  answer.solver = "cache";
  if (IsUnsatisfiable(key)) {
    answer.verdict = Verdict::kUnsat;
    return answer;
  }
  uint64_t whole = 0;
  for (uint64_t hash : key) whole = Mix(whole, hash);
  if (const auto found = known_.find(whole); found != known_.end() && found->second.first == key) {
    const Known& known = found->second.second;
    answer.verdict = known.verdict;
    answer.checked = known.checked;
    for (SymbolId id = 0; id < symbols.size(); ++id) {
      const auto value = known.model.find(symbols[id]);
      if (value == known.model.end()) continue;
      answer.model[id] = value->second;
      if (value->second.identity != 0) answer.model[id].identity = id + 1;
    }
    return answer;
  }
  answer = next_->Solve(query);
  // Somebody else may know.
  if (answer.verdict == Verdict::kUnknown && query.time_limit.count() == 0) return answer;
  Known known{answer.verdict, answer.checked, {}};
  for (const auto& [symbol, value] : answer.model) known.model[symbols[symbol]] = value;
  if (answer.verdict == Verdict::kUnsat && !key.empty()) unsatisfiable_[key.front()].push_back(key);
  if (known_.size() >= kMostKnown) known_.clear();
  known_.insert_or_assign(whole, std::pair(std::move(key), std::move(known)));
  return answer;
}

}  // namespace kingbird::concolic
