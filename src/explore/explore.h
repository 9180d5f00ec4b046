// `kingbird explore`: concolic execution of the functions of a file or package, each for itself (explore.cc).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "concolic/exploration.h"
#include "env/env.h"
#include "env/phases.h"
#include "model/report_data.h"
#include "target/target.h"

namespace kingbird::explore {

/// A function of the target and what came of exploring it.
struct ExploredFunction {
  std::string file;  ///< As its author wrote it, relative to the target's folder; so are the places of errors.
  std::string name;  ///< As written; "function at line 12" where the source gives none.
  uint32_t line = 0;
  bool script = false;    ///< A whole program (script.h), not a function.
  bool recalled = false;  ///< Its preconditions are those of an earlier run: it was not explored.
  bool found = false;     ///< It could be called: from outside, or where another function makes it.
  model::CoverageTotals coverage;
  model::Hits hits;  ///< Of all runs, in whatever function.
  concolic::Exploration exploration;
  std::vector<std::string> mismatches;  ///< Of the debug oracle: wrong models of operators. For summary.json alone.
  /// For each input of the exploration, the call it makes: statements to paste where a program can make the call.
  std::vector<std::string> calls = {};
};

/// A place where symbolic information was lost (explanation.h).
struct Explanation {
  std::string file;
  uint32_t line = 0;
  std::string what;
  size_t runs = 0;
  size_t decisions = 0;  ///< That depend on it.
  size_t one_sided = 0;  ///< Of these, decisions that came out one way only.
  std::string advice;    ///< What to do about it.
};

struct Explored {
  model::RunReport report;
  std::vector<ExploredFunction> functions;
  base::Json preconditions;  ///< precondition_file.h
  std::vector<Explanation> lost;
  bool explains = false;  ///< The user asked for that.
  double seconds = 0;     ///< Running and solving.
};

/// Explores target.member, or every function of the target's entry file (of all its files for a package or folder).
/// kNotFound with the names there are when the member is not there. Interrupted or out of time it returns what it has.
base::Result<Explored> RunExplore(env::Env& env, const target::Target& target, const env::ProgressSink& progress);

/// The keys of summary.json that are this command's own.
base::Json SummaryOf(const Explored& explored);

}  // namespace kingbird::explore
