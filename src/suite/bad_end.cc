#include "suite/bad_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <csignal>

#include "base/text.h"
#include "emit/js_text.h"
#include "model/pollution.h"
#include "model/v8_words.h"
#include "oracle/behaviour.h"
#include "oracle/engine_error.h"
#include "oracle/fit.h"
#include "suite/missing_surroundings.h"

namespace kingbird::suite {
namespace {

using model::End;
using model::Event;
using model::Execution;

constexpr ptrdiff_t kManyInvocations = 200;

// "callback is not a function", "options.done is not a function": by what callbacks are called.
bool WantsCallback(const model::Value& error) {
  std::string name(model::LastNameNotCallable(error.text));
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name == "cb" || name == "fn" || name == "next" || name == "done" || name == "func" ||
         name.ends_with("callback") || name.ends_with("iteratee") || name.ends_with("listener") ||
         name.ends_with("handler") || name.ends_with("function");
}

// "Function.prototype.y"
std::string Polluted(const Execution& execution) {
  const std::vector<model::Pollution> pollutions = model::PollutionsOf(execution);
  return pollutions.empty() ? "" : base::Join(pollutions[0].path, ".");
}

// What JSON could hold.
bool IsPlainData(const model::Value& value) {
  if (value.kind == model::Value::Kind::kObject && value.type != "Object" && !value.type.empty()) return false;
  const bool holder = value.kind == model::Value::Kind::kObject || value.kind == model::Value::Kind::kArray;
  if (!holder && (!model::IsPrimitive(value.kind) || value.kind == model::Value::Kind::kSymbol)) return false;
  return std::ranges::all_of(value.items, IsPlainData) &&
         std::ranges::all_of(value.properties, [](const model::Property& own) { return IsPlainData(own.value); });
}

bool Names(const model::Value& value, const std::string& key) {
  if (value.kind == model::Value::Kind::kString && value.text.find(key) != std::string::npos) return true;
  return std::ranges::any_of(value.items, [&](const model::Value& item) { return Names(item, key); }) ||
         std::ranges::any_of(value.properties,
                             [&](const model::Property& own) { return own.name == key || Names(own.value, key); });
}

// The amount of work was in an argument.
bool AskedForMuch(const loop::BadEnd& end) {
  bool much = false;
  for (const Event& event : end.execution.events) {
    if (event.kind != Event::Kind::kCall) continue;
    much |= !std::all_of(event.values.begin(), event.values.end(), oracle::IsModest);
  }
  return much;
}

}  // namespace

model::FindingKind KindOf(const loop::BadEnd& end) {
  using Kind = model::FindingKind;
  if (end.thrower != 0) return Kind::kException;
  switch (end.execution.end) {
    case End::kUncaughtException:
      return Kind::kCrash;
    case End::kUnhandledRejection:
      return Kind::kUnhandledRejection;
    case End::kTimedOut:
      return Kind::kHang;
    case End::kExited:
      return Kind::kExit;
    case End::kOutOfMemory:
      return Kind::kOutOfMemory;
    case End::kOutputLimit:
      return Kind::kFlood;
    case End::kFinished:
      return Kind::kPollution;
    case End::kSignal:
    case End::kEventLimit:
    case End::kLied:
    case End::kNotRun:
      return Kind::kSignal;
  }
  return Kind::kSignal;
}

const model::Value* Thrown(const Execution& execution, int call) {
  for (Event::Kind kind : {Event::Kind::kThrow, Event::Kind::kReject}) {
    const Event* event = execution.Find(kind, call);
    if (event != nullptr && !event->values.empty()) return &event->values[0];
  }
  return nullptr;
}

const model::Value* ErrorOf(const loop::BadEnd& end) {
  if (end.thrower != 0) return Thrown(end.execution, end.thrower);
  const bool error = end.execution.end == End::kUncaughtException || end.execution.end == End::kUnhandledRejection;
  return error ? &end.execution.error : nullptr;
}

bool SameEnd(const Execution& a, const Execution& b, int thrower) {
  if (thrower != 0) {
    const model::Value* first = Thrown(a, thrower);
    const model::Value* second = Thrown(b, thrower);
    return first != nullptr && second != nullptr && oracle::ErrorPattern(*first) == oracle::ErrorPattern(*second);
  }
  const auto left = [](const Execution& execution) {
    std::string paths;
    for (const model::Pollution& pollution : model::PollutionsOf(execution))
      paths += base::Join(pollution.path, ".") + "\n";
    return paths;
  };
  if (left(a) != left(b)) return false;
  return a.end == b.end && oracle::ValueKind(a.error) == oracle::ValueKind(b.error) && a.error.text == b.error.text;
}

std::string_view VerbOf(const loop::BadEnd& end) {
  if (end.thrower != 0) {
    const bool throws = end.execution.Find(Event::Kind::kThrow, end.thrower) != nullptr;
    return throws ? "throws " : "its promise is rejected with ";
  }
  if (end.execution.end == End::kUncaughtException) return "uncaught ";
  return end.execution.end == End::kUnhandledRejection ? "unhandled rejection of " : "";
}

std::string MessageOf(const loop::BadEnd& end) {
  std::string line;
  if (const model::Value* value = ErrorOf(end)) {
    line = value->kind == model::Value::Kind::kError ? value->type + (value->text.empty() ? "" : ": " + value->text)
                                                     : emit::LiteralText(*value);
    line = line.substr(0, line.find('\n'));
  }
  const Execution& execution = end.execution;
  if (const std::string_view verb = VerbOf(end); !verb.empty()) return std::string(verb) + line;
  switch (execution.end) {
    case End::kFinished:
      return "pollutes " + Polluted(execution);
    case End::kTimedOut:
      return fmt::format("did not end within the deadline ({})", ToString(execution.halt));
    case End::kExited:
      return fmt::format("called process.exit({})", execution.exit_code);
    case End::kSignal:
      return fmt::format("killed by signal {}", execution.signal);
    case End::kOutputLimit:
      return execution.signal == SIGXFSZ ? "a file it writes outgrows the limit" : "prints more than the limit";
    default:
      return std::string(model::ToString(execution.end));
  }
}

std::string FunctionOf(const loop::BadEnd& end) {
  int last = end.thrower;
  for (const Event& event : end.execution.events) {
    if (event.kind == Event::Kind::kCall && end.thrower == 0) last = event.node;
    if (event.kind == Event::Kind::kPollute && event.node != 0) break;
  }
  std::string name = "module";
  model::ForEachCall(*end.test.root, [&](const model::Call& call) {
    if (call.id == last) name = model::CallName(call, end.execution);
  });
  return name;
}

bool IsOwnDoing(const Execution& execution) {
  const model::Value& error = execution.error;
  if (execution.end != End::kUncaughtException && execution.end != End::kUnhandledRejection) return false;
  return std::any_of(execution.events.begin(), execution.events.end(), [&](const Event& event) {
    const bool thrown = event.kind == Event::Kind::kLeave && event.threw;
    const bool passed_on = event.kind == Event::Kind::kReject || event.kind == Event::Kind::kThrow;
    if ((!thrown && !passed_on) || event.values.empty()) return false;
    return event.values[0].type == error.type && event.values[0].text == error.text;
  });
}

bool AsksCallbacks(const loop::BadEnd& end) {
  const model::Value* error = ErrorOf(end);
  const bool endless =
      error != nullptr ? model::IsStackOverflow(error->text) : end.thrower == 0 && end.execution.end == End::kTimedOut;
  const auto invoked = std::count_if(end.execution.events.begin(), end.execution.events.end(),
                                     [](const Event& event) { return event.kind == Event::Kind::kInvoke; });
  return endless && invoked >= kManyInvocations;
}

bool IsPollution(const loop::BadEnd& end) {
  const std::vector<model::Pollution> pollutions = model::PollutionsOf(end.execution);
  if (end.thrower != 0 || end.execution.end != End::kFinished || pollutions.empty()) return false;
  bool plain = true;
  bool named = false;
  for (const Event& event : end.execution.events) {
    if (event.kind != Event::Kind::kCall) continue;
    for (const model::Value& value : event.values) {
      plain = plain && IsPlainData(value);
      named = named || Names(value, pollutions[0].path.back());
    }
  }
  return plain && named;
}

std::string ExcuseFor(const loop::BadEnd& end) {
  const Execution& execution = end.execution;
  if (const model::Value* error = ErrorOf(end)) {
    if (error->kind != model::Value::Kind::kError) return "threw something that is not an Error";
    if (WantsCallback(*error)) return "lacked a callback that the function needs";
    if (IsAboutSurroundings(*error)) return "needed a browser or a renderer";
    if (model::IsTooLarge(error->text)) return "asked for a very large amount of data or work";
  }
  if (end.thrower != 0) return "";
  switch (execution.end) {
    case End::kExited:
      return "called process.exit";
    case End::kLied:
      return "sent a report that Kingbird does not trust";
    case End::kOutputLimit:
    case End::kEventLimit:
      return "printed, wrote or did more than one test may";
    case End::kTimedOut:
      if (execution.halt != model::Halt::kBusy) return "waited for something that never happened";
      return AskedForMuch(end) ? "asked for a very large amount of data or work" : "";
    case End::kOutOfMemory:
      return AskedForMuch(end) ? "asked for a very large amount of data or work" : "";
    case End::kSignal:
      return execution.halt != model::Halt::kNone || execution.signal == SIGKILL || execution.signal == SIGTERM
                 ? "ran into a limit of the sandbox or ended its own process by a signal"
                 : "";
    default:
      return "";
  }
}

}  // namespace kingbird::suite
