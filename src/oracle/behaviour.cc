#include "oracle/behaviour.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kingbird::oracle {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Value;

void NoteCallbacks(const Argument& argument, const std::string& name, std::map<int, std::string>& owners) {
  if (argument.callback) owners[argument.callback->id] = name;
  for (const Argument& item : argument.items) NoteCallbacks(item, name, owners);
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

std::vector<std::string> Behaviours(const model::TestCase& test, const model::Execution& execution) {
  std::map<int, std::string> names;
  std::map<int, std::string> owners;
  model::ForEachCall(*test.root, [&](const Call& call) {
    const std::string name = model::CallName(call, execution);
    names[call.id] = name;
    for (const Argument& argument : call.arguments) NoteCallbacks(argument, name, owners);
  });
  std::vector<std::string> list;
  for (const Event& event : execution.events) {
    const auto value = [&] { return event.values.empty() ? std::string("nothing") : ValueKind(event.values[0]); };
    switch (event.kind) {
      case Event::Kind::kReturn:
        list.push_back(fmt::format("{} returns {}", names[event.node], value()));
        break;
      case Event::Kind::kThrow:
        list.push_back(fmt::format("{} throws {}", names[event.node], value()));
        break;
      case Event::Kind::kFulfill:
        list.push_back(fmt::format("{} resolves to {}", names[event.node], value()));
        break;
      case Event::Kind::kReject:
        list.push_back(fmt::format("{} rejects {}", names[event.node], value()));
        break;
      case Event::Kind::kInvoke:
        list.push_back(fmt::format("{} calls back {} ({})", owners[event.node], event.during >= 0 ? "at once" : "later",
                                   Arguments(event)));
        break;
      default:
        break;
    }
  }
  if (execution.end != model::End::kFinished) {
    list.push_back(fmt::format("ends by {} {}", model::ToString(execution.end), ValueKind(execution.error)));
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

}  // namespace kingbird::oracle
