#include "diff/setup_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "syntax/parser.h"
#include "syntax/scope.h"

namespace kingbird::diff {
namespace {

using model::Argument;
using model::Value;

void CollectNames(const Argument& argument, std::set<std::string>& into) {
  if (argument.kind == Argument::Kind::kSetup) into.insert(argument.keys.at(0));
  for (const Argument& item : argument.items) CollectNames(item, into);
}

// Object(value): the value itself for objects, so that an execution describes it with its methods.
model::Call ShowCall(int id, Argument value) {
  model::Call call;
  call.kind = model::Call::Kind::kMethod;
  call.id = id;
  call.receiver = Argument::Global({"Object"});
  call.arguments = {std::move(value)};
  return call;
}

// Whether a test that does nothing ends well after the code and prints nothing, on every side.
base::Result<bool> RunsOnAll(const std::string& code, std::span<runtime::Executor* const> sides) {
  const model::TestCase nothing{std::make_shared<model::Callback>(), 1};
  runtime::RunOptions options;
  options.setup = code;
  options.coverage = false;
  for (runtime::Executor* side : sides) {
    ASSIGN_OR_RETURN(const auto executions, side->Run(std::span(&nothing, 1), options));
    const model::Execution& execution = executions[0];
    if (execution.end != model::End::kFinished || !execution.out.empty() || !execution.err.empty()) return false;
  }
  return true;
}

Argument VariableOf(const std::string& name) {
  Argument argument;
  argument.kind = Argument::Kind::kSetup;
  argument.keys = {name};
  return argument;
}

Argument MemberOf(Argument object, const std::string& name) {
  Argument argument;
  argument.kind = Argument::Kind::kProperty;
  argument.items = {std::move(object)};
  argument.keys = {name};
  return argument;
}

}  // namespace

base::Result<Setup> ReadSetup(std::string code, const std::string& where) {
  const syntax::Tree tree = syntax::Parse(code);
  if (tree.has_error()) return base::UsageError(fmt::format("{} is not valid JavaScript", where));
  const syntax::ScopeTree scopes(tree);
  SetupPart part;
  for (const syntax::Binding& binding : scopes.bindings()) {
    if (scopes.scopes()[binding.scope].parent == syntax::kNoId) part.names.push_back(binding.name);
  }
  if (part.names.empty()) return base::UsageError(fmt::format("{} declares no variable", where));
  part.code = std::move(code);
  return SetupOf({std::move(part)});
}

Setup SetupOf(std::vector<SetupPart> parts) {
  Setup setup;
  for (const SetupPart& part : parts) {
    setup.code += part.code;
    setup.names.insert(setup.names.end(), part.names.begin(), part.names.end());
  }
  setup.parts = std::move(parts);
  return setup;
}

base::Result<Setup> RunnablePart(const Setup& setup, std::span<runtime::Executor* const> sides) {
  ASSIGN_OR_RETURN(const bool whole, RunsOnAll(setup.code, sides));
  if (whole) return setup;
  std::vector<SetupPart> kept;
  for (const SetupPart& part : setup.parts) {
    ASSIGN_OR_RETURN(const bool runs, RunsOnAll(part.code, sides));
    if (runs) kept.push_back(part);
  }
  return SetupOf(std::move(kept));
}

base::Result<std::vector<generate::ScopeValue>> LookAtSetup(const Setup& setup, const std::string& type_name,
                                                            const std::vector<std::string>& methods,
                                                            runtime::Executor& executor) {
  model::Callback root;
  int next_id = 1;
  for (const std::string& name : setup.names) {
    root.body.push_back(ShowCall(next_id++, VariableOf(name)));
    for (const std::string& method : methods) {
      root.body.push_back(ShowCall(next_id++, MemberOf(VariableOf(name), method)));
    }
  }
  const model::TestCase test{std::make_shared<model::Callback>(root), next_id};
  runtime::RunOptions options;
  options.setup = setup.code;
  options.methods = true;
  options.coverage = false;
  ASSIGN_OR_RETURN(const auto executions, executor.Run(std::span(&test, 1), options));
  std::vector<generate::ScopeValue> values;
  int id = 1;
  for (const std::string& name : setup.names) {
    const auto shown = [&](int call) {
      const model::Event* event = executions[0].Find(model::Event::Kind::kReturn, call);
      return event == nullptr || event->values.empty() ? Value() : event->values[0];
    };
    generate::ScopeValue value{VariableOf(name), generate::Shape::Of(shown(id++))};
    for (const std::string& method : methods) {
      if (shown(id++).kind != Value::Kind::kFunction) continue;
      value.shape.type = type_name;
      value.shape.methods.push_back(method);
    }
    values.push_back(std::move(value));
  }
  return values;
}

std::string SetupNeeded(const Setup& setup, const model::TestCase& test) {
  std::set<std::string> used;
  model::ForEachCallback(*test.root, [&](const model::Callback& callback) {
    if (callback.result) CollectNames(*callback.result, used);
    for (const model::Call& call : callback.body) {
      if (call.receiver) CollectNames(*call.receiver, used);
      for (const Argument& argument : call.arguments) CollectNames(argument, used);
    }
  });
  std::string needed;
  for (const SetupPart& part : setup.parts) {
    const auto is_used = [&](const std::string& name) { return used.contains(name); };
    if (std::any_of(part.names.begin(), part.names.end(), is_used)) needed += part.code;
  }
  return needed;
}

}  // namespace kingbird::diff
