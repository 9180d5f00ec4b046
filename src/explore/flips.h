// Flips for `kingbird test` and `kingbird diff`: tests that came close to unreached code run once more under the
// concolic pass, with the plain data among their arguments as inputs; where a decision could have gone to code that
// nobody has reached, the search looks for arguments that take it there. Those become tests of the loop like all
// others.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "concolic/explorer.h"
#include "concolic/solve/solver_chain.h"
#include "env/env.h"
#include "explore/flip_runner.h"
#include "explore/flip_schedule.h"
#include "explore/function_texts.h"
#include "load/loaded_target.h"
#include "loop/generator.h"

namespace kingbird::explore {

struct FlipOptions {
  size_t seeds = 100;   ///< Tests that are looked at in one round.
  size_t inputs = 400;  ///< Runs of one round where there is no time limit, those of the seeds included.
  bool all = false;     ///< Propose every input the search came up with, not only those that reach something new.
  /// Of a target of several modules: those whose functions are explored by themselves; empty: all functions are.
  std::set<std::string> modules = {};
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
  std::vector<concolic::Assignment> Seeds(const loop::Generated& so_far);
  /// Tests with nothing in them but inputs.
  std::vector<concolic::Assignment> Blank(const loop::Generated& so_far);
  concolic::ExploreOptions OptionsFor(const loop::Generated& so_far);
  /// Each function by itself; the inputs that were news.
  base::Result<std::vector<concolic::Assignment>> ExploreAlone(const std::vector<concolic::Assignment>& blank,
                                                               const loop::Generated& so_far,
                                                               std::chrono::milliseconds until);
  /// Where there is no limit of time that of the solvers counts.
  std::function<bool()> StopAt(std::chrono::milliseconds until);
  void Tell(const concolic::Exploration& explored);
  void TellOf(const concolic::Flip& flip, concolic::Outcome outcome);
  /// Where there is a time limit the target is loaded while the others go on.
  bool IsReady(const loop::Standing& standing);
  base::Result<load::LoadedTarget> Prepare();
  base::Status Load();

  env::Env& env_;
  FlipTarget target_;
  FlipOptions options_;
  FlipSchedule schedule_;
  std::future<base::Result<load::LoadedTarget>> loading_;  // valid from the first question until it is loaded
  std::optional<load::LoadedTarget> loaded_;
  Constructors constructors_;  // of the loaded target
  std::unique_ptr<SiteIndex> sites_;
  std::unique_ptr<FunctionTexts> texts_;
  std::map<std::pair<uint32_t, bool>, model::Hits> behind_;  // by decision; counters of the loop
  concolic::SolverStatistics statistics_;
  std::unique_ptr<concolic::Solver> solver_;
  std::unique_ptr<concolic::Solver> quick_;  // knows nobody to ask
  std::unique_ptr<FlipRunner> runner_;
  std::unique_ptr<concolic::Exploring> exploring_;
  size_t inputs_ = 0;            // of all rounds
  std::set<uint32_t> asked_;     // counters next to unreached code that seeds reached
  std::set<std::string> known_;  // tests that were seeds, as JSON
  std::deque<model::TestCase> waiting_;
};

}  // namespace kingbird::explore
