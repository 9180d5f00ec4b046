// The live line of a run on standard error; silent with --log quiet.
#pragma once

#include "env/config.h"
#include "report/terminal.h"

namespace kingbird::cli {

class ProgressPrinter {
 public:
  explicit ProgressPrinter(const env::Config& config);
  void Update(const model::Progress& progress) { line_.Update(progress); }
  void Clear() { line_.Clear(); }

 private:
  report::ProgressLine line_;
};

}  // namespace kingbird::cli
