// Runs a function of a loaded target for the concolic search: each input in a process of its own, the trace decoded.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "concolic/runner.h"
#include "runtime/executor.h"

namespace kingbird::explore {

/// The function under exploration, as agent/concolic/run.js finds it.
struct FunctionPlace {
  uint32_t site = 0;
  uint32_t parameters = 0;
  bool script = false;  ///< The whole program, which declares its inputs (agent/concolic/script.js).
  bool stub = false;    ///< What it calls answers with inputs instead of running.
  bool calls = false;   ///< Which functions it enters is told.
  /// Objects that texts are parsed into are inputs, inputs that are functions call what they are passed, and receivers
  /// are made by the constructors of their classes.
  bool deep = false;
  bool explain = false;  ///< What decisions depend on that was lost is told.
  /// Functions around it that have to run first, outermost first, where it exists only while they run. Their inputs are
  /// globals of the assignment: "outer1:this", "outer1:0" … of the innermost.
  std::vector<FunctionPlace> outer;
  std::vector<std::string> global = {};  ///< Where it is found below the global object; empty: by its site.
};

/// Thread-compatible. The executor must outlive it.
class TargetRunner : public concolic::Runner {
 public:
  TargetRunner(runtime::Executor& executor, FunctionPlace place, runtime::RunOptions options)
      : executor_(executor), place_(place), options_(std::move(options)) {}

  base::Result<concolic::Run> Execute(const concolic::Assignment& input) override;
  base::Result<std::vector<concolic::Run>> ExecuteAll(const std::vector<concolic::Assignment>& inputs) override;

  /// One run, as far as it matters to functions that exist only in it.
  struct Remembered {
    concolic::Assignment input;
    model::Hits hits;
    bool ended = false;  ///< Without an exception.
    bool there = false;  ///< The function could be called.
  };
  const std::vector<Remembered>& runs() const { return runs_; }

  /// What the runs covered together.
  model::Hits hits() const { return {hits_.begin(), hits_.end()}; }
  /// Branches whose expression says something else than the run did: a wrong model (the debug oracle).
  const std::vector<std::string>& mismatches() const { return mismatches_; }

 private:
  concolic::Run Decode(const concolic::Assignment& input, runtime::TracedRun traced);

  runtime::Executor& executor_;
  FunctionPlace place_;
  runtime::RunOptions options_;
  std::set<uint32_t> hits_;
  std::vector<Remembered> runs_;
  std::vector<std::string> mismatches_;
};

}  // namespace kingbird::explore
