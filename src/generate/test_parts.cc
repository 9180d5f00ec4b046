#include "generate/test_parts.h"

#include <algorithm>
#include <iterator>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;

void CollectCallbacks(const Argument& argument, int position, std::vector<CallbackAt>& into) {
  if (argument.callback && argument.callback->source.empty()) into.push_back({position, argument.callback});
  for (const Argument& item : argument.items) CollectCallbacks(item, position, into);
}

void CollectReferences(const Argument& argument, std::set<int>& into) {
  if (argument.kind == Argument::Kind::kResult) into.insert(argument.node);
  for (const Argument& item : argument.items) CollectReferences(item, into);
}

std::set<int> ReferencesIn(const Callback& root) {
  std::set<int> references;
  model::ForEachCallback(root, [&](const Callback& callback) {
    if (callback.result) CollectReferences(*callback.result, references);
    for (const Call& call : callback.body) {
      if (call.receiver) CollectReferences(*call.receiver, references);
      for (const Argument& argument : call.arguments) CollectReferences(argument, references);
    }
  });
  return references;
}

void Renumber(Argument& argument, int by) {
  const bool refers = argument.kind == Argument::Kind::kResult || argument.kind == Argument::Kind::kParameter;
  if (refers) argument.node += by;
  for (Argument& item : argument.items) Renumber(item, by);
  if (!argument.callback) return;
  Callback callback = *argument.callback;
  callback.id += by;
  if (callback.result) Renumber(*callback.result, by);
  for (Call& call : callback.body) call = Renumbered(std::move(call), by);
  argument.callback = std::make_shared<Callback>(std::move(callback));
}

}  // namespace

std::vector<CallbackAt> CallbacksOf(const Call& call) {
  std::vector<CallbackAt> callbacks;
  for (size_t i = 0; i < call.arguments.size(); ++i)
    CollectCallbacks(call.arguments[i], static_cast<int>(i), callbacks);
  return callbacks;
}

std::optional<Call> CallWithCallback(const model::TestCase& test, int id) {
  std::optional<Call> found;
  model::ForEachCall(*test.root, [&](const Call& call) {
    for (const CallbackAt& at : CallbacksOf(call)) {
      if (at.callback->id == id) found = call;
    }
  });
  return found;
}

std::vector<Argument> ReusableIn(const model::TestCase& test) {
  std::vector<Argument> reusable;
  model::ForEachCall(*test.root, [&](const Call& call) {
    for (const Argument& argument : call.arguments) {
      if (argument.kind == Argument::Kind::kLiteral) reusable.push_back(argument);
    }
  });
  return reusable;
}

model::TestCase WithoutThrowers(const model::TestCase& test, const model::Execution& execution) {
  const std::set<int> references = ReferencesIn(*test.root);
  std::vector<int> holders;
  model::ForEachCallback(*test.root, [&](const Callback& callback) {
    if (std::any_of(callback.body.begin(), callback.body.end(),
                    [&](const Call& call) { return execution.Find(Event::Kind::kThrow, call.id) != nullptr; }))
      holders.push_back(callback.id);
  });
  model::TestCase pruned = test;
  // Innermost first: a holder may itself be inside a call that goes.
  for (auto holder = holders.rbegin(); holder != holders.rend(); ++holder) {
    pruned = model::WithCallback(pruned, *holder, [&](Callback callback) {
      std::erase_if(callback.body, [&](const Call& call) {
        return execution.Find(Event::Kind::kThrow, call.id) != nullptr && !references.contains(call.id);
      });
      return callback;
    });
  }
  return model::WellFormedness(pruned).empty() ? pruned : test;
}

std::vector<Call> CallsBehind(const model::TestCase& test, int id) {
  const std::vector<Call>& body = test.root->body;
  std::set<int> wanted = {id};
  std::vector<Call> calls;
  for (auto call = body.rbegin(); call != body.rend(); ++call) {
    if (wanted.erase(call->id) == 0) continue;
    Callback holder;
    holder.body = {*call};
    std::set<int> inside;
    model::ForEachCall(holder, [&](const Call& inner) { inside.insert(inner.id); });
    std::ranges::set_difference(ReferencesIn(holder), inside, std::inserter(wanted, wanted.end()));
    calls.insert(calls.begin(), *call);
  }
  return wanted.empty() ? calls : std::vector<Call>();
}

Call Renumbered(Call call, int by) {
  call.id += by;
  if (call.receiver) Renumber(*call.receiver, by);
  for (Argument& argument : call.arguments) Renumber(argument, by);
  return call;
}

int CountApiCalls(const model::TestCase& test, const std::set<int>& free) {
  int calls = 0;
  model::ForEachCall(*test.root, [&](const Call& call) {
    calls += call.kind == Call::Kind::kAwait || free.contains(call.id) ? 0 : 1;
  });
  return calls;
}

}  // namespace kingbird::generate
