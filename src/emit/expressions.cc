#include "emit/expressions.h"

#include <fmt/format.h>

#include "emit/js_text.h"

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

}  // namespace

std::vector<model::CallbackRef> DirectCallbacks(const Call& call) {
  std::vector<model::CallbackRef> callbacks;
  if (call.receiver) Collect(*call.receiver, callbacks);
  for (const Argument& argument : call.arguments) Collect(argument, callbacks);
  return callbacks;
}

Expressions::Expressions(const model::TestCase& test, std::string module_variable, const model::Execution* execution)
    : module_variable_(std::move(module_variable)), execution_(execution) {
  used_[module_variable_] = 1;
  for (const char* taken :
       {"test", "describe", "assert", "spy", "same", "error", "like", "settled", "caught", "here", "instance"}) {
    used_[taken] = 1;
  }
  model::ForEachCallback(*test.root, [&](const Callback& callback) {
    for (const Call& call : callback.body) {
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
  }
  return "";
}

}  // namespace kingbird::emit
