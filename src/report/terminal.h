// What a person sees while a run goes on and when it ends.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "model/report_data.h"

namespace kingbird::report {

/// "612 of 1000 tests, 81/s, statements 61.23 %, 1 finding, 5 s left".
std::string ProgressText(const model::Progress& progress);

/// A line that changes in place on a terminal, cut to its width; elsewhere (columns 0) a plain line per phase and per
/// quarter of the work. Not thread-safe.
class ProgressLine {
 public:
  using Sink = std::function<void(std::string_view)>;
  ProgressLine(int columns, Sink sink) : columns_(columns), sink_(std::move(sink)) {}
  void Update(const model::Progress& progress);
  /// Removes the live line, so that what follows starts on a clean one.
  void Clear();

 private:
  int columns_;
  Sink sink_;
  std::string phase_;
  int64_t quarter_ = 0;
  double shown_at_ = -1;
  bool visible_ = false;
};

/// The closing summary: coverage by loading alone and by the suite, tests, findings, files to open. `out` as the user
/// wrote it.
std::string ClosingText(const model::RunReport& report, const std::string& out, bool color);

/// The last lines of a summary: how to run the suite, where there is one, and the report to open.
std::string WhereToLook(const model::RunReport& report, const std::string& out);

/// "61.23": two digits as Istanbul prints them, without zeros at the end.
std::string PercentText(double percent);

}  // namespace kingbird::report
