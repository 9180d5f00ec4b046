#include "model/execution.h"

#include <algorithm>

#include "base/text.h"

namespace kingbird::model {
namespace {

// Milliseconds of the processor: what takes longer gains nothing by sharing a process, and holds up the others in it.
constexpr double kQuick = 25;

}  // namespace

std::string_view ToString(End end) {
  switch (end) {
    case End::kFinished:
      return "finished";
    case End::kUncaughtException:
      return "uncaught-exception";
    case End::kUnhandledRejection:
      return "unhandled-rejection";
    case End::kTimedOut:
      return "timed-out";
    case End::kExited:
      return "exited";
    case End::kSignal:
      return "signal";
    case End::kOutOfMemory:
      return "out-of-memory";
    case End::kOutputLimit:
      return "output-limit";
    case End::kEventLimit:
      return "event-limit";
    case End::kLied:
      return "lied";
    case End::kNotRun:
      return "not-run";
  }
  return "finished";
}

std::string_view ToString(Halt halt) {
  switch (halt) {
    case Halt::kNone:
      return "";
    case Halt::kBusy:
      return "busy";
    case Halt::kPending:
      return "pending";
    case Halt::kEndless:
      return "endless";
    case Halt::kScratch:
      return "scratch";
    case Halt::kProcesses:
      return "processes";
    case Halt::kZygote:
      return "zygote";
  }
  return "";
}

const Event* Execution::Find(Event::Kind kind, int node) const {
  const auto match = [&](const Event& event) { return event.kind == kind && event.node == node; };
  const auto it = std::find_if(events.rbegin(), events.rend(), match);
  return it == events.rend() ? nullptr : &*it;
}

int Execution::Invocations(int callback) const {
  return static_cast<int>(std::count_if(events.begin(), events.end(), [&](const Event& event) {
    return event.kind == Event::Kind::kInvoke && event.node == callback;
  }));
}

bool Execution::Failed() const {
  if (end != End::kFinished) return true;
  return std::any_of(events.begin(), events.end(),
                     [](const Event& event) { return event.kind == Event::Kind::kThrow; });
}

bool Execution::IsClean() const {
  if (end != End::kFinished || depends_on_machine || files || effects.Any() || cpu_ms > kQuick) return false;
  return std::all_of(events.begin(), events.end(), [](const Event& event) {
    using Kind = Event::Kind;
    const bool call = event.kind == Kind::kCall || event.kind == Kind::kReturn || event.kind == Kind::kThrow;
    const bool within = (event.kind == Kind::kInvoke || event.kind == Kind::kLeave) && event.during >= 0;
    return call || within;
  });
}

std::string CallName(const Call& call, const Execution& execution) {
  Function function;
  // A built-in by its own name: Array.prototype.map.call(…), Array.from(…).
  const bool global = call.kind == Call::Kind::kMethod && call.receiver &&
                      call.receiver->kind == Argument::Kind::kGlobal && !call.receiver->path.empty();
  if (global && (call.path.empty() || call.path.back() == "call")) return ToString(call.receiver->path);
  if (global) return ToString(call.receiver->path) + "." + call.path.back();
  function.path = call.path;
  if (call.kind == Call::Kind::kNew) function.kind = Function::Kind::kConstructor;
  if (call.kind == Call::Kind::kAwait) return "await";
  if (call.kind == Call::Kind::kFake) return "fake " + ToString(call.path);
  if (call.kind == Call::Kind::kRequest) return base::Join(call.path, " ");
  if (call.kind == Call::Kind::kMethod && call.path.empty()) return "(handed-out function)";
  if (call.kind == Call::Kind::kMethod || call.kind == Call::Kind::kAssign || call.kind == Call::Kind::kGet) {
    function.kind = Function::Kind::kMethod;
    for (Event::Kind kind : {Event::Kind::kReturn, Event::Kind::kThrow}) {
      const Event* event = execution.Find(kind, call.id);
      if (event != nullptr && event->values.size() > 1) function.owner = OwnerName(event->values[1]);
    }
  }
  return function.Name();
}

}  // namespace kingbird::model
