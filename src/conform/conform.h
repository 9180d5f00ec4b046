// `kingbird conform`: many engines vote on what built-ins do (paper 004, sections 3 and 5).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "conform/engine_coverage.h"
#include "conform/root_cause.h"
#include "env/env.h"
#include "env/phases.h"
#include "model/report_data.h"

namespace kingbird::conform {

/// What came of one built-in.
struct BuiltInResult {
  BuiltIn built_in;
  size_t cases = 0;
  size_t symbolic = 0;
  size_t agree = 0;
  size_t review = 0;
  size_t silent = 0;                                      ///< Fewer than two engines had it.
  std::map<std::string, size_t> dissent;                  ///< Implementation → cases.
  std::map<std::string, model::CoverageTotals> coverage;  ///< By symbolic execution.
  /// Implementation → how the votes went: "agree", "dissent", "abstain", "fail".
  std::map<std::string, std::map<std::string, size_t>> matrix;
  MethodCoverage engine;  ///< Of an engine's own code, with --test262.
};

/// What one implementation did in all cases (table 2 of the paper).
struct Tally {
  std::set<std::string> exceptions;  ///< Texts of errors without what belongs to the case.
  size_t timeouts = 0;
  size_t out_of_memory = 0;
  size_t crashes = 0;
};

struct Conformance {
  model::RunReport report;
  std::vector<BuiltInResult> built_ins;
  std::vector<Participant> participants;
  std::vector<RootCause> bugs;
  std::vector<std::string> repros;  ///< Of the bugs, below the output folder.
  struct Review {
    Case example;
    std::map<std::string, std::string> told;  ///< Implementation → behaviour.
  };
  std::vector<Review> reviews;           ///< The first of each built-in.
  std::map<std::string, Tally> tallies;  ///< By implementation.
  uint64_t executions = 0;
  double seconds = 0;  ///< Finding and starting engines and running cases.
};

/// `names`: built-ins. Interrupted or out of time it returns what it has.
base::Result<Conformance> RunConform(env::Env& env, const std::vector<std::string>& names,
                                     const env::ProgressSink& progress);

/// The keys of summary.json that are this command's own.
base::Json SummaryOf(const Conformance& conformance);
/// What is printed at the end.
std::string ConformText(const Conformance& conformance);

/// config.sandbox as the runtime understands it; the strongest that works for auto.
base::Result<EnginePlaces> PlacesOf(const env::Config& config, base::FileSystem& files);

}  // namespace kingbird::conform
