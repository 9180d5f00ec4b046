// One run of an emitted suite in a place where its user might stand: a project with the suite inside, another user,
// time zone, language, umask or Node, no network.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "emit/suite_writer.h"
#include "env/env.h"
#include "load/loaded_target.h"

namespace kingbird::suite {

struct Place {
  std::string time_zone = "UTC";
  std::string language = "C.UTF-8";
  int umask = 022;
  /// Another user and other limits, other things behind the standard descriptors and the next ones taken. What a test
  /// says about its user, the largest file or descriptor 17 is about the process it happened to run in.
  bool crowded = false;
  /// All files in one process, between tests of the user's own, which must not notice.
  bool whole = false;
  bool loads_all = false;  ///< With `whole`: the runner is like mocha, not Node's own.
  bool from_root = false;  ///< The user stands in the project's root, else in the suite's folder.
  base::Path node;         ///< Empty: the Node of the run.
  bool patient = false;    ///< May take half of the time that is left: nothing has been run yet.
};

/// Cancelled: the process had nothing left to do while this test, or one before it, was still waiting.
enum class TestEnd { kPassed, kFailed, kCancelled };

/// Ends in a TAP report in the order of its innermost tests (skipped ones passed). A test whose asynchronous activity
/// failed after its end has failed, too, whatever its line says.
std::vector<TestEnd> TapResults(const std::string& tap);

/// `env` and `loaded` must outlive it.
class SuiteTrial {
 public:
  SuiteTrial(env::Env& env, const load::LoadedTarget& loaded, emit::SuiteConfig suite);
  base::Status Prepare();
  /// As it is written here.
  const emit::SuiteConfig& suite() const { return suite_; }

  /// One end per test, in the order of SuiteParts; fewer when the process broke off, changed something in the project,
  /// left something among the temporary files or disturbed the user's own tests. Unless the place is `whole`, the tests
  /// must be one part of a suite. kInterrupted: the run was over before. Thread-safe.
  base::Result<std::vector<TestEnd>> Run(const std::vector<emit::WrittenTest>& tests, const Place& place);
  /// What it says when there is no time to run them.
  static base::Error Over();

 private:
  base::Result<std::string> WriteProject(const std::vector<emit::WrittenTest>& tests, const Place& place,
                                         const base::Path& project);

  env::Env& env_;
  const load::LoadedTarget& loaded_;
  emit::SuiteConfig suite_;
  std::optional<base::TempFolder> folder_;
  std::atomic<int> next_ = 0;
};

}  // namespace kingbird::suite
