#include "conform/symbolic.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/text.h"
#include "concolic/explorer.h"
#include "concolic/solve/solver_chain.h"
#include "diff/native.h"
#include "env/run_options.h"
#include "explore/functions.h"
#include "load/loaded_target.h"
#include "loop/coverage_totals.h"

namespace kingbird::conform {
namespace {

using concolic::Input;
using concolic::Type;
using model::Argument;
using model::Value;

constexpr std::chrono::milliseconds kListTime{20000};
constexpr size_t kLoopLimit = 4;
constexpr double kLongestList = 64;

Argument Lit(Value value) { return Argument::Literal(std::move(value)); }

// Values of inputs as arguments; what literals cannot say goes through the harness.
class Translator {
 public:
  Translator(std::vector<model::Call>& body, int& next_id) : body_(body), next_id_(next_id) {}

  Argument Translate(const Input& input) {
    switch (input.type) {
      case Type::kAbsent:
      case Type::kUndefined:
        return Lit(Value::Undefined());
      case Type::kNull:
        return Lit(Value::Null());
      case Type::kBoolean:
        return Lit(Value::Boolean(input.number != 0));
      case Type::kNumber:
        return Lit(Value::Number(input.number));
      case Type::kString:
        return Lit(Value::String(base::Wtf8FromUtf16(input.text)));
      case Type::kArray:
        return Array(input);
      case Type::kObject:
        return Object(input);
      case Type::kFunction:
        return Function(input);
    }
    return Lit(Value::Undefined());
  }

 private:
  Argument Object(const Input& input) {
    std::vector<std::string> keys;
    std::vector<Argument> items;
    for (const auto& [key, member] : input.properties) {
      if (member.type == Type::kAbsent) continue;
      keys.push_back(key);
      items.push_back(Translate(member));
    }
    return Argument::Object(std::move(keys), std::move(items));
  }

  Argument Array(const Input& input) {
    bool whole = input.number <= kLongestList && input.properties.size() == static_cast<size_t>(input.number);
    std::vector<Argument> items;
    for (size_t i = 0; whole && i < input.properties.size(); ++i) {
      const auto item = input.properties.find(std::to_string(i));
      whole = item != input.properties.end() && item->second.type != Type::kAbsent;
      if (whole) items.push_back(Translate(item->second));
    }
    if (whole) return Argument::Array(std::move(items));
    return CallHarness("sparse", {Lit(Value::Number(input.number)), Object(input)}, body_, next_id_);
  }

  Argument Function(const Input& input) {
    std::vector<Argument> results;
    for (const Input& result : input.results) results.push_back(Translate(result));
    const std::string label = fmt::format("f{}", next_id_);
    std::vector<Argument> arguments = {Lit(Value::String(label)), Argument::Array(std::move(results))};
    if (input.throws != 0) arguments.push_back(Lit(Value::Number(input.throws)));
    return CallHarness("returns", std::move(arguments), body_, next_id_);
  }

  std::vector<model::Call>& body_;
  int& next_id_;
};

// The same decisions at the same places, the same end.
bool SameRun(const concolic::Run& one, const concolic::Run& other) {
  if (one.execution.end != other.execution.end || one.path.events.size() != other.path.events.size()) return false;
  for (size_t i = 0; i < one.path.events.size(); ++i) {
    const auto& a = one.path.events[i];
    const auto& b = other.path.events[i];
    if (a.site != b.site || a.held != b.held) return false;
  }
  const auto threw = [](const concolic::Run& run) {
    return run.execution.Find(model::Event::Kind::kThrow, 1) != nullptr;
  };
  return threw(one) == threw(other);
}

// The package as the explorer loads it: this file of it, over the native function.
target::Target FileTarget(const CandidateSource& source, const base::Path& file) {
  target::Target target = source.target;
  if (file == target.root) return target;
  target.kind = target::Target::Kind::kFile;
  target.entry = file.lexically_relative(target.root);
  target.member.clear();
  return target;
}

base::Result<explore::ExplorableFunction> FunctionAt(const BuiltIn& built_in, load::LoadedTarget& loaded) {
  const base::Json question = {{"ask", ToString(runtime::Question::kConcolic)}, {"global", built_in.path}};
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, loaded.executor->Ask({&question, 1}, kListTime));
  ASSIGN_OR_RETURN(const std::vector<explore::ExplorableFunction> all,
                   explore::FunctionsOf(loaded.stage.manifest, answers[0]));
  const int64_t site = base::ValueOr(answers[0], "global", int64_t{-1});
  for (explore::ExplorableFunction function : all) {
    if (static_cast<int64_t>(function.place.site) != site) continue;
    function.place.global = built_in.path;
    return function;
  }
  return base::NotFoundError("its code cannot be told from other code");
}

// What the search starts from: every type of receiver, since code that is not strict hides what it gets as `this`.
constexpr Type kReceivers[] = {Type::kObject,   Type::kArray, Type::kString,  Type::kNumber,
                               Type::kFunction, Type::kNull,  Type::kBoolean, Type::kAbsent};

concolic::ExploreOptions OptionsOf(env::Env& env, const explore::ExplorableFunction& function, Type receiver,
                                   std::chrono::milliseconds until) {
  concolic::ExploreOptions options;
  options.start.self.type = receiver;
  options.strategy = env.config.strategy;
  options.inputs = static_cast<size_t>(env.config.inputs);
  // What a built-in makes of wrong types is what conformance is about.
  options.coercions = true;
  options.counters = function.counters;
  options.loop_limit = kLoopLimit;
  options.stop = [&env, until] { return env.interrupted || env.TimeLeft().count() <= 0 || env.Elapsed() > until; };
  return options;
}

}  // namespace

model::TestCase CaseOf(const concolic::Assignment& assignment) {
  model::Callback root;
  int next_id = 1;
  Translator translator(root.body, next_id);
  model::Call call;
  call.kind = model::Call::Kind::kMethod;
  call.receiver = Harness();
  call.path = {"call"};
  call.arguments.push_back(translator.Translate(assignment.self));
  // What is absent at the end is not passed.
  size_t count = assignment.arguments.size();
  while (count > 0 && assignment.arguments[count - 1].type == Type::kAbsent) --count;
  for (size_t i = 0; i < count; ++i) call.arguments.push_back(translator.Translate(assignment.arguments[i]));
  call.id = next_id++;
  root.body.push_back(std::move(call));
  return {std::make_shared<model::Callback>(std::move(root)), next_id};
}

base::Result<SymbolicCases> ExploreCandidate(env::Env& env, const CandidateSource& source, const base::Path& file,
                                             const BuiltIn& built_in, std::chrono::milliseconds time) {
  const auto begun = env.Elapsed();
  load::PrepareOptions preparing;
  preparing.passes = {syntax::PassKind::kConcolic, syntax::PassKind::kCoverage};
  preparing.callable = false;
  diff::Native native;
  native.class_name = built_in.path.front();
  native.names = {built_in.name};
  preparing.loader = [&](const std::string& require_text) {
    return "module.exports = (() => {" + diff::LoaderText(native, "", require_text) + "})();\n";
  };
  ASSIGN_OR_RETURN(load::LoadedTarget loaded, load::Prepare(env, FileTarget(source, file), preparing));
  ASSIGN_OR_RETURN(const explore::ExplorableFunction function, FunctionAt(built_in, loaded));
  explore::TargetRunner runner(*loaded.executor, function.place, env::RunOptionsOf(env));
  ASSIGN_OR_RETURN(const std::unique_ptr<concolic::Solver> solver, concolic::MakeSolver(env.clock, {}));
  std::vector<concolic::Assignment> inputs;
  const auto share = time / static_cast<int>(std::size(kReceivers));
  for (size_t i = 0; i < std::size(kReceivers); ++i) {
    const auto end = begun + share * static_cast<int>(i + 1);
    const concolic::Exploration explored =
        concolic::Explore(built_in.name, runner, *solver, env.clock, OptionsOf(env, function, kReceivers[i], end));
    for (const concolic::ExploredInput& input : explored.inputs) inputs.push_back(input.input);
  }
  // The path verifier: both runs of an input must agree, or it shows something of us instead of the implementation.
  ASSIGN_OR_RETURN(const std::vector<concolic::Run> first, runner.ExecuteAll(inputs));
  ASSIGN_OR_RETURN(const std::vector<concolic::Run> second, runner.ExecuteAll(inputs));
  SymbolicCases cases;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!SameRun(first[i], second[i])) {
      ++cases.discarded;
      continue;
    }
    Case one;
    one.test = CaseOf(inputs[i]);
    one.source = Case::Source::kSymbolic;
    one.implementation = source.name;
    cases.cases.push_back(std::move(one));
  }
  syntax::CoverageMap own(loaded.stage.manifest.size());
  own.Add(runner.hits());
  cases.coverage = loop::TotalsWithin(loaded.stage.manifest, own, function.counters);
  return cases;
}

}  // namespace kingbird::conform
