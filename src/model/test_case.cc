#include "model/test_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace kingbird::model {
namespace {

Argument Of(Argument::Kind kind) {
  Argument argument;
  argument.kind = kind;
  return argument;
}

// The callbacks an argument holds, directly or inside array and object literals.
void ForEachCallbackIn(const Argument& argument, const std::function<void(const CallbackRef&)>& visit) {
  if (argument.callback) visit(argument.callback);
  for (const Argument& item : argument.items) ForEachCallbackIn(item, visit);
}

void ForEachCallbackOf(const Call& call, const std::function<void(const CallbackRef&)>& visit) {
  if (call.receiver) ForEachCallbackIn(*call.receiver, visit);
  for (const Argument& argument : call.arguments) ForEachCallbackIn(argument, visit);
}

// Rebuilds the spine down to callback `id`; null when it is not below `callback`, so that the caller keeps sharing.
CallbackRef Replace(const CallbackRef& callback, int id, const std::function<Callback(const Callback&)>& change);

bool ReplaceIn(Argument& argument, int id, const std::function<Callback(const Callback&)>& change) {
  if (argument.callback) {
    if (CallbackRef changed = Replace(argument.callback, id, change)) {
      argument.callback = std::move(changed);
      return true;
    }
  }
  for (Argument& item : argument.items) {
    if (ReplaceIn(item, id, change)) return true;
  }
  return false;
}

CallbackRef Replace(const CallbackRef& callback, int id, const std::function<Callback(const Callback&)>& change) {
  if (callback->id == id) return std::make_shared<Callback>(change(*callback));
  for (size_t i = 0; i < callback->body.size(); ++i) {
    const Call& call = callback->body[i];
    bool holds = false;
    ForEachCallbackOf(call, [&](const CallbackRef&) { holds = true; });
    if (!holds) continue;
    Call copy = call;
    bool found = copy.receiver && ReplaceIn(*copy.receiver, id, change);
    for (size_t k = 0; !found && k < copy.arguments.size(); ++k) found = ReplaceIn(copy.arguments[k], id, change);
    if (!found) continue;
    auto result = std::make_shared<Callback>(*callback);
    result->body[i] = std::move(copy);
    return result;
  }
  if (callback->result) {
    Argument copy = *callback->result;
    if (ReplaceIn(copy, id, change)) {
      auto result = std::make_shared<Callback>(*callback);
      result->result = std::move(copy);
      return result;
    }
  }
  return nullptr;
}

// Walks the tree with the set of results and parameters in scope (definition 3).
class ScopeCheck {
 public:
  std::string Check(const Callback& root) {
    Visit(root, {}, {{root.id, root.parameters}});
    return problem_;
  }

 private:
  using Parameters = std::vector<std::pair<int, int>>;

  void Visit(const Callback& callback, std::set<int> results, const Parameters& parameters) {
    if (!ids_.insert(callback.id).second) Report(fmt::format("id {} is used twice", callback.id));
    for (const Call& call : callback.body) {
      if (!ids_.insert(call.id).second) Report(fmt::format("id {} is used twice", call.id));
      if (call.kind == Call::Kind::kAwait || call.kind == Call::Kind::kMethod || call.kind == Call::Kind::kAssign ||
          call.kind == Call::Kind::kGet || call.kind == Call::Kind::kRequest) {
        if (!call.receiver) Report(fmt::format("call {} has no receiver", call.id));
      }
      if (call.receiver) Visit(*call.receiver, call.id, results, parameters);
      for (const Argument& argument : call.arguments) Visit(argument, call.id, results, parameters);
      results.insert(call.id);
    }
    if (callback.result) Visit(*callback.result, callback.id, results, parameters);
  }

  void Visit(const Argument& argument, int at, const std::set<int>& results, const Parameters& parameters) {
    if (argument.kind == Argument::Kind::kResult && !results.contains(argument.node)) {
      Report(fmt::format("call {} uses the result of call {}, which is not before it", at, argument.node));
    }
    if (argument.kind == Argument::Kind::kParameter) {
      bool found = false;
      for (const auto& [id, count] : parameters) found |= id == argument.node && argument.index < count;
      if (!found) {
        Report(fmt::format("call {} uses parameter {} of callback {}, which does not surround it", at, argument.index,
                           argument.node));
      }
    }
    for (const Argument& item : argument.items) Visit(item, at, results, parameters);
    if (argument.callback) {
      Parameters inner = parameters;
      inner.emplace_back(argument.callback->id, argument.callback->parameters);
      // When it runs, the call it was passed to may have returned: a promise that resolves to itself.
      std::set<int> visible = results;
      visible.insert(at);
      Visit(*argument.callback, std::move(visible), inner);
    }
  }

  void Report(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  std::set<int> ids_;
  std::string problem_;
};

}  // namespace

Argument Argument::Literal(Value value) {
  Argument argument;
  argument.literal = std::move(value);
  return argument;
}
Argument Argument::Result(int node) {
  Argument argument = Of(Kind::kResult);
  argument.node = node;
  return argument;
}
Argument Argument::Parameter(int node, int index) {
  Argument argument = Of(Kind::kParameter);
  argument.node = node;
  argument.index = index;
  return argument;
}
Argument Argument::Function(CallbackRef callback) {
  Argument argument = Of(Kind::kCallback);
  argument.callback = std::move(callback);
  return argument;
}
Argument Argument::Array(std::vector<Argument> items) {
  Argument argument = Of(Kind::kArray);
  argument.items = std::move(items);
  return argument;
}
Argument Argument::Object(std::vector<std::string> keys, std::vector<Argument> items) {
  Argument argument = Of(Kind::kObject);
  argument.keys = std::move(keys);
  argument.items = std::move(items);
  return argument;
}
void Argument::Set(const std::string& key, Argument item) {
  const auto known = std::find(keys.begin(), keys.end(), key);
  if (known != keys.end()) {
    items[static_cast<size_t>(known - keys.begin())] = std::move(item);
    return;
  }
  keys.push_back(key);
  items.push_back(std::move(item));
}
Argument Argument::Api(AccessPath path) {
  Argument argument = Of(Kind::kApi);
  argument.path = std::move(path);
  return argument;
}
Argument Argument::Global(AccessPath path) {
  Argument argument = Of(Kind::kGlobal);
  argument.path = std::move(path);
  return argument;
}

bool Argument::operator==(const Argument& other) const {
  const bool same_callback = callback == other.callback || (callback && other.callback && *callback == *other.callback);
  return same_callback && kind == other.kind && node == other.node && index == other.index && keys == other.keys &&
         path == other.path && literal == other.literal && items == other.items;
}

bool TestCase::operator==(const TestCase& other) const { return *root == *other.root; }

void ForEachCall(const Callback& callback, const std::function<void(const Call&)>& visit) {
  for (const Call& call : callback.body) {
    visit(call);
    ForEachCallbackOf(call, [&](const CallbackRef& inner) { ForEachCall(*inner, visit); });
  }
  if (callback.result) {
    ForEachCallbackIn(*callback.result, [&](const CallbackRef& inner) { ForEachCall(*inner, visit); });
  }
}

void ForEachCallback(const Callback& callback, const std::function<void(const Callback&)>& visit) {
  visit(callback);
  for (const Call& call : callback.body) {
    ForEachCallbackOf(call, [&](const CallbackRef& inner) { ForEachCallback(*inner, visit); });
  }
  if (callback.result) {
    ForEachCallbackIn(*callback.result, [&](const CallbackRef& inner) { ForEachCallback(*inner, visit); });
  }
}

int CountCalls(const TestCase& test) {
  int count = 0;
  ForEachCall(*test.root, [&](const Call&) { ++count; });
  return count;
}

int CountCalls(const TestCase& test, Call::Kind kind) {
  int count = 0;
  ForEachCall(*test.root, [&](const Call& call) { count += call.kind == kind ? 1 : 0; });
  return count;
}

std::string SubjectOf(const TestCase& test) {
  if (test.root->body.empty()) return "";
  const Call& last = test.root->body.back();
  std::string subject = ToString(last.path);
  if (!last.receiver || last.receiver->kind != Argument::Kind::kResult) return subject;
  for (const Call& call : test.root->body) {
    if (call.id == last.receiver->node) subject = ToString(call.path) + " " + subject;
  }
  return subject;
}

TestCase WithCallback(const TestCase& test, int id, const std::function<Callback(const Callback&)>& change) {
  CallbackRef root = Replace(test.root, id, change);
  CHECK(root != nullptr, "no such callback in the test");
  return {std::move(root), test.next_id};
}

std::string WellFormedness(const TestCase& test) { return ScopeCheck().Check(*test.root); }

}  // namespace kingbird::model
