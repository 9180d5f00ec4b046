#include "concolic/search/seen_run.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

constexpr uint64_t kOffset = 1469598103934665603ULL;
constexpr uint64_t kPrime = 1099511628211ULL;

uint64_t Mix(uint64_t hash, uint64_t value) {
  for (int i = 0; i < 8; ++i) hash = (hash ^ ((value >> (8 * i)) & 0xFF)) * kPrime;
  return hash;
}

uint64_t Label(const std::string& name, TypeSet wanted) {
  uint64_t hash = kOffset;
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return Mix(hash, wanted.bits());
}

/// Reads of one place that may each get an element: elements are filled in together, whatever the limit for loops is.
constexpr size_t kMostSeenElements = 16;

/// The symbol whose truth the condition is, and nothing else; none otherwise.
std::optional<SymbolId> BareInput(const Expressions& expressions, NodeId condition) {
  while (expressions[condition].op == Op::kNot || expressions[condition].op == Op::kToBoolean) {
    condition = expressions[condition].operands[0];
  }
  if (expressions[condition].op != Op::kInput) return std::nullopt;
  return expressions[condition].symbol;
}

/// The paper has a type constraint for every condition (algorithm 1, line 9): an undefined field is given a value, zero
/// at first, before its truth is flipped. The conventional strategies follow it; the others take a type with the right
/// truth at once and pass over these constraints.
std::optional<Constraint> TruthTest(const SeenRun& run, const Constraint& branch) {
  const std::optional<SymbolId> symbol = BareInput(run.path.expressions, branch.node);
  if (!symbol) return std::nullopt;
  Constraint test = branch;
  test.kind = Event::Kind::kType;
  test.node = run.path.symbols[*symbol].node;
  test.symbol = *symbol;
  test.wanted = Without(kAnyType, kNothing);
  test.held = test.wanted.Has(run.types[*symbol]);
  test.truth_test = true;
  test.label = Label(run.names[*symbol], test.wanted);
  return test;
}

/// Inputs, and the types of the literals they are compared with: a comparison asks, it does not rely on the type.
std::set<std::pair<SymbolId, Type>> ComparedWith(const Expressions& expressions) {
  std::set<std::pair<SymbolId, Type>> compared;
  for (const Node& node : expressions.nodes) {
    if (node.op < Op::kEq || node.op > Op::kSne) continue;
    for (size_t i = 0; i < 2; ++i) {
      const Node& input = expressions[node.operands[i]];
      const Node& literal = expressions[node.operands[1 - i]];
      if (input.op == Op::kInput && literal.op == Op::kConstant) compared.emplace(input.symbol, literal.constant.type);
    }
  }
  return compared;
}

std::vector<Constraint> ConstraintsOf(const SeenRun& run, size_t per_site) {
  const Path& path = run.path;
  const std::vector<bool> well_typed = WellTypedNodes(path, run.types);
  std::vector<Constraint> constraints;
  std::map<std::pair<uint32_t, Event::Kind>, size_t> at_site;
  std::set<std::pair<SymbolId, uint16_t>> uses;
  std::set<Element> beyond;  // Elements out of reach.
  std::set<uint32_t> read;   // Places that use an array: what they decide is whether the element is there.
  for (size_t i = 0; i < path.events.size(); ++i) {
    const Event& event = path.events[i];
    Constraint constraint{.kind = event.kind, .event = i, .site = event.site, .node = event.node, .held = event.held};
    if (constraint.IsBranch()) {
      constraint.well_typed = well_typed[event.node];
      constraint.label = Mix(kOffset, event.site);
      constraint.bounds = read.contains(event.site);
      const std::optional<Constraint> test = i < path.own ? std::nullopt : TruthTest(run, constraint);
      if (test && uses.emplace(test->symbol, test->wanted.bits()).second) constraints.push_back(*test);
    } else {
      const Node& node = path.expressions[event.node];
      if (event.wanted.Has(Type::kArray)) read.insert(event.site);
      if (node.op != Op::kInput || !uses.emplace(node.symbol, event.wanted.bits()).second) continue;
      constraint.wanted = event.wanted;
      constraint.symbol = node.symbol;
      constraint.label = Label(run.names[node.symbol], event.wanted);
    }
    const size_t turn = ++at_site[{event.site, event.kind}];
    constraint.again = constraint.IsBranch() && turn > 1;
    constraint.discarded = i < path.own || (constraint.IsBranch() && turn > per_site);
    const std::optional<Element> element =
        constraint.IsBranch() ? ElementAskedFor(path, event.node) : ElementOf(path, constraint.symbol);
    if (constraint.bounds && !event.held) {
      constraint.out_of_reach = i < path.own || turn > std::max(per_site, kMostSeenElements);
      if (element && constraint.out_of_reach) beyond.insert(*element);
    } else if (!constraint.IsBranch()) {
      constraint.out_of_reach = element && beyond.contains(*element);
    }
    constraints.push_back(constraint);
  }
  return constraints;
}

}  // namespace

SeenRun Remember(Run run, Assignment input, size_t number, size_t per_site) {
  SeenRun seen;
  seen.number = number;
  seen.input = std::move(input);
  // An async function fails by the promise that it returns.
  seen.failed = run.execution.Failed() || run.execution.end != model::End::kFinished ||
                run.execution.Find(model::Event::Kind::kReject, 1) != nullptr;
  seen.path = std::move(run.path);
  seen.names = SymbolNames(seen.path);
  for (const Symbol& symbol : seen.path.symbols) seen.types.push_back(symbol.type);
  seen.constraints = ConstraintsOf(seen, per_site);
  return seen;
}

uint64_t Extend(uint64_t prefix, uint64_t label, bool held) { return Mix(Mix(prefix ^ kOffset, label), held ? 1 : 2); }

size_t BytesOf(const SeenRun& run) {
  const Path& path = run.path;
  size_t bytes = path.events.size() * sizeof(Event) + path.symbols.size() * sizeof(Symbol);
  for (const std::string& name : run.names) bytes += name.size();
  for (const Node& node : path.expressions.nodes)
    bytes += sizeof(Node) + 2 * node.constant.text.size() + sizeof(NodeId) * node.operands.size();
  return bytes;
}

uint64_t PathKey(const SeenRun& run) {
  uint64_t key = 0;
  for (const Constraint& constraint : run.constraints) key = Extend(key, constraint.label, constraint.held);
  return key;
}

bool AsksForOwn(const SeenRun& run, const Constraint& constraint) {
  return constraint.IsAspect() && run.path.expressions[constraint.node].op == Op::kPresent;
}

std::vector<Contradiction> Contradictions(const SeenRun& run) {
  const std::set<std::pair<SymbolId, Type>> compared = ComparedWith(run.path.expressions);
  std::vector<Contradiction> found;
  std::map<SymbolId, TypeSet> served;
  for (const Constraint& constraint : run.constraints) {
    if (constraint.IsBranch() || constraint.truth_test) continue;
    if (compared.contains({constraint.symbol, PreferredType(constraint.wanted)})) continue;
    const auto [place, first] = served.emplace(constraint.symbol, constraint.wanted);
    if (first) continue;
    const TypeSet both = Both(place->second, constraint.wanted);
    if (both.empty()) found.push_back({run.names[constraint.symbol], place->second, constraint.wanted});
    place->second = both.empty() ? constraint.wanted : both;
  }
  return found;
}

}  // namespace kingbird::concolic
