// Every test is run again with callbacks that do nothing but return one thing, for each of a few things that loops and
// recursions end by: the answer no, the answer yes, nothing, something without members.
#include "suite/callback_blame.h"

#include <set>

#include "suite/bad_end.h"

namespace kingbird::suite {
namespace {

using model::Value;

std::vector<Value> Answers() {
  return {Value::Undefined(), Value::Boolean(false), Value::Boolean(true), Value::Null(),
          Value::Number(0),   Value::String(""),     Value::Array({}),     Value::Object({})};
}

std::set<int> CallbacksOf(const model::TestCase& test) {
  std::set<int> callbacks;
  model::ForEachCallback(*test.root, [&](const model::Callback& callback) {
    if (callback.id != 0) callbacks.insert(callback.id);
  });
  return callbacks;
}

model::TestCase Answering(model::TestCase test, const Value& answer) {
  for (int id : CallbacksOf(test)) {
    // One within another went with it.
    if (!CallbacksOf(test).contains(id)) continue;
    test = model::WithCallback(test, id, [&](const model::Callback& old) {
      model::Callback plain;
      plain.id = old.id;
      plain.parameters = old.parameters;
      plain.result = model::Argument::Literal(answer);
      return plain;
    });
  }
  return test;
}

}  // namespace

base::Result<std::vector<bool>> CallbacksToBlame(const std::vector<const loop::BadEnd*>& ends,
                                                 runtime::Executor& executor, const runtime::RunOptions& options) {
  const std::vector<Value> answers = Answers();
  std::vector<model::TestCase> tests;
  for (const loop::BadEnd* end : ends) {
    for (const Value& answer : answers) tests.push_back(Answering(end->test, answer));
  }
  ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor.Run(tests, options));
  std::vector<bool> blamed(ends.size(), false);
  for (size_t i = 0; i < executions.size(); ++i) {
    const loop::BadEnd& end = *ends[i / answers.size()];
    // One that waits is not busy any more.
    const bool same = SameEnd(end.execution, executions[i], end.thrower) && end.execution.halt == executions[i].halt;
    if (!same) blamed[i / answers.size()] = true;
  }
  return blamed;
}

}  // namespace kingbird::suite
