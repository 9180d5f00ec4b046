#include "oracle/behaviour.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

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

// A method of undefined: whatever should have made the object did not, and what the engine says to that is nobody's
// behaviour.
bool HasNoReceiver(const Event& event) {
  return event.kind == Event::Kind::kThrow && event.values.size() > 1 && event.values[1].kind <= Value::Kind::kNull;
}

std::string Arguments(const Event& event) {
  std::string text;
  for (size_t i = 1; i < event.values.size() && i <= 3; ++i) text += (i > 1 ? ", " : "") + ValueKind(event.values[i]);
  return text;
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

std::map<std::string, int> Witnesses(const model::TestCase& test, const model::Execution& execution) {
  std::map<int, std::string> names;
  std::map<int, int> owners;  // callback → call
  std::set<int> methods;
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (call.kind == Call::Kind::kMethod || call.kind == Call::Kind::kGet) methods.insert(call.id);
    names[call.id] = model::CallName(call, execution);
    for (const Argument& argument : call.arguments) NoteCallbacks(argument, call.id, owners);
  });
  std::map<std::string, int> witnesses;
  for (const Event& event : execution.events) {
    if (execution.stopped) break;
    if (methods.contains(event.node) && HasNoReceiver(event)) continue;
    const int call = event.kind == Event::Kind::kInvoke ? owners[event.node] : event.node;
    const auto note = [&](std::string_view verb) {
      const std::string value = event.values.empty() ? "nothing" : ValueKind(event.values[0]);
      witnesses.try_emplace(fmt::format("{} {} {}", names[call], verb, value), call);
    };
    switch (event.kind) {
      case Event::Kind::kReturn:
        note("returns");
        break;
      case Event::Kind::kThrow:
        note("throws");
        break;
      case Event::Kind::kFulfill:
        note("resolves to");
        break;
      case Event::Kind::kReject:
        note("rejects");
        break;
      case Event::Kind::kInvoke:
        witnesses.try_emplace(fmt::format("{} calls back {} ({})", names[call], event.during >= 0 ? "at once" : "later",
                                          Arguments(event)),
                              call);
        break;
      default:
        break;
    }
  }
  for (const model::Pollution& pollution : model::PollutionsOf(execution)) {
    if (!execution.stopped)
      witnesses.try_emplace(fmt::format("{} pollutes {}", names[pollution.node], pollution.Holder()), pollution.node);
  }
  if (execution.end != model::End::kFinished) {
    witnesses.try_emplace(fmt::format("ends by {} {}", model::ToString(execution.end), ValueKind(execution.error)), 0);
  }
  return witnesses;
}

std::vector<std::string> Behaviours(const model::TestCase& test, const model::Execution& execution) {
  std::vector<std::string> list;
  for (const auto& [behaviour, call] : Witnesses(test, execution)) list.push_back(behaviour);
  return list;
}

}  // namespace kingbird::oracle
