// The generation loop: grow a batch of tests, run it, learn from it, keep what shows something new.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "env/env.h"
#include "env/phases.h"
#include "generate/tree_grower.h"
#include "model/execution.h"
#include "model/report_data.h"
#include "model/test_case.h"
#include "runtime/executor.h"
#include "syntax/coverage_map.h"

namespace kingbird::loop {

/// A test worth something, with everything it reached.
struct Candidate {
  model::TestCase test;
  model::Hits hits;
  std::vector<std::string> behaviours;
  std::map<std::string, int> witnesses;  ///< Of the behaviours, the calls that show them; only from classes.
};

/// A test that did not finish: it crashed, hung or left by itself. Or, when `thrower` is set, a test of a class in
/// which that call threw although its arguments are of the inferred types.
struct BadEnd {
  model::TestCase test;
  model::Execution execution;
  int thrower = 0;
};

/// Tests that no suite gets because of what they do beyond their process and folder.
struct EffectCounts {
  int processes = 0;
  int network = 0;
  void Note(const model::Effects& effects);
};

struct Generated {
  std::vector<Candidate> candidates;  ///< In the order found; each reached new code or showed new behaviour.
  std::vector<BadEnd> bad_ends;       ///< One per kind of end and function.
  syntax::CoverageMap covered;        ///< Loading included.
  std::vector<model::CurvePoint> curve;
  int executed = 0;
  int failing = 0;  ///< Ended badly.
  EffectCounts effects;
  double seconds = 0;
};

/// Goes on from `start` (an empty one to begin with). Ends after config.tests tests, when a share of the time limit is
/// used up, or on interruption.
base::Result<Generated> Generate(env::Env& env, runtime::Executor& executor, generate::TreeGrower& grower,
                                 const syntax::Manifest& manifest, const env::ProgressSink& progress,
                                 Generated start = {});

}  // namespace kingbird::loop
