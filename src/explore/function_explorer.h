// Explores functions one by one, also those that exist only while another one runs: that one is explored first and run
// on the inputs that led to where they are made.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <vector>

#include "base/result.h"
#include "concolic/explorer.h"
#include "env/env.h"
#include "explore/explore.h"
#include "explore/function_texts.h"
#include "explore/functions.h"
#include "explore/target_runner.h"
#include "runtime/executor.h"
#include "syntax/manifest.h"

namespace kingbird::explore {

/// Thread-compatible. Everything it is given must outlive it.
class FunctionExplorer : private concolic::Callees {
 public:
  /// What explorers of one target have in common; all of it may be shared by threads.
  struct Subject {
    const syntax::Manifest& manifest;
    const std::vector<ExplorableFunction>& functions;
    const SiteIndex& sites;
    FunctionTexts& texts;
    bool callees = false;  ///< Functions that the explored one calls are to be covered, too.
  };
  FunctionExplorer(env::Env& env, const Subject& subject, runtime::Executor& executor,
                   std::unique_ptr<concolic::Solver> solver)
      : env_(env), subject_(subject), executor_(executor), solver_(std::move(solver)) {}

  /// By place in the list. What was explored before is known.
  base::Result<ExploredFunction> Explore(size_t index);
  /// The next ones may take this share of the time that is left, or a little more.
  void Give(double share);
  /// Goes on where time ran out or nothing was left to flip.
  base::Result<ExploredFunction> ExploreFurther(size_t index);

  /// Asked between runs and functions: the user or the clock wants an end.
  bool MustEnd() const;

 private:
  using Runs = std::vector<TargetRunner::Remembered>;
  /// Where a function is, and the input to begin with.
  struct Begin {
    FunctionPlace place;
    concolic::Assignment start;
  };

  // A callee that is met for the first time is explored there and then; the one that waits for it goes on afterwards.
  const std::vector<concolic::CalleePath>* EntriesOf(uint32_t site) override;
  uint32_t FunctionOf(uint32_t site) const override { return subject_.sites[site].function; }

  /// What the function passes on begins as its callees want it.
  void BeginWithEntries(const ExplorableFunction& function, concolic::Assignment& start);
  /// Where entries are those of callers: what this one passed.
  void NoteContexts(const concolic::Exploration& caller);

  /// An exploration that may go on, with what it runs.
  struct Ongoing {
    explicit Ongoing(TargetRunner own) : runner(std::move(own)) {}
    TargetRunner runner;
    std::unique_ptr<concolic::Exploring> exploring;
    bool guesses = false;
  };
  /// Until the deadline or the limit of inputs; `result` gets what is known then.
  void GoOn(size_t index, Ongoing& ongoing, ExploredFunction& result);
  /// Whether inputs are guessed where nothing is left to flip.
  bool Guesses() const;
  size_t MostInputs() const;
  /// Functions that exist only while this one runs are to be reached by it.
  void AddNested(const ExplorableFunction& function, concolic::ExploreOptions& options) const;

  base::Result<std::optional<Begin>> FindBegin(size_t index);
  base::Result<std::optional<Begin>> FindInside(size_t index);
  concolic::ExploreOptions OptionsFor(const ExplorableFunction& function, concolic::Assignment start);

  env::Env& env_;
  const Subject& subject_;
  runtime::Executor& executor_;
  std::unique_ptr<concolic::Solver> solver_;
  std::vector<size_t> waiting_;  ///< Functions under exploration, the outermost first.
  std::map<uint32_t, std::vector<concolic::CalleePath>> entries_;  ///< By place; of functions that are known.
  std::map<size_t, ExploredFunction> explored_;
  std::map<size_t, FunctionPlace> places_;
  std::map<size_t, Runs> runs_;
  std::map<size_t, std::unique_ptr<Ongoing>> ongoing_;                ///< Of those that have something left to reach.
  std::chrono::nanoseconds until_ = std::chrono::nanoseconds::max();  ///< Of Env::Elapsed.
};

}  // namespace kingbird::explore
