// Flips for `kingbird test` and `kingbird diff`: tests that came close to unreached code run once more under the
// concolic pass, with the plain data among their arguments as inputs; where a decision could have gone to code that
// nobody has reached, the search looks for arguments that take it there. Those become tests of the loop like all
// others.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "concolic/explorer.h"
#include "concolic/solver_chain.h"
#include "env/env.h"
#include "explore/flip_runner.h"
#include "load/loaded_target.h"
#include "loop/generator.h"

namespace kingbird::explore {

struct FlipOptions {
  size_t seeds = 100;   ///< Tests that are looked at in one round.
  size_t inputs = 400;  ///< Runs of one round, those of the seeds included.
  bool all = false;     ///< Propose every input the search came up with, not only those that reach something new.
  int share = 10;       ///< Per cent of the time limit, for one round: by then growth stands still.
};

/// The environment must outlive it. The target is loaded with the concolic pass when it is first needed; if
/// that fails there are no flips.
class Flips : public loop::Generator {
 public:
  Flips(env::Env& env, const FlipTarget& target, FlipOptions options);
  ~Flips() override;

  std::vector<model::TestCase> Propose(size_t count, const loop::Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const loop::News& news) override;
  void Watch(const model::TestCase& test, const model::Execution& execution, loop::Gain gain) override;

 private:
  base::Status Round(const loop::Standing& standing);
  /// Tests that came close to unreached code.
  std::vector<concolic::Assignment> Seeds(const loop::Generated& so_far, FlipRunner& runner);
  /// Explores from the seeds, to which what was news is added.
  base::Status Search(FlipRunner& runner, concolic::Solver& solver, std::chrono::nanoseconds until,
                      concolic::ExploreOptions& exploring);
  base::Status Load();

  env::Env& env_;
  FlipTarget target_;
  FlipOptions options_;
  std::optional<load::LoadedTarget> loaded_;
  Constructors constructors_;  // of the loaded target
  concolic::SolverStatistics statistics_;
  std::unique_ptr<concolic::Solver> solver_;
  std::unique_ptr<concolic::Solver> quick_;  // knows nobody to ask
  std::deque<model::TestCase> waiting_;
  size_t rounds_ = 0;
  size_t watched_ = 0;        // tests of others
  size_t last_reaching_ = 0;  // the last of them that reached new code
  std::set<uint32_t> asked_;  // counters next to unreached code that seeds reached
  bool exhausted_ = false;    // the last round came to the end of its questions
  bool in_vain_ = false;      // the last round, or one before it
};

}  // namespace kingbird::explore
