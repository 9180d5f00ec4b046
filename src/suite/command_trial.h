// The commands that users of a suite type, run before the suite is handed over: the one that is printed at the end, and
// the project's own `npm test`. Both run in the sandbox, in a copy of the user's project.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "emit/suite_writer.h"
#include "env/env.h"
#include "load/loaded_target.h"
#include "runtime/script.h"
#include "suite/suite_trial.h"

namespace kingbird::suite {

/// What a run of `npm test` told.
struct NpmTest {
  bool green = false;       ///< It ended with exit status 0.
  bool runs_suite = false;  ///< It ran the tests of the suite.
};

/// `env`, `loaded` and `suite` must outlive it.
class CommandTrial {
 public:
  CommandTrial(env::Env& env, const load::LoadedTarget& loaded, const emit::SuiteConfig& suite)
      : env_(env), loaded_(loaded), suite_(suite) {}

  /// Copies the project: of a package a folder in which it is installed, else the user's own folder without
  /// node_modules, whose packages are linked. An Error where there is no project that could be copied: it is too large,
  /// or the suite goes elsewhere.
  base::Status Prepare();
  /// The runner of the suite's format is Node's own or is installed in the project, with what it needs for TypeScript.
  bool HasRunner() const;
  /// The project's package.json has a script "test".
  bool HasNpmTest() const { return !script_.empty(); }

  /// Whether the printed command ends with exit status 0 when the suite consists of these tests. Needs HasRunner.
  /// kInterrupted: the run was over before.
  base::Result<bool> RunPrinted(const std::vector<emit::WrittenTest>& tests);
  /// Runs the project's script "test" with these tests in place; none: with no suite. Needs HasNpmTest.
  base::Result<NpmTest> RunNpmTest(const std::vector<emit::WrittenTest>& tests);

 private:
  base::Status CopyProject(const base::Path& home);
  base::Status CopyFolder(const base::Path& from, const base::Path& to);
  void FindRunner();
  base::Result<runtime::ScriptResult> Run(const std::vector<emit::WrittenTest>& tests, std::vector<std::string> command,
                                          const base::Path& place);

  env::Env& env_;
  const load::LoadedTarget& loaded_;
  const emit::SuiteConfig& suite_;
  std::optional<base::TempFolder> folder_;
  base::Path suite_place_;  ///< Of the suite, below the project.
  base::Path runner_;       ///< The runner's program.
  std::string script_;      ///< "test" of the project's package.json.
  size_t files_ = 0;        ///< Copied so far, and their bytes.
  size_t bytes_ = 0;
};

}  // namespace kingbird::suite
