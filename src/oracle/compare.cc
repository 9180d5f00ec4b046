// Events are matched by kind, node and number of occurrence, not by their place in the log: two versions may do
// unrelated things in another order. A side that ended early (a crash, a hang) is compared only in what it did until
// then, since all it did not do any more is the same one difference.
#include "oracle/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "model/pollution.h"
#include "oracle/node_output.h"

namespace kingbird::oracle {
namespace {

using model::Call;
using model::End;
using model::Event;
using model::Execution;
using model::Value;
using Kind = model::FindingKind;

bool NeverEnds(End end) {
  return end == End::kTimedOut || end == End::kOutputLimit || end == End::kEventLimit || end == End::kLied ||
         end == End::kOutOfMemory;
}

std::string Head(const std::string& text) {
  constexpr size_t kMost = 200;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

// Whether the side has no function where the call's path leads.
bool IsMissing(const Execution& execution, const Call& call) {
  return execution.Find(Event::Kind::kMissing, call.id) != nullptr;
}

class Comparison {
 public:
  Comparison(const model::TestCase& test, const Execution& before, const Execution& after, const CompareConfig& config)
      : test_(test), before_(before), after_(after), config_(config) {
    cut_ = before.end != End::kFinished || after.end != End::kFinished;
  }

  std::vector<Difference> Run() {
    model::ForEachCall(*test_.root, [&](const Call& call) { Compare(call); });
    CompareEnds();
    ComparePollution();
    CompareOrder();
    CompareOutput();
    return std::move(differences_);
  }

 private:
  void Add(Kind kind, const std::string& function, int node, Behaviour before, Behaviour after) {
    differences_.push_back({kind, function, node, false, std::move(before), std::move(after)});
  }

  std::string NameOf(const Call& call) const {
    const bool function = call.kind == Call::Kind::kMethod && call.path.empty() && call.receiver;
    if (function && call.receiver->kind == model::Argument::Kind::kSetup) return call.receiver->keys.at(0);
    const bool known = before_.Find(Event::Kind::kReturn, call.id) || before_.Find(Event::Kind::kThrow, call.id);
    return model::CallName(call, known ? before_ : after_);
  }

  // The last call that began: most likely what crashed or hung. Writes of the test itself call nothing.
  std::string LastCall(const Execution& execution, int& node) const {
    std::set<int> writes;
    model::ForEachCall(*test_.root, [&](const Call& call) {
      if (call.kind == Call::Kind::kAssign) writes.insert(call.id);
    });
    for (const Event& event : execution.events) {
      if (event.kind == Event::Kind::kCall && !writes.contains(event.node)) node = event.node;
    }
    std::string name = "(module)";
    model::ForEachCall(*test_.root, [&](const Call& call) {
      if (call.id == node) name = NameOf(call);
    });
    return name;
  }

  static Behaviour EndOf(const Execution& execution) {
    switch (execution.end) {
      case End::kFinished: {
        const std::string wrote = WithoutWarnings(execution.err);
        return {Deed::kEnded, wrote.substr(0, wrote.find('\n'))};
      }
      case End::kUncaughtException:
        return {Deed::kUncaught, "", {execution.error}, true};
      case End::kUnhandledRejection:
        return {Deed::kUnhandled, "", {execution.error}, true};
      case End::kTimedOut:
        return {Deed::kDidNotEnd, "", {}, true};
      case End::kExited:
        return {Deed::kExited, std::to_string(execution.exit_code), {}, true};
      case End::kSignal:
        return {Deed::kKilled, std::to_string(execution.signal), {}, true};
      default:
        return {Deed::kDidNotEnd, std::string(model::ToString(execution.end)), {}, true};
    }
  }

  void CompareEnds() {
    const bool endless = NeverEnds(before_.end) || NeverEnds(after_.end);
    if (NeverEnds(before_.end) && NeverEnds(after_.end)) return;
    const bool same = before_.end == after_.end && before_.exit_code == after_.exit_code &&
                      before_.signal == after_.signal && Same(before_.error, after_.error);
    if (same) return;
    int node = -1;
    const bool at_after = after_.end != End::kFinished && !(NeverEnds(before_.end) && !NeverEnds(after_.end));
    const std::string function = LastCall(at_after ? after_ : before_, node);
    Add(endless ? Kind::kNonTermination : Kind::kAsyncError, function, node, EndOf(before_), EndOf(after_));
    differences_.back().at_end = true;
  }

  // By the holder, not the property: that is the test's choice.
  void ComparePollution() {
    if (cut_) return;
    const std::optional<model::Pollution> before = PollutedOnlyBy(before_, after_);
    const std::optional<model::Pollution> after = PollutedOnlyBy(after_, before_);
    if (!before && !after) return;
    const auto side = [](const std::optional<model::Pollution>& own, const std::optional<model::Pollution>& other) {
      if (!own) return Behaviour{Deed::kLeftAlone, other->Holder()};
      return Behaviour{Deed::kPolluted, base::Join(own->path, ".") + " with", {own->value}, true, own->Holder()};
    };
    int node = -1;
    std::string function = LastCall(before_, node);
    model::ForEachCall(*test_.root, [&](const Call& call) {
      if (call.id != (before ? before : after)->node) return;
      node = call.id;
      function = NameOf(call);
    });
    Add(Kind::kPollution, function, node, side(before, after), side(after, before));
  }

  static std::optional<model::Pollution> PollutedOnlyBy(const Execution& one, const Execution& other) {
    std::set<std::string> common;
    for (const model::Pollution& pollution : model::PollutionsOf(other)) common.insert(pollution.Holder());
    for (const model::Pollution& pollution : model::PollutionsOf(one)) {
      if (!common.contains(pollution.Holder())) return pollution;
    }
    return std::nullopt;
  }

  const Event* Outcome(const Execution& execution, int node) const {
    const Event* thrown = execution.Find(Event::Kind::kThrow, node);
    return thrown != nullptr ? thrown : execution.Find(Event::Kind::kReturn, node);
  }

  static Behaviour OutcomeOf(const Event& event) {
    const bool threw = event.kind == Event::Kind::kThrow;
    return {threw ? Deed::kThrew : Deed::kReturned, "", {event.values.empty() ? Value() : event.values[0]}, threw};
  }

  void Compare(const Call& call) {
    if (call.kind == Call::Kind::kAssign) return;
    const std::string name = NameOf(call);
    if (!config_.unstable.contains(call.id)) {
      const Event* before = Outcome(before_, call.id);
      const Event* after = Outcome(after_, call.id);
      if (before != nullptr && after != nullptr) CompareOutcomes(call, name, *before, *after);
      CompareSettling(call, name);
    }
    for (const model::Argument& argument : call.arguments) CompareCallbacks(argument, call, name);
  }

  void CompareOutcomes(const Call& call, const std::string& name, const Event& before, const Event& after) {
    if (before.kind != after.kind) {
      const auto side = [&](const Execution& execution, const Event& event) {
        return IsMissing(execution, call) ? Behaviour{Deed::kIsMissing, "", {}, true} : OutcomeOf(event);
      };
      const bool missing = IsMissing(before_, call) || IsMissing(after_, call);
      return Add(missing ? Kind::kMissingApi : Kind::kError, name, call.id, side(before_, before), side(after_, after));
    }
    if (before.values.empty() || after.values.empty()) return;
    const bool threw = before.kind == Event::Kind::kThrow;
    if (!Same(before.values[0], after.values[0])) {
      Add(threw ? Kind::kError : Kind::kReturn, name, call.id, OutcomeOf(before), OutcomeOf(after));
    }
    const size_t count = std::min(before.values.size(), after.values.size());
    for (size_t i = 1; i < count; ++i) {
      if (Same(before.values[i], after.values[i])) continue;
      const auto left = [&](const Event& event) {
        return i == 1 ? Behaviour{Deed::kLeftReceiver, "", {event.values[i]}}
                      : Behaviour{Deed::kLeftArgument, std::to_string(i - 1), {event.values[i]}};
      };
      Add(i == 1 ? Kind::kReceiver : Kind::kArgument, name, call.id, left(before), left(after));
      break;
    }
  }

  static Behaviour SettlingOf(const Execution& execution, int node) {
    if (const Event* event = execution.Find(Event::Kind::kReject, node))
      return {Deed::kRejected, "", event->values, true};
    if (const Event* event = execution.Find(Event::Kind::kFulfill, node)) {
      return {Deed::kFulfilled, "", event->values};
    }
    return {Deed::kNeverSettled, "", {}, true};
  }

  void CompareSettling(const Call& call, const std::string& name) {
    const Behaviour before = SettlingOf(before_, call.id);
    const Behaviour after = SettlingOf(after_, call.id);
    const bool absent = before.values.empty() || after.values.empty();
    if (before.deed != after.deed) {
      // A promise on one side only is a difference of the returned values; a side cut short settles nothing.
      if (absent && (cut_ || !ReturnedPromises(call.id))) return;
      const bool rejected = before.deed == Deed::kRejected || after.deed == Deed::kRejected;
      return Add(rejected ? Kind::kAsyncError : Kind::kReturn, name, call.id, before, after);
    }
    if (absent) return;
    if (Same(before.values[0], after.values[0])) return;
    Add(before.failed ? Kind::kAsyncError : Kind::kReturn, name, call.id, before, after);
  }

  bool ReturnedPromises(int node) const {
    const auto promise = [&](const Execution& execution) {
      const Event* event = execution.Find(Event::Kind::kReturn, node);
      return event != nullptr && !event->values.empty() && !model::IsPrimitive(event->values[0].kind);
    };
    return promise(before_) && promise(after_);
  }

  static std::vector<const Event*> InvocationsOf(const Execution& execution, int node) {
    std::vector<const Event*> list;
    for (const Event& event : execution.events) {
      if (event.kind == Event::Kind::kInvoke && event.node == node) list.push_back(&event);
    }
    return list;
  }

  static Behaviour CountOf(size_t count) {
    if (count == 0) return {Deed::kCalledBackNever, "", {}, true};
    return {count == 1 ? Deed::kCalledBackOnce : Deed::kCalledBackOften, std::to_string(count)};
  }

  void CompareCallbacks(const model::Argument& argument, const Call& call, const std::string& name) {
    for (const model::Argument& item : argument.items) CompareCallbacks(item, call, name);
    if (!argument.callback || config_.unstable.contains(argument.callback->id)) return;
    const auto before = InvocationsOf(before_, argument.callback->id);
    const auto after = InvocationsOf(after_, argument.callback->id);
    const size_t common = std::min(before.size(), after.size());
    for (size_t i = 0; i < common; ++i) {
      if (CompareInvocation(*before[i], *after[i], call, name)) return;
    }
    if (before.size() == after.size() || cut_) return;
    Behaviour count_before = CountOf(before.size());
    Behaviour count_after = CountOf(after.size());
    if (common == 0) {
      // What it was called with says more than a number.
      const auto& seen = before.empty() ? after : before;
      (before.empty() ? count_after : count_before).values = {seen[0]->values.begin() + 1, seen[0]->values.end()};
    }
    Add(Kind::kCallbackInvocations, name, call.id, std::move(count_before), std::move(count_after));
  }

  bool CompareInvocation(const Event& before, const Event& after, const Call& call, const std::string& name) {
    const auto arguments = [](const Event& event) {
      const bool error = event.values.size() > 1 && event.values[1].kind == Value::Kind::kError;
      return Behaviour{Deed::kCalledBack, "", {event.values.begin() + 1, event.values.end()}, error};
    };
    bool same = before.values.size() == after.values.size();
    for (size_t i = 1; same && i < before.values.size(); ++i) same = Same(before.values[i], after.values[i]);
    if (!same) {
      Add(Kind::kCallbackArguments, name, call.id, arguments(before), arguments(after));
      return true;
    }
    const bool now_before = before.during == call.id;
    const bool now_after = after.during == call.id;
    if (now_before == now_after || (before.during >= 0) == (after.during >= 0)) return false;
    const auto timing = [](bool now) { return Behaviour{now ? Deed::kCalledBackAtOnce : Deed::kCalledBackLater, ""}; };
    Add(Kind::kCallbackInvocations, name, call.id, timing(now_before), timing(now_after));
    return true;
  }

  // The same invocations in another order; only told where nothing else explains it, and only of the first turn of the
  // loop: when the operations of later turns are done is not the target's to decide. Implementations of their own
  // choose the turn as they like; the order is theirs to keep.
  void CompareOrder() {
    if (!differences_.empty() || cut_) return;
    const auto order = [&](const Execution& execution) {
      std::vector<int> nodes;
      for (const Event& event : execution.events) {
        const bool counts = event.kind == Event::Kind::kInvoke && (event.tick == 0 || config_.likeness.implementations);
        if (counts && !config_.unstable.contains(event.node)) nodes.push_back(event.node);
      }
      return nodes;
    };
    const std::vector<int> before = order(before_);
    const std::vector<int> after = order(after_);
    if (before == after || !std::is_permutation(before.begin(), before.end(), after.begin(), after.end())) return;
    const auto split = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const int first = split.first == before.end() ? *split.second : *split.first;
    std::string function = "(module)";
    int node = -1;
    std::map<int, int> numbers;
    model::ForEachCallback(*test_.root, [&](const model::Callback& callback) {
      numbers.emplace(callback.id, static_cast<int>(numbers.size()));
    });
    model::ForEachCall(*test_.root, [&](const Call& call) {
      for (const model::Argument& argument : call.arguments) {
        if (!argument.callback || argument.callback->id != first) continue;
        function = NameOf(call);
        node = call.id;
      }
    });
    const auto words = [&](const std::vector<int>& nodes) {
      std::vector<std::string> list;
      for (int id : nodes) list.push_back(fmt::format("callback {}", numbers[id]));
      return Behaviour{Deed::kCalledBackInOrder, base::Join(list, ", ")};
    };
    Add(Kind::kCallbackInvocations, function, node, words(before), words(after));
  }

  void CompareOutput() {
    if (cut_ && !differences_.empty()) return;
    int node = -1;
    if (before_.out != after_.out) {
      Add(Kind::kStdout, LastCall(before_, node), node, {Deed::kPrinted, Head(before_.out)},
          {Deed::kPrinted, Head(after_.out)});
    }
    const std::string before = WithoutWarnings(before_.err);
    const std::string after = WithoutWarnings(after_.err);
    if (before.empty() == after.empty()) return;
    const auto wrote = [](const std::string& text) {
      return Behaviour{text.empty() ? Deed::kWroteNothing : Deed::kWrote, Head(text), {}, !text.empty()};
    };
    Add(Kind::kStderr, LastCall(before_, node), node, wrote(before), wrote(after));
  }

  bool Same(const Value& a, const Value& b) const { return Alike(a, b, config_.likeness); }

  const model::TestCase& test_;
  const Execution& before_;
  const Execution& after_;
  const CompareConfig& config_;
  bool cut_ = false;
  std::vector<Difference> differences_;
};

}  // namespace

std::vector<Difference> Compare(const model::TestCase& test, const Execution& before, const Execution& after,
                                const CompareConfig& config) {
  if (before.end == model::End::kNotRun || after.end == model::End::kNotRun) return {};
  return Comparison(test, before, after, config).Run();
}

}  // namespace kingbird::oracle
