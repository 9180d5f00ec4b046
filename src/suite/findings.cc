#include "suite/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

#include "base/text.h"
#include "emit/js_text.h"
#include "env/run_options.h"
#include "oracle/behaviour.h"
#include "oracle/engine_error.h"
#include "suite/class_shrinking.h"
#include "suite/shrinking.h"

namespace kingbird::suite {
namespace {

using model::End;
using model::Execution;

constexpr int kRepeats = 2;
constexpr size_t kMostFindings = 40;
constexpr int kBudget = 24;
constexpr int kHangBudget = 6;

std::string_view KindOf(End end) {
  switch (end) {
    case End::kUncaughtException:
      return "crash";
    case End::kUnhandledRejection:
      return "unhandled-rejection";
    case End::kTimedOut:
      return "hang";
    case End::kExited:
      return "exit";
    case End::kOutOfMemory:
      return "out-of-memory";
    case End::kOutputLimit:
      return "flood";
    default:
      return "signal";
  }
}

// What the call that should not have thrown threw; null when it did not.
const model::Value* Thrown(const Execution& execution, int call) {
  const model::Event* event = execution.Find(model::Event::Kind::kThrow, call);
  return event == nullptr || event->values.empty() ? nullptr : &event->values[0];
}

// Two executions end alike if a user would call it the same problem.
bool SameEnd(const Execution& a, const Execution& b, int thrower) {
  if (thrower != 0) {
    const model::Value* first = Thrown(a, thrower);
    const model::Value* second = Thrown(b, thrower);
    return first != nullptr && second != nullptr && oracle::ErrorPattern(*first) == oracle::ErrorPattern(*second);
  }
  return a.end == b.end && oracle::ValueKind(a.error) == oracle::ValueKind(b.error) && a.error.text == b.error.text;
}

std::string MessageOf(const Execution& execution, int thrower) {
  const model::Value& value = thrower == 0 ? execution.error : *Thrown(execution, thrower);
  const std::string error = value.kind == model::Value::Kind::kError
                                ? value.type + (value.text.empty() ? "" : ": " + value.text)
                                : emit::LiteralText(value);
  const std::string line = error.substr(0, error.find('\n'));
  if (thrower != 0) return "throws " + line;
  switch (execution.end) {
    case End::kUncaughtException:
      return "uncaught " + line;
    case End::kUnhandledRejection:
      return "unhandled rejection of " + line;
    case End::kTimedOut:
      return fmt::format("did not end within the deadline ({})", execution.detail);
    case End::kExited:
      return fmt::format("called process.exit({})", execution.exit_code);
    case End::kSignal:
      return fmt::format("killed by signal {}", execution.signal);
    case End::kOutputLimit:
      return execution.signal == SIGXFSZ ? "a file it writes outgrows the limit" : "prints more than the limit";
    default:
      return std::string(model::ToString(execution.end));
  }
}

// The call that most likely did it: the last that began.
std::string FunctionOf(const model::TestCase& test, const Execution& execution, int thrower) {
  int last = thrower == 0 ? -1 : thrower;
  for (const model::Event& event : execution.events) {
    if (event.kind == model::Event::Kind::kCall && thrower == 0) last = event.node;
  }
  std::string name = "module";
  model::ForEachCall(*test.root, [&](const model::Call& call) {
    if (call.id == last) name = model::CallName(call, execution);
  });
  return name;
}

std::string ScriptOf(const model::Finding& finding, const FindingsConfig& config) {
  std::string text = fmt::format("// {}: {}\n// {} of {}. Run with: node {}\n", finding.id,
                                 emit::Comment(finding.message), emit::Comment(finding.function),
                                 emit::Comment(config.display), base::Split(finding.repro, '/').back());
  if (config.es_module) {
    text += fmt::format("import * as {} from {};\n\n", config.style.module_variable, emit::Quote(config.package));
  } else {
    text += fmt::format("'use strict';\nconst {} = require({});\n\n", config.style.module_variable,
                        emit::Quote(config.package));
  }
  for (const std::string& line : emit::WriteScript(finding.test, config.style)) text += line + "\n";
  return text;
}

runtime::RunOptions Options(const env::Env& env) {
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.coverage = false;
  return options;
}

// An error that the test itself threw or that a promise it holds was rejected with says nothing against the target.
bool IsOwnDoing(const Execution& execution) {
  const model::Value& error = execution.error;
  if (execution.end != End::kUncaughtException && execution.end != End::kUnhandledRejection) return false;
  return std::any_of(execution.events.begin(), execution.events.end(), [&](const model::Event& event) {
    const bool thrown = event.kind == model::Event::Kind::kLeave && event.threw;
    const bool passed_on = event.kind == model::Event::Kind::kReject || event.kind == model::Event::Kind::kThrow;
    if ((!thrown && !passed_on) || event.values.empty()) return false;
    return event.values[0].type == error.type && event.values[0].text == error.text;
  });
}

// Keeps the ends that every repetition shows.
base::Result<std::vector<loop::BadEnd>> Confirm(env::Env& env, std::vector<loop::BadEnd> ends,
                                                runtime::Executor& executor) {
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<model::TestCase> tests;
    for (const loop::BadEnd& end : ends) tests.push_back(end.test);
    runtime::RunOptions options = Options(env);
    options.seed += static_cast<uint64_t>(repeat) + 1;
    ASSIGN_OR_RETURN(const std::vector<Execution> executions, executor.Run(tests, options));
    std::vector<loop::BadEnd> kept;
    for (size_t i = 0; i < ends.size(); ++i) {
      if (SameEnd(ends[i].execution, executions[i], ends[i].thrower)) kept.push_back(std::move(ends[i]));
    }
    ends = std::move(kept);
  }
  return ends;
}

// What is left of the calls has the arguments it had: dropping one would make another error of it.
bool SameArguments(const model::TestCase& before, const model::TestCase& after) {
  std::map<int, const model::Call*> calls;
  for (const model::Call& call : before.root->body) calls[call.id] = &call;
  return std::all_of(after.root->body.begin(), after.root->body.end(), [&](const model::Call& call) {
    const auto it = calls.find(call.id);
    if (it == calls.end() || it->second->arguments.size() != call.arguments.size()) return false;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      const model::Argument& old = it->second->arguments[i];
      if (old.kind != call.arguments[i].kind || old.literal.kind != call.arguments[i].literal.kind) return false;
    }
    return !call.receiver || call.receiver->kind == it->second->receiver->kind;
  });
}

// A call that throws can be looked for by the agent, which is cheaper than a process for every attempt.
base::Status ShrinkThrowers(env::Env& env, std::vector<loop::BadEnd>& ends, runtime::Executor& executor) {
  std::vector<Shrinkable> shrinkable;
  std::vector<size_t> places;
  for (size_t i = 0; i < ends.size(); ++i) {
    if (ends[i].thrower == 0) continue;
    shrinkable.push_back({&ends[i].test, {}, {ends[i].thrower}});
    places.push_back(i);
  }
  ASSIGN_OR_RETURN(const std::vector<model::TestCase> tests, Shrink(shrinkable, executor));
  ASSIGN_OR_RETURN(const std::vector<Execution> executions, executor.Run(tests, Options(env)));
  for (size_t k = 0; k < places.size(); ++k) {
    loop::BadEnd& end = ends[places[k]];
    const bool same = SameEnd(end.execution, executions[k], end.thrower) && SameArguments(end.test, tests[k]);
    if (same) end = {tests[k], executions[k], end.thrower};
  }
  return {};
}

base::Status MinimizeAll(env::Env& env, std::vector<loop::BadEnd>& ends, runtime::Executor& executor) {
  std::vector<emit::Minimizer> minimizers;
  for (const loop::BadEnd& end : ends) {
    if (end.thrower != 0) {
      minimizers.emplace_back(end.test, 0);
      continue;
    }
    // A hang costs its deadline at every try.
    minimizers.emplace_back(end.test, end.execution.end == End::kTimedOut ? kHangBudget : kBudget);
  }
  Shrinking shrinking;
  const auto keeps = [&](size_t i, const model::TestCase& test, const Execution& execution) {
    if (!SameEnd(ends[i].execution, execution, ends[i].thrower)) return false;
    ends[i] = {test, execution, ends[i].thrower};
    return true;
  };
  shrinking.judge = JudgeBy(executor, Options(env), keeps);
  shrinking.enough = [&] { return env.TimeLeft() <= env.config.time_limit / 8; };
  return ShrinkAll(env, minimizers, shrinking);
}

}  // namespace

base::Result<std::vector<WrittenFinding>> WriteFindings(env::Env& env, const std::vector<loop::BadEnd>& bad_ends,
                                                        runtime::Executor& executor, const FindingsConfig& config) {
  std::vector<loop::BadEnd> ends;
  for (const loop::BadEnd& end : bad_ends) {
    if (ends.size() < kMostFindings && !IsOwnDoing(end.execution)) ends.push_back(end);
  }
  ASSIGN_OR_RETURN(ends, Confirm(env, std::move(ends), executor));
  std::vector<WrittenFinding> written;
  std::set<std::string> seen;
  std::map<std::string, int> numbers;
  TRY(ShrinkThrowers(env, ends, executor));
  TRY(MinimizeAll(env, ends, executor));
  for (const loop::BadEnd& end : ends) {
    WrittenFinding next;
    model::Finding& finding = next.finding;
    finding.kind = end.thrower != 0 ? "exception" : KindOf(end.execution.end);
    finding.function = FunctionOf(end.test, end.execution, end.thrower);
    finding.message = MessageOf(end.execution, end.thrower);
    finding.test = end.test;
    // Minimised, several tests turn out to be the same problem, whatever the file is called that is not there.
    const std::string problem = finding.kind + "\n" + finding.function + "\n" + oracle::MessagePattern(finding.message);
    if (!seen.insert(problem).second) continue;
    const std::string stem = finding.kind + "-" + emit::IdentifierFrom(finding.function, "module");
    finding.id = fmt::format("{}-{}", stem, ++numbers[stem]);
    finding.repro = fmt::format("findings/{}.{}", finding.id, config.es_module ? "mjs" : "cjs");
    next.script = ScriptOf(finding, config);
    written.push_back(std::move(next));
  }
  return written;
}

}  // namespace kingbird::suite
