#include "generate/test_parts.h"

#include <algorithm>

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

std::set<int> ReferencesIn(const model::TestCase& test) {
  std::set<int> references;
  model::ForEachCallback(*test.root, [&](const Callback& callback) {
    if (callback.result) CollectReferences(*callback.result, references);
    for (const Call& call : callback.body) {
      if (call.receiver) CollectReferences(*call.receiver, references);
      for (const Argument& argument : call.arguments) CollectReferences(argument, references);
    }
  });
  return references;
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
  const std::set<int> references = ReferencesIn(test);
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

int CountApiCalls(const model::TestCase& test, const std::set<int>& free) {
  int calls = 0;
  model::ForEachCall(*test.root, [&](const Call& call) {
    calls += call.kind == Call::Kind::kAwait || free.contains(call.id) ? 0 : 1;
  });
  return calls;
}

}  // namespace kingbird::generate
