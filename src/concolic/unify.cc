// Unification is by values: an entry is a run of the callee that ended well, so whatever its constraints say holds of
// its inputs. What the caller passes on as it got it is given the callee's value; whether the caller still gets to the
// call, and whether the callee takes the entry's path with what else is passed, is seen by evaluating their decisions.
//
// The callee's paths were tested with the callee. A call that got what it wants is left as it is, one that did not is
// led into the first entry that fits; the others are kept for code of the caller that stays unreached.
#include "concolic/unify.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "concolic/expression/evaluate.h"

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

std::vector<Value> ValuesOf(const Path& path, const Assignment& input) {
  std::vector<Value> values;
  for (SymbolId symbol = 0; symbol < path.symbols.size(); ++symbol) values.push_back(ValueOf(input, path, symbol));
  return values;
}

/// The decisions and the uses before event `end` come out as they did, as far as can be told.
bool ComesOut(const SeenRun& run, size_t end, const Assignment& input) {
  std::vector<NodeId> roots;
  for (const Constraint& constraint : run.constraints) {
    if (constraint.event < end && constraint.IsBranch()) roots.push_back(constraint.node);
  }
  const std::vector<Value> values = ValuesOf(run.path, input);
  const Evaluator evaluator(run.path, roots, values);
  return std::ranges::all_of(run.constraints, [&](const Constraint& constraint) {
    if (constraint.event >= end || constraint.truth_test) return true;
    if (!constraint.IsBranch()) return !constraint.held || constraint.wanted.Has(values[constraint.symbol].type);
    const std::optional<bool> truth = evaluator.Truth(constraint.node);
    return !truth || *truth == constraint.held;
  });
}

Input& ArgumentOf(Assignment& context, size_t place) {
  return place == 0 ? context.self : context.arguments[place - 1];
}

/// What the callee gets when the caller has `input`: of concrete objects what the entry has.
Assignment ContextOf(const SeenRun& run, const Call& call, const Assignment& input, Assignment context) {
  const std::vector<Value> values = ValuesOf(run.path, input);
  std::vector<NodeId> roots = call.arguments;
  std::erase(roots, 0);
  const Evaluator evaluator(run.path, roots, values);
  // What is not passed is not there.
  context.arguments.resize(call.arguments.empty() ? 0 : call.arguments.size() - 1);
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const NodeId node = call.arguments[i];
    if (node == 0) continue;
    if (run.path.expressions[node].op == Op::kInput) {
      const Input* passed = Find(input, run.path, run.path.expressions[node].symbol);
      ArgumentOf(context, i) = passed == nullptr ? Input{} : *passed;
    } else if (const Value* value = evaluator.Get(node); value != nullptr && !HasParts(value->type)) {
      ArgumentOf(context, i) = {.type = value->type, .number = value->number, .text = value->text};
    }
  }
  return context;
}

}  // namespace

std::optional<Assignment> Unify(const SeenRun& run, const Call& call, const CalleePath& entry) {
  Assignment input = run.input;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Input* wanted = PassedIn(entry.input, i);
    const NodeId node = call.arguments[i];
    if (node == 0 || wanted == nullptr || wanted->type == Type::kAbsent) continue;
    if (run.path.expressions[node].op != Op::kInput) continue;
    Merge(Make(input, run.path, run.path.expressions[node].symbol), *wanted);
  }
  if (!ComesOut(run, call.event, input)) return std::nullopt;
  if (entry.run != nullptr && !ComesOut(*entry.run, SIZE_MAX, ContextOf(run, call, input, entry.input))) {
    return std::nullopt;
  }
  return input;
}

Assignment Passed(const SeenRun& run, const Call& call) {
  Assignment passed;
  passed.arguments.resize(call.arguments.empty() ? 0 : call.arguments.size() - 1);
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const NodeId node = call.arguments[i];
    if (node == 0 || run.path.expressions[node].op != Op::kInput) continue;
    const Input* input = Find(run.input, run.path, run.path.expressions[node].symbol);
    if (input != nullptr) (i == 0 ? passed.self : passed.arguments[i - 1]) = *input;
  }
  return passed;
}

bool EntryReuse::IsKnown(const Call& call) {
  if (call.site == own_ || callees_.FunctionOf(call.from) != own_) return false;
  const std::vector<CalleePath>* entries = callees_.EntriesOf(call.site);
  return entries != nullptr && !entries->empty();
}

// Decisions elsewhere belong to the last call that the function made itself.
void EntryReuse::LeaveToCallees(SeenRun& run) {
  const Call* around = nullptr;
  size_t next = 0;
  for (Constraint& constraint : run.constraints) {
    for (; next < run.path.calls.size() && run.path.calls[next].event <= constraint.event; ++next) {
      if (callees_.FunctionOf(run.path.calls[next].from) == own_) around = &run.path.calls[next];
    }
    if (!constraint.IsBranch() || constraint.discarded || callees_.FunctionOf(constraint.site) == own_) continue;
    // A callee that is covered without a value of its own has no entry with one.
    if (AsksForOwn(run, constraint)) continue;
    constraint.left_to_callee = around != nullptr && IsKnown(*around);
    constraint.discarded = constraint.left_to_callee;
  }
}

void EntryReuse::GiveBack(SeenRun& run) {
  for (Constraint& constraint : run.constraints) {
    if (std::exchange(constraint.left_to_callee, false)) constraint.discarded = false;
  }
}

EntryReuse::Followers EntryReuse::Follow(SeenRun& run) {
  Followers followers;
  size_t next = 0;
  for (size_t i = 0; i < run.path.calls.size(); ++i) {
    const Call& call = run.path.calls[i];
    for (; next < run.constraints.size() && run.constraints[next].event < call.event; ++next) {
      if (run.constraints[next].Unresolved()) return followers;
    }
    if (!IsKnown(call)) continue;
    size_t end = SIZE_MAX;
    for (size_t j = i + 1; j < run.path.calls.size() && end == SIZE_MAX; ++j) {
      if (callees_.FunctionOf(run.path.calls[j].from) == own_) end = run.path.calls[j].event;
    }
    Lead(run, call, GotWhatItWants(run, call, end), followers);
    if (!followers.now) continue;
    for (Constraint& constraint : run.constraints) {
      if (constraint.event < call.event || constraint.discarded) continue;
      constraint.discarded = constraint.left_to_callee = true;
    }
    return followers;
  }
  return followers;
}

bool EntryReuse::GotWhatItWants(const SeenRun& run, const Call& call, size_t end) const {
  return std::ranges::none_of(run.constraints, [&](const Constraint& constraint) {
    if (constraint.event < call.event || constraint.event >= end || !constraint.Unresolved()) return false;
    return callees_.FunctionOf(constraint.site) != own_;
  });
}

void EntryReuse::Lead(const SeenRun& run, const Call& call, bool served, Followers& followers) {
  const std::vector<CalleePath>& entries = *callees_.EntriesOf(call.site);
  for (size_t i = 0; i < entries.size(); ++i) {
    const bool known = followed_.contains({call.from, call.site, i});
    if (known && (served || followers.now)) continue;
    std::optional<Assignment> input = Unify(run, call, entries[i]);
    if (!input) continue;
    followed_.emplace(call.from, call.site, i);
    if (*input == run.input) continue;
    if (served || followers.now) {
      followers.later.push_back(*std::move(input));
    } else {
      followers.now = std::move(input);
    }
  }
}

}  // namespace kingbird::concolic
