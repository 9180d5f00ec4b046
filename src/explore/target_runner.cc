#include "explore/target_runner.h"

#include "concolic/expression/evaluate.h"
#include "concolic/trace_codec.h"

namespace kingbird::explore {
namespace {

constexpr size_t kMostMismatches = 20;
/// agent/child.js: the values of the event of a call that threw are the error, nothing, and where it was thrown.
constexpr size_t kWhere = 2;

}  // namespace

base::Result<concolic::Run> TargetRunner::Execute(const concolic::Assignment& input) {
  ASSIGN_OR_RETURN(std::vector<concolic::Run> runs, ExecuteAll({input}));
  return std::move(runs.front());
}

base::Result<std::vector<concolic::Run>> TargetRunner::ExecuteAll(const std::vector<concolic::Assignment>& inputs) {
  std::vector<base::Json> jobs;
  for (const concolic::Assignment& input : inputs) {
    base::Json outer = base::Json::array();
    for (const FunctionPlace& each : place_.outer)
      outer.push_back({{"site", each.site}, {"parameters", each.parameters}});
    jobs.push_back({{"site", place_.site},
                    {"parameters", place_.parameters},
                    {"stub", place_.stub},
                    {"calls", place_.calls},
                    {"explain", place_.explain},
                    {"deep", place_.deep},
                    {"global", place_.global},
                    {"script", place_.script},
                    {"outer", std::move(outer)},
                    {"assignment", concolic::ToJson(input)}});
  }
  ASSIGN_OR_RETURN(std::vector<runtime::TracedRun> traced, executor_.RunTraced(jobs, options_));
  std::vector<concolic::Run> runs;
  for (size_t i = 0; i < traced.size(); ++i) runs.push_back(Decode(inputs[i], std::move(traced[i])));
  return runs;
}

concolic::Run TargetRunner::Decode(const concolic::Assignment& input, runtime::TracedRun traced) {
  concolic::Run run;
  run.execution = std::move(traced.execution);
  hits_.insert(run.execution.hits.begin(), run.execution.hits.end());
  const auto* bytes = reinterpret_cast<const uint8_t*>(traced.trace.data());
  // A run whose trace the target had tampered with counts as one without decisions.
  if (auto path = concolic::DecodeTrace({bytes, traced.trace.size()}); path.ok()) run.path = std::move(*path);
  concolic::Assignment whole = input;
  concolic::AddParsed(run.path, whole);
  for (const concolic::Mismatch& mismatch : concolic::CheckPath(run.path, whole).mismatches) {
    if (mismatches_.size() < kMostMismatches) mismatches_.push_back(mismatch.text);
  }
  const model::Event* rejected = run.execution.Find(model::Event::Kind::kReject, 1);
  const bool ended = run.execution.end == model::End::kFinished && !run.execution.Failed() && rejected == nullptr;
  runs_.push_back({input, run.execution.hits, ended, run.path.there});
  const model::Event* thrown = run.execution.Find(model::Event::Kind::kThrow, 1);
  if (thrown == nullptr) thrown = rejected;
  if (thrown != nullptr && thrown->values.size() > kWhere) run.where = thrown->values[kWhere].text;
  return run;
}

}  // namespace kingbird::explore
