#include "suite/keep_green.h"

#include <functional>
#include <numeric>
#include <utility>

#include "suite/command_trial.h"
#include "suite/suite_check.h"

namespace kingbird::suite {
namespace {

using IsGreen = std::function<base::Result<bool>(const std::vector<emit::WrittenTest>&)>;

std::vector<emit::WrittenTest> Chosen(const std::vector<SuiteTest>& tests, const std::vector<size_t>& members) {
  std::vector<emit::WrittenTest> written;
  for (const size_t i : members) written.push_back(tests[i].written);
  return written;
}

// A command that is red with a test that does nothing says nothing about the others.
std::vector<emit::WrittenTest> Nothing(const SuiteTest& test) {
  emit::WrittenTest nothing = test.written;
  nothing.body = {"assert.ok(true);"};
  nothing.is_async = nothing.needs_folder = nothing.fixed_date = false;
  return {nothing};
}

// Tests are taken out until the command is green with those that are left.
base::Status TakeOut(env::Env& env, const emit::SuiteConfig& suite, const IsGreen& green,
                     std::vector<SuiteTest>& tests) {
  if (tests.empty()) return {};
  std::vector<size_t> all(tests.size());
  std::iota(all.begin(), all.end(), 0);
  ASSIGN_OR_RETURN(const bool green_at_once, green(Chosen(tests, all)));
  if (green_at_once) return {};
  ASSIGN_OR_RETURN(const bool works, green(Nothing(tests[0])));
  if (!works) {
    env.stats.Add(kCommandFails);
    return {};
  }
  std::vector<std::vector<size_t>> files;
  for (emit::SuitePart& part : emit::SuiteParts(Chosen(tests, all), suite)) files.push_back(std::move(part.tests));
  std::vector<size_t> kept;
  const base::Status status = GrowPassing(
      kept, std::move(files), [&](const std::vector<size_t>& members, size_t) -> base::Result<std::vector<TestEnd>> {
        ASSIGN_OR_RETURN(const bool is_green, green(Chosen(tests, members)));
        return std::vector<TestEnd>(is_green ? members.size() : 0, TestEnd::kPassed);
      });
  if (!status.ok() && status.error().code != base::ErrorCode::kInterrupted) return status;
  env.stats.Add("lost.failed when the whole suite was run", static_cast<double>(tests.size() - kept.size()));
  std::vector<SuiteTest> left;
  for (const size_t i : kept) left.push_back(std::move(tests[i]));
  tests = std::move(left);
  return {};
}

base::Result<bool> IsRunByNpmTest(env::Env& env, const emit::SuiteConfig& suite, CommandTrial& trial,
                                  std::vector<SuiteTest>& tests) {
  std::vector<size_t> all(tests.size());
  std::iota(all.begin(), all.end(), 0);
  ASSIGN_OR_RETURN(const NpmTest with, trial.RunNpmTest(Chosen(tests, all)));
  if (!with.runs_suite || with.green) return with.runs_suite;
  ASSIGN_OR_RETURN(const NpmTest without, trial.RunNpmTest({}));
  if (!without.green) return false;
  TRY(TakeOut(
      env, suite,
      [&](const std::vector<emit::WrittenTest>& some) -> base::Result<bool> {
        ASSIGN_OR_RETURN(const NpmTest told, trial.RunNpmTest(some));
        return told.green;
      },
      tests));
  return !tests.empty();
}

}  // namespace

base::Result<model::RunWith> KeepGreen(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                                       std::vector<SuiteTest>& tests) {
  const bool is_project = loaded.target.kind != target::Target::Kind::kPackage;
  model::RunWith run_with = is_project ? model::RunWith::kRunner : model::RunWith::kInstalledRunner;
  if (tests.empty() || env.interrupted || env.TimeLeft().count() == 0) return run_with;
  CommandTrial trial(env, loaded, suite);
  if (const base::Status prepared = trial.Prepare(); !prepared.ok()) {
    env.log.Debug("the printed command is not tried: {}", prepared.error().message);
    return run_with;
  }
  // The time may be over at any of these runs: then the check that went before has to do.
  const auto settle = [&]() -> base::Status {
    if (trial.HasRunner())
      TRY(TakeOut(
          env, suite, [&](const auto& some) { return trial.RunPrinted(some); }, tests));
    if (!trial.HasNpmTest() || tests.empty()) return {};
    ASSIGN_OR_RETURN(const bool runs_suite, IsRunByNpmTest(env, suite, trial, tests));
    if (runs_suite) run_with = model::RunWith::kNpmTest;
    return {};
  };
  const base::Status status = settle();
  if (run_with == model::RunWith::kNpmTest) env.stats.Add(kCommandFails, -env.stats.Get(kCommandFails));
  if (!status.ok() && status.error().code != base::ErrorCode::kInterrupted) return status.error();
  return run_with;
}

}  // namespace kingbird::suite
