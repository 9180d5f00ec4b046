// Unification is by values: an entry is the input of a run of the callee that ended well, so whatever its constraints
// say holds of these values. What the caller passes on as it got it is given the callee's value; whether the caller
// still gets to the call is seen by evaluating the decisions before it.
#include "concolic/unify.h"

#include <algorithm>
#include <utility>

#include "concolic/evaluate.h"

namespace kingbird::concolic {
namespace {

bool HasParts(Type type) { return type == Type::kObject || type == Type::kArray || type == Type::kFunction; }

/// `wanted` on top of what is there: other parts of an object stay.
void Merge(Input& at, const Input& wanted) {
  if (wanted.type == Type::kAbsent) return;
  if (!HasParts(wanted.type) || at.type != wanted.type) {
    std::map<std::string, Input> parts =
        HasParts(wanted.type) ? std::move(at.properties) : std::map<std::string, Input>();
    at = {.type = wanted.type, .number = wanted.number, .text = wanted.text, .instance = wanted.instance};
    at.properties = std::move(parts);
  }
  if (wanted.type == Type::kArray) at.number = std::max(at.number, wanted.number);
  for (const auto& [name, part] : wanted.properties) Merge(at.properties[name], part);
  if (at.results.size() < wanted.results.size()) at.results.resize(wanted.results.size());
  for (size_t i = 0; i < wanted.results.size(); ++i) Merge(at.results[i], wanted.results[i]);
}

const Input* PassedIn(const Assignment& entry, size_t place) {
  if (place == 0) return &entry.self;
  return place <= entry.arguments.size() ? &entry.arguments[place - 1] : nullptr;
}

/// The decisions and the uses before the call come out as they did.
bool Leads(const SeenRun& run, const Call& call, const Assignment& input) {
  std::vector<NodeId> roots;
  for (const Constraint& constraint : run.constraints) {
    if (constraint.event < call.event && constraint.IsBranch()) roots.push_back(constraint.node);
  }
  std::vector<Value> values;
  for (SymbolId symbol = 0; symbol < run.path.symbols.size(); ++symbol)
    values.push_back(ValueOf(input, run.path, symbol));
  const Evaluator evaluator(run.path, roots, values);
  return std::ranges::all_of(run.constraints, [&](const Constraint& constraint) {
    if (constraint.event >= call.event || constraint.truth_test) return true;
    if (!constraint.IsBranch()) return !constraint.held || constraint.wanted.Has(values[constraint.symbol].type);
    const std::optional<bool> truth = evaluator.Truth(constraint.node);
    return !truth || *truth == constraint.held;
  });
}

}  // namespace

std::optional<Assignment> Unify(const SeenRun& run, const Call& call, const Assignment& entry) {
  Assignment input = run.input;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Input* wanted = PassedIn(entry, i);
    const NodeId node = call.arguments[i];
    if (node == 0 || wanted == nullptr || wanted->type == Type::kAbsent) continue;
    if (run.path.expressions[node].op != Op::kInput) return std::nullopt;
    Merge(Make(input, run.path, run.path.expressions[node].symbol), *wanted);
  }
  if (input == run.input || !Leads(run, call, input)) return std::nullopt;
  return input;
}

void EntryReuse::LeaveToCallees(SeenRun& run) {
  for (Constraint& constraint : run.constraints) {
    if (!constraint.IsBranch() || constraint.discarded) continue;
    const uint32_t function = callees_.FunctionOf(constraint.site);
    if (function == own_) continue;
    const std::vector<Assignment>* entries = callees_.EntriesOf(function);
    constraint.left_to_callee = entries != nullptr && !entries->empty();
    constraint.discarded = constraint.left_to_callee;
  }
}

void EntryReuse::GiveBack(SeenRun& run) {
  for (Constraint& constraint : run.constraints) {
    if (std::exchange(constraint.left_to_callee, false)) constraint.discarded = false;
  }
}

std::vector<Assignment> EntryReuse::Follow(const SeenRun& run) {
  std::vector<Assignment> inputs;
  uint64_t before = 0;
  size_t next = 0;
  for (const Call& call : run.path.calls) {
    if (call.site == own_) continue;
    for (; next < run.constraints.size() && run.constraints[next].event < call.event; ++next) {
      const Constraint& constraint = run.constraints[next];
      if (constraint.Unresolved()) return inputs;
      if (constraint.IsBranch()) before = Extend(before, constraint.label, constraint.held);
    }
    if (!followed_.insert(Extend(before, call.site, true)).second) continue;
    const std::vector<Assignment>* entries = callees_.EntriesOf(call.site);
    if (entries == nullptr) continue;
    for (const Assignment& entry : *entries) {
      if (std::optional<Assignment> input = Unify(run, call, entry)) inputs.push_back(*std::move(input));
    }
    // What comes behind the call is another run's: this one has not got what the callee wants.
    if (!inputs.empty()) return inputs;
  }
  return inputs;
}

}  // namespace kingbird::concolic
