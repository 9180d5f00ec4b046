// What a run was, and what it was done with. Others read these words in summary.json and results.sqlite: FromWord
// (word.h) takes them back.
#pragma once

#include <cstdint>
#include <string_view>

namespace kingbird::model {

/// The command, by the report it leaves.
enum class RunKind : uint8_t { kTest, kDiff, kExplore, kConform };
std::string_view ToString(RunKind value);  // "test"

enum class SandboxKind : uint8_t {
  kNamespaces,  ///< Own user, mount, pid, network, ipc and host name; a root with what is shown; seccomp.
  kLandlock,    ///< Landlock for files and signals, seccomp for the network.
  kNone,        ///< Only when the user says so.
};
std::string_view ToString(SandboxKind value);  // "namespaces"

/// The runner that a suite is written for.
enum class SuiteFormat : uint8_t { kNode, kMocha, kJest, kVitest };
std::string_view ToString(SuiteFormat value);  // "node"

/// How a user runs an emitted suite.
enum class RunWith : uint8_t {
  kInstalledRunner,  ///< In the suite's folder, whose package.json says which runner to install first.
  kRunner,           ///< In the suite's folder, with the runner of the project around it.
  kNpmTest,          ///< With the project's own `npm test`, which runs the suite, too.
};

/// What differences make of a release.
enum class Release : uint8_t {
  kNone,  ///< It is none: one side is a built-in.
  kPatch,
  kMinor,
  kBreaking,
  kUnchanged,  ///< No source line changed.
  kUnknown,    ///< No difference was found, but some of the changed lines did not run.
};
std::string_view ToString(Release value);  // "patch"; "" for none

}  // namespace kingbird::model
