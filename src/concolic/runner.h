// Running the function under exploration on an input. The search sees the target through this interface only.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "concolic/input.h"
#include "concolic/path.h"
#include "model/execution.h"

namespace kingbird::concolic {

/// One run. How the call ended and what it covered is in `execution`; whatever the target did is data.
struct Run {
  Path path;
  model::Execution execution;
  std::string where;  ///< Where the error was thrown, "file.js:12:3"; empty when nothing was thrown or nobody knows.
};

/// Thread-compatible. An Error means that runs are no longer possible; the search ends with what it has.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual base::Result<Run> Execute(const Assignment& input) = 0;
  /// Results in the order of the inputs. One after another unless a runner knows better.
  virtual base::Result<std::vector<Run>> ExecuteAll(const std::vector<Assignment>& inputs) {
    std::vector<Run> runs;
    for (const Assignment& input : inputs) {
      ASSIGN_OR_RETURN(Run run, Execute(input));
      runs.push_back(std::move(run));
    }
    return runs;
  }
};

}  // namespace kingbird::concolic
