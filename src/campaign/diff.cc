// resolve → stage and load both sides → compare exports → discover on both → generate on one, run on both → repeat →
// minimise → write one script per difference → report.
#include "campaign/diff.h"

#include <future>

#include "campaign/describe_run.h"
#include "campaign/diff_report.h"
#include "campaign/differences.h"
#include "campaign/duel.h"
#include "campaign/laboratory.h"
#include "campaign/load_failure.h"
#include "campaign/mined_values.h"
#include "campaign/mining.h"
#include "campaign/shared_api.h"
#include "generate/tree_grower.h"

namespace kingbird::campaign {
namespace {

void Tell(const ProgressSink& progress, const Env& env, std::string phase) {
  model::Progress state;
  state.phase = std::move(phase);
  state.elapsed_s = static_cast<double>(env.Elapsed().count()) / 1000;
  progress(state);
}

// Errors name the side that does not load.
base::Result<Laboratory> PrepareSide(Env& env, const target::Target& target, int jobs) {
  auto laboratory = Prepare(env, target, jobs);
  if (!laboratory.ok()) return ExplainLoadFailure(laboratory.error(), target.display);
  return laboratory;
}

// Both at once: each side has zygotes of its own.
base::Status DiscoverBoth(Env& env, Laboratory& before, Laboratory& after) {
  auto other = std::async(std::launch::async, [&] { return FindSignatures(env, before); });
  const base::Status found = FindSignatures(env, after);
  TRY(other.get());
  return found;
}

}  // namespace

base::Result<model::RunReport> RunDiff(Env& env, const target::Target& before_target,
                                       const target::Target& after_target, const ProgressSink& progress) {
  Tell(progress, env, "loading");
  const int jobs = std::max(1, env.config.jobs / 2);
  ASSIGN_OR_RETURN(Laboratory before, PrepareSide(env, before_target, jobs));
  ASSIGN_OR_RETURN(Laboratory after, PrepareSide(env, after_target, jobs));
  const ApiChange change = CompareApis(before.api, after.api);

  Tell(progress, env, "discovering");
  TRY(DiscoverBoth(env, before, after));
  const model::Api shared = SharedApi(before.api, after.api);
  const generate::ValuePool pool(MergedLiterals(before.pool->mined(), after.pool->mined()), ScratchPaths());
  generate::GrowerConfig growth{env.config.nesting, env.config.mined_share};
  generate::TreeGrower grower(shared, pool, MineExamples(env, before_target), growth);

  Duel duel(before, after);
  DifferenceBook book({});
  duel.set_judge([&](const model::TestCase& test, const Pair& pair) { return book.Note(test, pair); });
  ASSIGN_OR_RETURN(const Generated generated, Generate(env, duel, grower, after.stage.manifest, progress));
  ASSIGN_OR_RETURN(const Confirmed confirmed, Confirm(env, duel, book, progress));

  Tell(progress, env, "writing");
  model::RunReport report = DescribeRun(env, after, generated, {}, {});
  report.cpu_s = CpuSeconds();
  report.diff.differing_tests = book.differing_tests();
  const base::Path folder = env.config.out / "findings";
  const DiffOutput output{LinkOf(before, "before", folder), LinkOf(after, "after", folder),
                          after.style.module_variable, ""};
  TRY(DescribeDifferences(env, output, change, confirmed, report));
  return report;
}

}  // namespace kingbird::campaign
