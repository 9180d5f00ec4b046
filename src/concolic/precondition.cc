#include "concolic/precondition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "concolic/expression/type_fold.h"
#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

using base::Json;

/// Of a condition that is written down as data, which is a tree: what nodes share is written for each of them.
constexpr uint64_t kMostNodes = 200;
/// Of all its texts together: constants, and names of inputs.
constexpr size_t kMostBytes = size_t{16} << 10;
/// Of an input that an entry speaks of. Each entry repeats the names.
constexpr size_t kMostName = size_t{4} << 10;

SymbolId Root(const Path& path, SymbolId symbol) {
  using Step = Symbol::Step;
  for (;;) {
    const Symbol& at = path.symbols[symbol];
    if (at.step != Step::kProperty && at.step != Step::kResult && at.step != Step::kLength) return symbol;
    symbol = at.parent;
  }
}

/// `this`, then arguments by position, then globals by name.
std::tuple<int, uint32_t, std::string> Place(const Symbol& root) {
  return {static_cast<int>(root.step), root.index, root.name};
}

Json ValueJson(const Value& value) {
  switch (value.type) {
    case Type::kBoolean:
      return {{"value", value.number != 0}};
    case Type::kString:
      return {{"value", base::Wtf8FromUtf16(value.text)}};
    case Type::kNumber:
      if (std::isfinite(value.number) && !(value.number == 0 && std::signbit(value.number)))
        return {{"value", value.number}};
      return {{"value", ToText(value)}, {"type", "number"}};
    default:
      return {{"value", nullptr}, {"type", TypeName(value.type)}};
  }
}

/// The texts of a tree of few nodes: each node counted as often as the tree can have it.
bool HasLongTexts(const SeenRun& run, const std::vector<NodeId>& nodes) {
  size_t bytes = 0;
  for (NodeId id : nodes) {
    const Node& node = run.path.expressions[id];
    bytes = std::max(bytes, node.op == Op::kInput ? run.names[node.symbol].size() : 2 * node.constant.text.size());
  }
  return bytes * nodes.size() > kMostBytes;
}

}  // namespace

Json ConditionJson(const SeenRun& run, NodeId root) {
  if (TreeSize(run.path.expressions, root, kMostNodes) > kMostNodes) return nullptr;
  const std::vector<NodeId> nodes = NodesOf(run.path.expressions, root);
  if (HasLongTexts(run, nodes)) return nullptr;
  std::map<NodeId, Json> written;
  for (NodeId id : nodes) {
    const Node& node = run.path.expressions[id];
    if (node.op == Op::kInput) {
      written[id] = {{"input", run.names[node.symbol]}};
    } else if (node.op == Op::kConstant) {
      written[id] = ValueJson(node.constant);
    } else {
      Json json = Json::array({OpName(node.op)});
      for (NodeId operand : node.operands) json.push_back(written[operand]);
      written[id] = std::move(json);
    }
  }
  return written[root];
}

size_t WrittenNodes(const Json& condition) {
  size_t nodes = 1;
  for (size_t i = 1; condition.is_array() && i < condition.size(); ++i) nodes += WrittenNodes(condition[i]);
  return nodes;
}

namespace {

using Placed = std::pair<std::tuple<int, uint32_t, std::string>, Clause>;

Placed TypeClause(const SeenRun& run, SymbolId symbol, TypeSet types) {
  const SymbolId root = Root(run.path, symbol);
  return {Place(run.path.symbols[root]), {.parameter = run.names[root], .path = run.names[symbol], .types = types}};
}

Placed BranchClause(const SeenRun& run, const Constraint& constraint) {
  SymbolId last = 0;
  bool any = false;
  for (SymbolId symbol : SymbolsOf(run.path.expressions, constraint.node)) {
    const SymbolId root = Root(run.path, symbol);
    if (!any || Place(run.path.symbols[root]) > Place(run.path.symbols[last])) last = root;
    any = true;
  }
  return {any ? Place(run.path.symbols[last]) : Place({}),
          {.parameter = any ? run.names[last] : "",
           .text = ToText(run.path.expressions, constraint.node, run.names),
           .truth = constraint.held,
           .condition = ConditionJson(run, constraint.node)}};
}

/// A use that several operations ask for is one clause, at the place of the first.
std::vector<Clause> ClausesOf(const SeenRun& run) {
  std::map<SymbolId, TypeSet> served;
  for (const Constraint& constraint : run.constraints) {
    if (constraint.IsBranch() || constraint.truth_test) continue;
    const auto [place, first] = served.emplace(constraint.symbol, constraint.wanted);
    if (!first) place->second = Both(place->second, constraint.wanted);
  }
  std::vector<Placed> placed;
  for (const Constraint& constraint : run.constraints) {
    if (constraint.IsBranch()) {
      placed.push_back(BranchClause(run, constraint));
    } else if (auto node = served.extract(constraint.symbol); !node.empty() && !constraint.truth_test) {
      placed.push_back(TypeClause(run, constraint.symbol, node.mapped()));
    } else if (!node.empty()) {
      served.insert(std::move(node));
    }
  }
  std::ranges::stable_sort(placed, {}, &Placed::first);
  std::vector<Clause> clauses;
  for (auto& [place, clause] : placed) {
    if (std::ranges::find(clauses, clause) == clauses.end()) clauses.push_back(std::move(clause));
  }
  return clauses;
}

Json ClauseJson(const Clause& clause) {
  if (!clause.path.empty()) return {{"path", clause.path}, {"types", TypeNames(clause.types)}};
  return {{"text", clause.text}, {"truth", clause.truth}, {"condition", clause.condition}};
}

/// The entries that agree up to `depth`, as branches of the trie.
Json TrieJson(std::span<const std::vector<Clause>* const> entries, size_t depth) {
  Json nodes = Json::array();
  std::vector<const std::vector<Clause>*> rest(entries.begin(), entries.end());
  while (!rest.empty()) {
    const std::vector<Clause>& first = *rest.front();
    if (first.size() == depth) {
      rest.erase(rest.begin());
      continue;
    }
    const auto same = [&](const auto* entry) { return entry->size() > depth && (*entry)[depth] == first[depth]; };
    std::vector<const std::vector<Clause>*> group;
    std::ranges::copy_if(rest, std::back_inserter(group), same);
    Json node = ClauseJson(first[depth]);
    node["end"] = std::ranges::any_of(group, [&](const auto* entry) { return entry->size() == depth + 1; });
    std::erase_if(rest, same);
    node["then"] = TrieJson(group, depth + 1);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace

bool Clause::operator==(const Clause& other) const {
  return std::tie(parameter, path, types, text, truth) ==
         std::tie(other.parameter, other.path, other.types, other.text, other.truth);
}

std::string Clause::ToText() const {
  if (path.empty()) return truth ? text : fmt::format("!({})", text);
  return fmt::format("{}: {}", path, fmt::join(TypeNames(types), " | "));
}

bool EndedWell(const SeenRun& run) {
  const bool wrong =
      std::ranges::any_of(run.constraints, [](const Constraint& constraint) { return constraint.Unresolved(); });
  const bool long_names =
      std::ranges::any_of(run.names, [](const std::string& name) { return name.size() > kMostName; });
  return !run.failed && !wrong && !run.path.truncated && !long_names;
}

void Preconditions::Add(const SeenRun& run) {
  if (!EndedWell(run)) return;
  if (run.constraints.size() > kMostClauses || nodes_ > kMostWrittenNodes) {
    ++left_out_;
    return;
  }
  std::vector<Clause> entry = ClausesOf(run);
  if (std::ranges::find(entries_, entry) != entries_.end()) return;
  for (const Clause& clause : entry) nodes_ += WrittenNodes(clause.condition);
  entries_.push_back(std::move(entry));
}

std::string Preconditions::ToText() const {
  std::string text;
  for (const std::vector<Clause>& entry : entries_) {
    std::string line;
    for (const Clause& clause : entry) line += (line.empty() ? "" : ", ") + clause.ToText();
    text += (line.empty() ? "always" : line) + "\n";
  }
  return text;
}

Json Preconditions::ToJson() const {
  std::vector<const std::vector<Clause>*> all;
  for (const std::vector<Clause>& entry : entries_) all.push_back(&entry);
  const bool always = std::ranges::any_of(entries_, [](const auto& entry) { return entry.empty(); });
  return {{"entries", entries_.size()}, {"left_out", left_out_}, {"always", always}, {"trie", TrieJson(all, 0)}};
}

}  // namespace kingbird::concolic
