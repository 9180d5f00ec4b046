#include "emit/expressions.h"

#include <fmt/format.h>

#include "emit/js_text.h"
#include "model/request.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Value;

void Collect(const Argument& argument, std::vector<model::CallbackRef>& into) {
  if (argument.callback) into.push_back(argument.callback);
  for (const Argument& item : argument.items) Collect(item, into);
}

bool LooksLikeErrorFirst(const Value& value) {
  return value.kind == Value::Kind::kError || value.kind == Value::Kind::kNull || value.kind == Value::Kind::kUndefined;
}

std::string RequestText(const Call& call, const std::string& server) {
  std::string options;
  const auto add = [&](const char* name, const Value* value) {
    if (value != nullptr && !(value->kind == Value::Kind::kObject && value->properties.empty() && name[0] == 'h'))
      options += fmt::format("{}{}: {}", options.empty() ? "" : ", ", name, LiteralText(*value));
  };
  add("headers", model::PartOf(call, model::RequestPart::kHeaders));
  add("body", model::PartOf(call, model::RequestPart::kBody));
  if (!options.empty()) options = ", { " + options + " }";
  return fmt::format("request({}, {}, {}{})", server, Quote(call.path.at(0)), Quote(model::UrlOf(call)), options);
}

}  // namespace

std::vector<model::CallbackRef> DirectCallbacks(const Call& call) {
  std::vector<model::CallbackRef> callbacks;
  if (call.receiver) Collect(*call.receiver, callbacks);
  for (const Argument& argument : call.arguments) Collect(argument, callbacks);
  return callbacks;
}

std::set<int> ServersOf(const model::TestCase& test) {
  std::set<int> servers;
  model::ForEachCall(*test.root, [&](const Call& call) {
    const bool result = call.receiver && call.receiver->kind == Argument::Kind::kResult;
    if (call.kind == Call::Kind::kRequest && result) servers.insert(call.receiver->node);
  });
  return servers;
}

Expressions::Expressions(const model::TestCase& test, std::string module_variable, const model::Execution* execution)
    : module_variable_(std::move(module_variable)), execution_(execution) {
  used_[module_variable_] = 1;
  for (const char* taken : {"test", "describe", "assert", "spy", "same", "error", "like", "settled", "caught", "here",
                            "instance", "request"}) {
    used_[taken] = 1;
  }
  const std::set<int> servers = ServersOf(test);
  model::ForEachCallback(*test.root, [&](const Callback& callback) {
    for (const Call& call : callback.body) {
      if (servers.contains(call.id)) results_[call.id] = Unique("app");
      if (servers.contains(call.id) || call.kind == Call::Kind::kFake) continue;
      const Event* event = execution_ == nullptr ? nullptr : execution_->Find(Event::Kind::kReturn, call.id);
      const bool promise = event != nullptr && !event->values.empty() && event->values[0].kind == Value::Kind::kPromise;
      results_[call.id] = Unique(promise ? "promise" : callback.id == 0 ? "result" : "nested");
      if (call.receiver) Note(*call.receiver);
      for (const Argument& argument : call.arguments) Note(argument);
    }
    if (callback.result) Note(*callback.result);
    if (callback.id == 0) return;
    callbacks_[callback.id] = Unique("callback");
    NameParameters(callback);
  });
}

std::string Expressions::Unique(const std::string& stem) {
  const int count = used_[stem]++;
  return count == 0 ? stem : fmt::format("{}{}", stem, count + 1);
}

void Expressions::Note(const Argument& argument) {
  if (argument.kind == Argument::Kind::kResult) referenced_.insert(argument.node);
  for (const Argument& item : argument.items) Note(item);
}

void Expressions::NameParameters(const Callback& callback) {
  const Event* event = execution_ == nullptr ? nullptr : execution_->Find(Event::Kind::kInvoke, callback.id);
  const bool error_first = event == nullptr || (event->values.size() > 1 && LooksLikeErrorFirst(event->values[1]));
  const char* const node_style[] = {"err", "data", "more"};
  const char* const plain[] = {"value", "second", "third"};
  for (int i = 0; i < callback.parameters; ++i) {
    const char* stem = i < 3 ? (error_first ? node_style[i] : plain[i]) : "rest";
    parameters_[{callback.id, i}] = Unique(stem);
  }
}

std::string Expressions::ParameterList(const Callback& callback) const {
  std::string list;
  for (int i = 0; i < callback.parameters; ++i) list += (i > 0 ? ", " : "") + parameters_.at({callback.id, i});
  return "(" + list + ")";
}

std::string Expressions::ArgumentText(const Argument& argument) const {
  switch (argument.kind) {
    case Argument::Kind::kLiteral:
      return LiteralText(argument.literal);
    case Argument::Kind::kResult: {
      const bool missing = execution_ != nullptr && execution_->Find(Event::Kind::kReturn, argument.node) == nullptr;
      const auto it = results_.find(argument.node);
      return missing || it == results_.end() ? "undefined" : it->second;
    }
    case Argument::Kind::kParameter: {
      if (argument.index < 0) return "this";
      const auto it = parameters_.find({argument.node, argument.index});
      return it == parameters_.end() ? "undefined" : it->second;
    }
    case Argument::Kind::kCallback:
      return callbacks_.at(argument.callback->id);
    case Argument::Kind::kArray: {
      std::string items;
      for (const Argument& item : argument.items) items += (items.empty() ? "" : ", ") + ArgumentText(item);
      return "[" + items + "]";
    }
    case Argument::Kind::kObject: {
      std::string members;
      for (size_t i = 0; i < argument.keys.size(); ++i) {
        members +=
            fmt::format("{}{}: {}", i > 0 ? ", " : "", KeyText(argument.keys[i]), ArgumentText(argument.items[i]));
      }
      return members.empty() ? "{}" : "{ " + members + " }";
    }
    case Argument::Kind::kApi:
      return PathText(module_variable_, argument.path);
    case Argument::Kind::kGlobal:
      if (argument.path.empty()) return "globalThis";
      if (!IsIdentifier(argument.path[0])) return PathText("globalThis", argument.path);
      return PathText(argument.path[0], {argument.path.begin() + 1, argument.path.end()});
    case Argument::Kind::kProperty:
      return Member(ArgumentText(argument.items.at(0)), argument.keys.at(0));
    case Argument::Kind::kSetup:
      return argument.keys.at(0);
  }
  return "undefined";
}

std::string Expressions::CallText(const Call& call) const {
  std::string arguments;
  for (const Argument& argument : call.arguments) arguments += (arguments.empty() ? "" : ", ") + ArgumentText(argument);
  const std::string receiver = call.receiver ? ArgumentText(*call.receiver) : "";
  // A literal in front of a dot: numbers, objects and functions need parentheses.
  const bool bare = call.receiver && call.receiver->kind == Argument::Kind::kLiteral;
  const std::string object = bare ? "(" + receiver + ")" : receiver;
  switch (call.kind) {
    case Call::Kind::kCall:
      return fmt::format("{}({})", PathText(module_variable_, call.path), arguments);
    case Call::Kind::kNew:
      return fmt::format("new {}({})", PathText(module_variable_, call.path), arguments);
    case Call::Kind::kMethod:
      return fmt::format("{}({})", PathText(object, call.path), arguments);
    case Call::Kind::kAwait:
      return fmt::format("{}.then({})", object, arguments);
    case Call::Kind::kAssign:
      return fmt::format("{} = {}", PathText(object, call.path), arguments);
    case Call::Kind::kGet:
      return PathText(object, call.path);
    case Call::Kind::kRequest:
      return RequestText(call, receiver);
    case Call::Kind::kFake:
      return (call.path.at(0) == "fetch" ? "globalThis.fetch = " : "") + FakeText(call);
  }
  return "";
}

std::string Expressions::FakeText(const Call& call) {
  const Value none;
  const Value& answer = call.arguments.empty() ? none : call.arguments[0].literal;
  if (call.path.at(0) != "fetch")
    return fmt::format("{}({})", call.path[0] == "requests" ? "answerRequests" : "answerPrograms",
                       answer.kind == Value::Kind::kObject ? LiteralText(answer) : "{}");
  if (const Value* error = answer.Find("error"))
    return fmt::format("async () => {{ throw new TypeError({}); }}", LiteralText(*error));
  const Value* status = answer.Find("status");
  const std::string options = status == nullptr ? "" : fmt::format(", {{ status: {} }}", LiteralText(*status));
  if (const Value* text = answer.Find("text"))
    return fmt::format("async () => new Response({}{})", LiteralText(*text), options);
  const Value* json = answer.Find("json");
  return fmt::format("async () => Response.json({}{})", json == nullptr ? "{}" : LiteralText(*json), options);
}

}  // namespace kingbird::emit
