#include "oracle/behaviour.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "model/pollution.h"

namespace kingbird::oracle {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Value;

void NoteCallbacks(const Argument& argument, int call, std::map<int, int>& owners) {
  if (argument.callback) owners[argument.callback->id] = call;
  for (const Argument& item : argument.items) NoteCallbacks(item, call, owners);
}

// Whether the call of a method threw because its receiver is undefined, null or an object without the method. The agent
// makes that error (agent/child.js), so it is no behaviour of the target.
bool HasNoReceiver(const Event& event, const model::Execution& execution) {
  if (event.kind != Event::Kind::kThrow || event.values.size() < 2) return false;
  return model::IsNothing(event.values[1].kind) || execution.Find(Event::Kind::kMissing, event.node) != nullptr;
}

std::string Arguments(const Event& event) {
  std::string text;
  for (size_t i = 1; i < event.values.size() && i <= 3; ++i) text += (i > 1 ? ", " : "") + ValueKind(event.values[i]);
  return text;
}

// Of the answer to a request: its status and what kind of body it has.
std::string AnswerKind(const Value& answer) {
  const Value* status = answer.Find("status");
  const Value* body = answer.Find("body");
  if (status == nullptr || body == nullptr) return ValueKind(answer);
  return fmt::format("answer {} {}", status->number, ValueKind(*body));
}

// Nothing for events that say nothing about a function.
std::optional<Deed> DeedOf(const Event& event) {
  switch (event.kind) {
    case Event::Kind::kReturn:
      return Deed::kReturned;
    case Event::Kind::kThrow:
      return Deed::kThrew;
    case Event::Kind::kFulfill:
      return Deed::kFulfilled;
    case Event::Kind::kReject:
      return Deed::kRejected;
    case Event::Kind::kInvoke:
      return event.during >= 0 ? Deed::kCalledBackAtOnce : Deed::kCalledBackLater;
    case Event::Kind::kCall:
    case Event::Kind::kLeave:
    case Event::Kind::kWarning:
    case Event::Kind::kRead:
    case Event::Kind::kPollute:
    case Event::Kind::kMissing:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::string ValueKind(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kError: {
      const Value* code = value.Find("code");
      const bool coded = code != nullptr && code->kind == Value::Kind::kString;
      return "error " + value.type + (coded ? "/" + code->text : "");
    }
    case Value::Kind::kObject:
      return value.type == "Object" || value.type.empty() ? "object" : "instance " + value.type;
    case Value::Kind::kBoolean:
      return value.number != 0 ? "true" : "false";
    case Value::Kind::kArray:
      return value.items.empty() ? "empty array" : "array";
    case Value::Kind::kString:
      return value.text.empty() ? "empty string" : "string";
    default:
      return std::string(model::KindName(value.kind));
  }
}

Traits TraitsOf(const model::TestCase& test, const model::Execution& execution) {
  Traits traits;
  if (execution.end != model::End::kFinished) {
    const std::string how(model::ToString(execution.end));
    traits.try_emplace({"", Deed::kEnded, how + " " + ValueKind(execution.error), true}, 0);
  }
  if (execution.stopped) return traits;
  std::map<int, std::string> names;
  std::map<int, int> owners;  // callback → call
  std::set<int> methods;
  std::set<int> requests;
  std::set<int> set_up;  // fakes, and calls that make a server
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (call.kind == Call::Kind::kMethod || call.kind == Call::Kind::kGet) methods.insert(call.id);
    if (call.kind == Call::Kind::kRequest) requests.insert(call.id);
    if (call.kind == Call::Kind::kFake) set_up.insert(call.id);
    const bool sent = call.kind == Call::Kind::kRequest && call.receiver;
    if (sent && call.receiver->kind == Argument::Kind::kResult) set_up.insert(call.receiver->node);
    names[call.id] = model::CallName(call, execution);
    for (const Argument& argument : call.arguments) NoteCallbacks(argument, call.id, owners);
  });
  for (const Event& event : execution.events) {
    if (methods.contains(event.node) && HasNoReceiver(event, execution)) continue;
    const auto deed = DeedOf(event);
    if (!deed) continue;
    if (event.kind == Event::Kind::kInvoke) {
      const int call = owners[event.node];
      const bool failed = event.values.size() > 1 && event.values[1].kind == Value::Kind::kError;
      traits.try_emplace({names[call], *deed, Arguments(event), failed}, call);
      continue;
    }
    if (set_up.contains(event.node)) continue;
    std::string value = event.values.empty() ? "nothing" : ValueKind(event.values[0]);
    if (requests.contains(event.node) && *deed == Deed::kFulfilled) value = AnswerKind(event.values.at(0));
    const bool failed = *deed == Deed::kThrew || *deed == Deed::kRejected;
    traits.try_emplace({names[event.node], *deed, value, failed}, event.node);
  }
  for (const model::Pollution& pollution : model::PollutionsOf(execution)) {
    traits.try_emplace({names[pollution.node], Deed::kPolluted, pollution.Holder(), false}, pollution.node);
  }
  return traits;
}

bool HasAll(const Traits& traits, const std::vector<Trait>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const Trait& trait) { return traits.contains(trait); });
}

}  // namespace kingbird::oracle
