#include "campaign/class_shrinking.h"

#include <algorithm>

#include "campaign/run_options.h"
#include "campaign/selection.h"
#include "oracle/behaviour.h"

namespace kingbird::campaign {
namespace {

constexpr std::chrono::milliseconds kDeadline{1500};

}  // namespace

base::Status ShrinkCandidates(Env& env, std::vector<Candidate>& candidates, runtime::Executor& executor) {
  std::vector<Candidate> left = candidates;
  const std::vector<Selected> selected = Select(left, Shown{{executor.LoadHits()}, {}});
  std::vector<base::Json> questions;
  for (const Selected& one : selected)
    questions.push_back({{"ask", "shrink"}, {"test", model::ToJson(one.test)}, {"needed", one.needed_hits}});
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor.Ask(questions, kDeadline));
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < selected.size(); ++i) {
    // A test that covers nothing by itself is there for what it shows, which the agent does not look at.
    tests.push_back(selected[i].test);
    if (selected[i].needed_hits.empty() || !answers[i].is_object() || !answers[i].contains("test")) continue;
    auto smaller = model::TestCaseFromJson(answers[i]["test"]);
    if (!smaller.ok() || !model::WellFormedness(*smaller).empty()) continue;
    smaller->next_id = selected[i].test.next_id;
    tests.back() = std::move(*smaller);
  }
  runtime::RunOptions options = RunOptionsOf(env);
  options.methods = true;
  ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor.Run(tests, options));
  std::vector<Candidate> kept;
  for (size_t i = 0; i < selected.size(); ++i) {
    const model::Hits& hits = executions[i].hits;
    const model::Hits& needed = selected[i].needed_hits;
    const bool confirmed = executions[i].end == model::End::kFinished &&
                           std::includes(hits.begin(), hits.end(), needed.begin(), needed.end());
    if (confirmed) {
      kept.push_back({tests[i], hits, oracle::Behaviours(tests[i], executions[i])});
      continue;
    }
    const auto original = std::find_if(candidates.begin(), candidates.end(),
                                       [&](const Candidate& one) { return one.test == selected[i].test; });
    if (original != candidates.end()) kept.push_back(*original);
  }
  candidates = std::move(kept);
  return {};
}

}  // namespace kingbird::campaign
