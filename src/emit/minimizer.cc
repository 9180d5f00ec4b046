#include "emit/minimizer.h"

#include <algorithm>
#include <functional>
#include <set>

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::TestCase;
using model::Value;

void References(const Argument& argument, std::set<int>& into) {
  if (argument.kind == Argument::Kind::kResult) into.insert(argument.node);
  for (const Argument& item : argument.items) References(item, into);
}

// The calls of the tree that `keep` wants. Arguments that lost what they refer to become undefined; a method that lost
// its receiver goes, too: calling undefined shows nothing.
class Rebuild {
 public:
  using CallFilter = std::function<bool(const Call&)>;

  static TestCase Keep(const TestCase& test, const CallFilter& keep) {
    std::set<int> alive;
    Callback root = Filter(*test.root, keep, alive);
    TestCase result{std::make_shared<Callback>(Mend(root, alive)), test.next_id};
    return result;
  }

 private:
  static Callback Filter(const Callback& callback, const CallFilter& keep, std::set<int>& alive) {
    Callback result = callback;
    result.body.clear();
    for (const Call& call : callback.body) {
      if (!keep(call) || LostReceiver(call, alive)) continue;
      Call copy = call;
      alive.insert(call.id);
      for (Argument& argument : copy.arguments) FilterIn(argument, keep, alive);
      if (copy.receiver) FilterIn(*copy.receiver, keep, alive);
      result.body.push_back(std::move(copy));
    }
    return result;
  }
  static bool LostReceiver(const Call& call, const std::set<int>& alive) {
    if (!call.receiver || call.kind == Call::Kind::kAwait) return false;
    std::set<int> needed;
    References(*call.receiver, needed);
    return !std::includes(alive.begin(), alive.end(), needed.begin(), needed.end());
  }
  static void FilterIn(Argument& argument, const CallFilter& keep, std::set<int>& alive) {
    if (argument.callback) argument.callback = std::make_shared<Callback>(Filter(*argument.callback, keep, alive));
    for (Argument& item : argument.items) FilterIn(item, keep, alive);
  }
  static Callback Mend(Callback callback, const std::set<int>& alive) {
    for (Call& call : callback.body) {
      if (call.receiver) MendIn(*call.receiver, alive);
      for (Argument& argument : call.arguments) MendIn(argument, alive);
    }
    if (callback.result) MendIn(*callback.result, alive);
    return callback;
  }
  static void MendIn(Argument& argument, const std::set<int>& alive) {
    if (argument.kind == Argument::Kind::kResult && !alive.contains(argument.node))
      argument = Argument::Literal(Value::Undefined());
    if (argument.callback) argument.callback = std::make_shared<Callback>(Mend(*argument.callback, alive));
    for (Argument& item : argument.items) MendIn(item, alive);
  }
};

// The call, what it refers to, and the calls whose callbacks surround any of them.
std::set<int> SliceOf(const TestCase& test, int wanted) {
  std::set<int> slice{wanted};
  std::vector<Call> calls;
  model::ForEachCall(*test.root, [&](const Call& call) { calls.push_back(call); });
  for (bool grown = true; grown;) {
    grown = false;
    for (const Call& call : calls) {
      std::set<int> needed;
      if (slice.contains(call.id)) {
        if (call.receiver) References(*call.receiver, needed);
        for (const Argument& argument : call.arguments) References(argument, needed);
      } else {
        bool surrounds = false;
        Callback holder;
        holder.body = {call};
        model::ForEachCall(holder,
                           [&](const Call& inner) { surrounds |= inner.id != call.id && slice.contains(inner.id); });
        if (surrounds) needed.insert(call.id);
      }
      for (int id : needed) grown |= slice.insert(id).second;
    }
  }
  return slice;
}

// Every reference below, those in the bodies of callbacks included.
void DeepReferences(const Argument& argument, std::set<int>& into) {
  References(argument, into);
  for (const Argument& item : argument.items) DeepReferences(item, into);
  if (!argument.callback) return;
  model::ForEachCallback(*argument.callback, [&](const Callback& callback) {
    if (callback.result) References(*callback.result, into);
    for (const Call& call : callback.body) {
      if (call.receiver) References(*call.receiver, into);
      for (const Argument& inner : call.arguments) References(inner, into);
    }
  });
}

// The call and what it refers to as a test of their own, out of the callbacks they are in: what a call does seldom
// depends on where it stands. Not well-formed where it uses parameters of those callbacks.
TestCase Hoisted(const TestCase& test, int wanted) {
  std::vector<Call> calls;
  model::ForEachCall(*test.root, [&](const Call& call) { calls.push_back(call); });
  std::set<int> needed{wanted};
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    if (!needed.contains(call->id)) continue;
    if (call->receiver) DeepReferences(*call->receiver, needed);
    for (const Argument& argument : call->arguments) DeepReferences(argument, needed);
  }
  Callback root;
  std::set<int> inside;  // of calls that are taken already
  for (const Call& call : calls) {
    if (!needed.contains(call.id) || inside.contains(call.id)) continue;
    root.body.push_back(call);
    Callback holder;
    holder.body = {call};
    model::ForEachCall(holder, [&](const Call& inner) { inside.insert(inner.id); });
  }
  return {std::make_shared<Callback>(std::move(root)), test.next_id};
}

std::vector<TestCase> WithoutOneCall(const TestCase& test) {
  std::vector<int> ids;
  model::ForEachCall(*test.root, [&](const Call& call) { ids.push_back(call.id); });
  std::vector<TestCase> tests;
  if (ids.size() < 2) return tests;
  for (auto it = ids.rbegin(); it != ids.rend(); ++it) {
    tests.push_back(Rebuild::Keep(test, [&](const Call& call) { return call.id != *it; }));
  }
  return tests;
}

// Every place of the tree where something small can be changed.
void ForEachPlace(const TestCase& test, const std::function<void(int callback, size_t call, const Call&)>& visit_call,
                  const std::function<void(const Callback&)>& visit_callback) {
  model::ForEachCallback(*test.root, [&](const Callback& callback) {
    visit_callback(callback);
    for (size_t i = 0; i < callback.body.size(); ++i) visit_call(callback.id, i, callback.body[i]);
  });
}

TestCase WithCall(const TestCase& test, int callback, size_t index, Call call) {
  return model::WithCallback(test, callback, [&](Callback copy) {
    copy.body[index] = std::move(call);
    return copy;
  });
}

std::vector<TestCase> WithoutOnePart(const TestCase& test) {
  std::vector<TestCase> tests;
  ForEachPlace(
      test,
      [&](int callback, size_t index, const Call& call) {
        if (call.kind == Call::Kind::kAwait || call.kind == Call::Kind::kAssign || call.arguments.empty()) return;
        Call shorter = call;
        shorter.arguments.pop_back();
        tests.push_back(WithCall(test, callback, index, std::move(shorter)));
      },
      [&](const Callback& callback) {
        if (callback.id == 0) return;
        if (callback.result) {
          tests.push_back(model::WithCallback(test, callback.id, [](Callback copy) {
            copy.result.reset();
            copy.throws = false;
            return copy;
          }));
        }
        if (callback.parameters > 0) {
          tests.push_back(model::WithCallback(test, callback.id, [](Callback copy) {
            copy.parameters = 0;
            return copy;
          }));
        }
      });
  std::erase_if(tests, [](const TestCase& candidate) { return !model::WellFormedness(candidate).empty(); });
  return tests;
}

template <typename Item>
void Erase(std::vector<Item>& list, size_t begin, size_t end) {
  list.erase(list.begin() + static_cast<ptrdiff_t>(begin), list.begin() + static_cast<ptrdiff_t>(end));
}

// Of lists and objects, written as literals or put together from other arguments; 0 for everything else.
size_t MembersOf(const Argument& argument) {
  if (argument.kind == Argument::Kind::kArray || argument.kind == Argument::Kind::kObject) return argument.items.size();
  if (argument.kind != Argument::Kind::kLiteral) return 0;
  const Value& value = argument.literal;
  return value.kind == Value::Kind::kArray    ? value.items.size()
         : value.kind == Value::Kind::kObject ? value.properties.size()
                                              : 0;
}

Argument WithoutMembers(Argument argument, size_t begin, size_t end) {
  if (argument.kind == Argument::Kind::kLiteral) {
    if (argument.literal.kind == Value::Kind::kArray) {
      Erase(argument.literal.items, begin, end);
    } else {
      Erase(argument.literal.properties, begin, end);
    }
    return argument;
  }
  Erase(argument.items, begin, end);
  if (argument.kind == Argument::Kind::kObject) Erase(argument.keys, begin, end);
  return argument;
}

// Of many options one or two matter as a rule: halves get there sooner than one after the other.
std::vector<Argument> Halves(const Argument& argument) {
  const size_t count = MembersOf(argument);
  if (count < 4) return {};
  return {WithoutMembers(argument, 0, count / 2), WithoutMembers(argument, count / 2, count)};
}

std::vector<Argument> Simpler(const Argument& argument) {
  std::vector<Argument> list;
  for (size_t i = 0; i < MembersOf(argument); ++i) list.push_back(WithoutMembers(argument, i, i + 1));
  if (argument.kind != Argument::Kind::kLiteral) return list;
  const Value& value = argument.literal;
  switch (value.kind) {
    case Value::Kind::kString:
      if (value.text.size() > 12) list.push_back(Argument::Literal(Value::String("a")));
      break;
    case Value::Kind::kNumber:
      if (value.number != 0 && value.number != 1) list.push_back(Argument::Literal(Value::Number(1)));
      break;
    case Value::Kind::kUndefined:
    case Value::Kind::kNull:
    case Value::Kind::kBoolean:
    case Value::Kind::kArray:
    case Value::Kind::kObject:
      break;
    default:
      list.push_back(Argument::Literal(Value::Undefined()));
  }
  return list;
}

std::vector<TestCase> WithOneArgument(const TestCase& test, std::vector<Argument> (*others)(const Argument&)) {
  std::vector<TestCase> tests;
  ForEachPlace(
      test,
      [&](int callback, size_t index, const Call& call) {
        if (call.kind == Call::Kind::kAwait) return;
        for (size_t p = 0; p < call.arguments.size(); ++p) {
          for (Argument& other : others(call.arguments[p])) {
            Call changed = call;
            changed.arguments[p] = std::move(other);
            tests.push_back(WithCall(test, callback, index, std::move(changed)));
          }
        }
      },
      [](const Callback&) {});
  std::erase_if(tests, [](const TestCase& candidate) { return !model::WellFormedness(candidate).empty(); });
  return tests;
}

}  // namespace

TestCase Tidy(const TestCase& test) {
  return Rebuild::Keep(test, [](const Call& call) {
    if (call.kind != Call::Kind::kAwait) return true;
    const bool waits = call.receiver && call.receiver->kind != Argument::Kind::kLiteral;
    return waits && !call.arguments.empty() && call.arguments[0].callback && !call.arguments[0].callback->body.empty();
  });
}

std::vector<TestCase> Slices(const TestCase& test) {
  std::vector<std::pair<size_t, TestCase>> slices;
  const auto total = static_cast<size_t>(model::CountCalls(test));
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (call.kind == Call::Kind::kAwait) return;
    const std::set<int> slice = SliceOf(test, call.id);
    TestCase hoisted = Hoisted(test, call.id);
    const auto size = static_cast<size_t>(model::CountCalls(hoisted));
    if (size < std::min(slice.size(), total) && model::WellFormedness(hoisted).empty())
      slices.emplace_back(size, std::move(hoisted));
    if (slice.size() >= total) return;
    slices.emplace_back(slice.size(), Rebuild::Keep(test, [&](const Call& other) { return slice.contains(other.id); }));
  });
  std::stable_sort(slices.begin(), slices.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<TestCase> tests;
  for (auto& [size, slice] : slices) tests.push_back(std::move(slice));
  return tests;
}

std::vector<TestCase> Minimizer::Proposals() const {
  switch (phase_) {
    case Phase::kSlice:
      return Slices(test_);
    case Phase::kDropCalls:
      return WithoutOneCall(test_);
    case Phase::kDropParts:
      return WithoutOnePart(test_);
    case Phase::kDropHalves:
      return WithOneArgument(test_, Halves);
    case Phase::kSimplify:
      return WithOneArgument(test_, Simpler);
    case Phase::kDone:
      break;
  }
  return {};
}

std::vector<TestCase> Minimizer::Candidates(size_t most) {
  for (; phase_ != Phase::kDone && budget_ > 0; Advance()) {
    std::vector<TestCase> all = Proposals();
    if (at_ >= all.size()) continue;
    const size_t count = std::min({most, static_cast<size_t>(budget_), all.size() - at_});
    const auto first = all.begin() + static_cast<ptrdiff_t>(at_);
    proposed_ = {first, first + static_cast<ptrdiff_t>(count)};
    budget_ -= static_cast<int>(count);
    return proposed_;
  }
  return {};
}

void Minimizer::Report(int accepted) {
  if (accepted < 0) {
    at_ += proposed_.size();
  } else {
    // What was removed is no place any more: the next one has moved up to its index.
    at_ += static_cast<size_t>(accepted);
    test_ = proposed_[static_cast<size_t>(accepted)];
    // A slice is minimal at once.
    if (phase_ == Phase::kSlice) Advance();
  }
  proposed_.clear();
}

void Minimizer::Advance() {
  phase_ = static_cast<Phase>(static_cast<int>(phase_) + 1);
  at_ = 0;
}

}  // namespace kingbird::emit
