#include "suite/suspects.h"

#include <algorithm>
#include <map>
#include <set>

#include "env/run_options.h"
#include "suite/bad_end.h"
#include "suite/callback_blame.h"
#include "suite/class_shrinking.h"
#include "suite/shrinking.h"

namespace kingbird::suite {
namespace {

using model::End;
using model::Execution;

constexpr int kShareForScripts = 6;  // percent of the time limit, for running their scripts
constexpr int kSuspectRepeats = 2;
constexpr int kBudget = 24;
constexpr int kHangBudget = 6;

runtime::RunOptions SuspectOptions(const env::Env& env) {
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.coverage = false;
  options.arguments_before = true;
  options.stop = [&env] { return env.Hurries(kShareForScripts); };
  return options;
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

class Confirmation {
 public:
  Confirmation(env::Env& env, const load::LoadedTarget& loaded, const Contracts& contracts,
               std::vector<Suspect>& suspects)
      : env_(env), loaded_(loaded), executor_(*loaded.executor), contracts_(contracts), suspects_(suspects) {}

  // Only ends that every repetition shows stay; the last one tells the arguments too.
  base::Status Confirm() {
    for (int repeat = 0; repeat < kSuspectRepeats; ++repeat) {
      std::vector<Suspect*> open;
      std::vector<model::TestCase> tests;
      ForEachOpen(suspects_, [&](Suspect& suspect) {
        open.push_back(&suspect);
        tests.push_back(suspect.end.test);
      });
      runtime::RunOptions options = SuspectOptions(env_);
      options.seed += static_cast<uint64_t>(repeat) + 1;
      ASSIGN_OR_RETURN(std::vector<Execution> executions, executor_.Run(tests, options));
      for (size_t i = 0; i < open.size(); ++i) {
        if (SameEnd(open[i]->end.execution, executions[i], open[i]->end.thrower))
          open[i]->end.execution = std::move(executions[i]);
        else
          open[i]->excuse = executions[i].end == End::kNotRun ? kNoTime : "did not end the same way when repeated";
      }
    }
    // The call it is about must be one that may be made so; the others may go.
    ForEachOpen(suspects_, [&](Suspect& suspect) {
      const std::set<int> fitting = contracts_.Fitting(suspect.end.test, suspect.end.execution);
      const bool any = suspect.end.thrower == 0 ? !fitting.empty() : fitting.contains(suspect.end.thrower);
      if (!any && !IsPollution(suspect.end)) suspect.excuse = "used arguments that no type or documentation allows";
      model::ForEachCall(*suspect.end.test.root, [&](const model::Call& call) {
        if (call.id == suspect.end.thrower && contracts_.MayThrow(call))
          suspect.excuse = "threw an error that the documentation announces";
      });
    });
    return {};
  }

  base::Status ExcuseCallbacks() {
    std::vector<Suspect*> open;
    std::vector<const loop::BadEnd*> ends;
    ForEachOpen(suspects_, [&](Suspect& suspect) {
      if (!AsksCallbacks(suspect.end)) return;
      open.push_back(&suspect);
      ends.push_back(&suspect.end);
    });
    ASSIGN_OR_RETURN(const std::vector<bool> blamed, CallbacksToBlame(ends, executor_, SuspectOptions(env_)));
    for (size_t i = 0; i < open.size(); ++i) {
      if (blamed[i]) open[i]->excuse = "went on only because a callback of the test kept answering";
    }
    return {};
  }

  // A call that throws can be looked for by the agent, which is cheaper than a process for every attempt.
  base::Status ShrinkThrowers() {
    std::vector<Shrinkable> shrinkable;
    std::vector<Suspect*> owners;
    ForEachOpen(suspects_, [&](Suspect& suspect) {
      if (suspect.end.thrower == 0 || loaded_.subject != load::Subject::kClass) return;
      shrinkable.push_back({&suspect.end.test, {}, {suspect.end.thrower}});
      owners.push_back(&suspect);
    });
    ASSIGN_OR_RETURN(const std::vector<model::TestCase> tests, Shrink(env_, shrinkable, executor_));
    ASSIGN_OR_RETURN(const std::vector<Execution> executions, executor_.Run(tests, SuspectOptions(env_)));
    for (size_t k = 0; k < owners.size(); ++k) {
      loop::BadEnd& end = owners[k]->end;
      const bool same = SameEnd(end.execution, executions[k], end.thrower) && SameArguments(end.test, tests[k]);
      if (same) end = {tests[k], executions[k], end.thrower};
    }
    return {};
  }

  // Smaller, and no call that was made as it may be is made otherwise.
  base::Status MinimizeAll() {
    std::vector<Suspect*> owners;
    std::vector<emit::Minimizer> minimizers;
    ForEachOpen(suspects_, [&](Suspect& suspect) {
      if (suspect.end.thrower != 0 && loaded_.subject == load::Subject::kClass) return;
      owners.push_back(&suspect);
      // A hang costs its deadline at every try.
      minimizers.emplace_back(suspect.end.test, suspect.end.execution.end == End::kTimedOut ? kHangBudget : kBudget);
    });
    Shrinking shrinking;
    const auto keeps = [&](size_t i, const model::TestCase& test, const Execution& execution) {
      loop::BadEnd& end = owners[i]->end;
      if (!SameEnd(end.execution, execution, end.thrower)) return false;
      const std::set<int> before = contracts_.Fitting(end.test, end.execution);
      const std::set<int> after = contracts_.Fitting(test, execution);
      bool worse = false;
      model::ForEachCall(
          *test.root, [&](const model::Call& call) { worse |= before.contains(call.id) && !after.contains(call.id); });
      if (worse) return false;
      end = {test, execution, end.thrower};
      return true;
    };
    shrinking.judge = JudgeBy(executor_, SuspectOptions(env_), keeps);
    shrinking.enough = [&] { return env_.Hurries(kShareForScripts); };
    return ShrinkAll(env_, minimizers, shrinking);
  }

 private:
  env::Env& env_;
  const load::LoadedTarget& loaded_;
  runtime::Executor& executor_;
  const Contracts& contracts_;
  std::vector<Suspect>& suspects_;
};

}  // namespace

base::Status ConfirmAndShrink(env::Env& env, const load::LoadedTarget& loaded, const Contracts& contracts,
                              std::vector<Suspect>& suspects) {
  Confirmation confirmation(env, loaded, contracts, suspects);
  TRY(confirmation.Confirm());
  TRY(confirmation.ExcuseCallbacks());
  TRY(confirmation.ShrinkThrowers());
  return confirmation.MinimizeAll();
}

}  // namespace kingbird::suite
