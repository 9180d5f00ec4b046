// The two sides of a diff behind one Executor: every test runs on both, and whoever generates or minimises tests need
// not know that there are two.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diff/changed_code.h"
#include "load/loaded_target.h"
#include "runtime/executor.h"

namespace kingbird::diff {

/// What one test did on both sides, paths of each side's own folders replaced by the same words.
struct Pair {
  model::Execution before;
  model::Execution after;
  /// The first side once more in another place, where there is a twin: what differs here is the place's doing (device
  /// numbers, temporary names), not the target's.
  std::optional<model::Execution> again;

  /// On one side at least.
  bool NotRun() const { return before.end == model::End::kNotRun || after.end == model::End::kNotRun; }
  bool Hangs() const { return before.end == model::End::kTimedOut || after.end == model::End::kTimedOut; }
};

/// One of the two: what runs its tests, and which of its own paths read how in what they show.
struct Side {
  runtime::Executor* executor = nullptr;  ///< Must outlive the side; null: there is none.
  std::vector<std::pair<std::string, std::string>> paths = {};

  static Side Of(const load::LoadedTarget& loaded);
};

/// Thread-compatible.
class PairedExecutor : public runtime::Executor {
 public:
  /// True when the test showed something worth telling; called for every test of Run, in order.
  using Judge = std::function<bool(const model::TestCase&, const Pair&)>;

  PairedExecutor(Side before, Side after) : before_(std::move(before)), after_(std::move(after)) {}
  void set_judge(Judge judge) { judge_ = std::move(judge); }
  /// The first side prepared a second time; one without an executor: none.
  void set_twin(Side twin) { twin_ = std::move(twin); }
  /// Setup code for every test.
  void set_setup(std::string setup) { setup_ = std::move(setup); }
  /// Lines that differ between the sides: the batch lane and the judge's pairs count for it what runs. Null: none.
  void set_changed(ChangedCode* changed) { changed_ = changed; }
  /// Whether Run asks the second side for what it reads.
  void set_reads(bool reads) { reads_ = reads; }

  /// For generators: the execution of the first side with the coverage and the reads of the second, marked notable when
  /// the judge says so.
  base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                  const runtime::RunOptions& options) override;
  /// The batch lane on both sides: what is news to the second, and what the two did not do alike. A subject that went
  /// on differing in ways that the judge knows is no news any more. With setup code there is no lane: all are worth a
  /// process.
  base::Result<runtime::BatchNews> Screen(std::span<const model::TestCase> tests, runtime::ScreenMemory& memory,
                                          const runtime::RunOptions& options) override;
  base::Result<std::vector<Pair>> RunBoth(std::span<const model::TestCase> tests, const runtime::RunOptions& options);
  /// How long to wait where a hang need only be suspected. A test takes milliseconds; where many hang there is less
  /// time to waste. What is ended early gets all the time there is when the suspicion is looked into.
  std::chrono::milliseconds Patience() const;

  base::Result<base::Json> Inspect() override { return before_.executor->Inspect(); }
  const model::Hits& LoadHits() const override { return after_.executor->LoadHits(); }

 private:
  Side before_;
  Side after_;
  Side twin_;
  std::string setup_;
  bool reads_ = false;
  ChangedCode* changed_ = nullptr;
  int hangs_ = 0;  // tests that did not end in time
  runtime::ScreenMemory before_memory_;
  std::map<std::string, int> suspected_;  // by subject: screened tests that differed since the judge heard news of it
  Judge judge_;
};

}  // namespace kingbird::diff
