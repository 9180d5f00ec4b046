#include "emit/minimizer.h"

#include <algorithm>
#include <functional>
#include <set>

#include "emit/smaller_arguments.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::TestCase;
using model::Value;

constexpr size_t kSimplerNumbers = 3;  // SimplerOfItsType

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

TestCase Without(const TestCase& test, const std::set<int>& gone) {
  return Rebuild::Keep(test, [&](const Call& call) { return !gone.contains(call.id); });
}

// What needs one of them goes too: no argument becomes undefined.
TestCase WithoutUsers(const TestCase& test, std::set<int> gone) {
  model::ForEachCall(*test.root, [&](const Call& call) {
    std::set<int> needed;
    if (call.receiver) DeepReferences(*call.receiver, needed);
    for (const Argument& argument : call.arguments) DeepReferences(argument, needed);
    if (std::ranges::any_of(needed, [&](int id) { return gone.contains(id); })) gone.insert(call.id);
  });
  return Without(test, gone);
}

std::vector<TestCase> WithoutOneCall(const TestCase& test, bool sequence) {
  std::vector<int> ids;
  model::ForEachCall(*test.root, [&](const Call& call) { ids.push_back(call.id); });
  std::vector<TestCase> tests;
  if (ids.size() < 2) return tests;
  for (auto it = ids.rbegin(); it != ids.rend(); ++it)
    tests.push_back(sequence ? WithoutUsers(test, {*it}) : Without(test, {*it}));
  return tests;
}

// Without so many calls of the test's own body, the last ones first.
std::vector<TestCase> WithoutMany(const TestCase& test, size_t many) {
  const std::vector<Call>& body = test.root->body;
  std::vector<TestCase> tests;
  for (size_t end = body.size(); end > 0; end -= std::min(end, many)) {
    std::set<int> gone;
    for (size_t i = end - std::min(end, many); i < end; ++i) gone.insert(body[i].id);
    tests.push_back(WithoutUsers(test, std::move(gone)));
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

Minimizer Minimizer::OfSequence(TestCase test, int budget) {
  Minimizer minimizer(std::move(test), budget);
  minimizer.sequence_ = true;
  minimizer.phase_ = Phase::kDropMany;
  minimizer.many_ = minimizer.test_.root->body.size() / 2;
  return minimizer;
}

std::vector<TestCase> Minimizer::Proposals() const {
  switch (phase_) {
    case Phase::kDropMany:
      return many_ > 1 ? WithoutMany(test_, many_) : std::vector<TestCase>();
    case Phase::kSlice:
      return Slices(test_);
    case Phase::kDropCalls:
      return WithoutOneCall(test_, sequence_);
    case Phase::kDropParts:
      return WithoutOnePart(test_);
    case Phase::kDropHalves:
      return WithOneArgument(test_, Halves);
    case Phase::kSimplify:
      return WithOneArgument(test_, sequence_ ? SimplerOfItsType : Simpler);
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
    // With the last of a number's simpler ones the first are gone too: the next place begins where they did.
    if (sequence_ && phase_ == Phase::kSimplify) at_ -= std::min(at_, kSimplerNumbers - 1);
  }
  proposed_.clear();
}

bool Minimizer::Skips(Phase phase) const {
  return sequence_ && (phase == Phase::kSlice || phase == Phase::kDropParts || phase == Phase::kDropHalves);
}

void Minimizer::Advance() {
  at_ = 0;
  many_ /= 2;
  if (phase_ == Phase::kDropMany && many_ > 1) return;
  do phase_ = static_cast<Phase>(static_cast<int>(phase_) + 1);
  while (Skips(phase_));
}

}  // namespace kingbird::emit
