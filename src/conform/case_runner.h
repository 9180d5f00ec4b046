// Runs cases in one implementation: many in a process; where the process dies, the case it died of is found and the
// others are run again.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "conform/case.h"
#include "conform/engine.h"
#include "conform/outcome.h"
#include "runtime/script.h"

namespace kingbird::conform {

/// Runs cases: an engine, or Node with a candidate in the place of a built-in.
struct Implementation {
  std::string name;  ///< "jsc", "mdn-polyfills@5.17.1".
  Engine engine;
  bool candidate = false;  ///< The engines judge this implementation.
  bool votes = true;
  base::Path file;     ///< Candidates: the file that is loaded, for one built-in only.
  std::string loader;  ///< Candidates: a statement that installs the candidate; runs after the harness is ready.
  std::vector<base::Path> readable;  ///< Candidates: files that the candidate needs.
};

struct RunnerSettings {
  std::string harness;  ///< Text of harness.js.
  base::FileSystem* files = nullptr;
  base::Path scratch;  ///< An existing folder; scripts are written below it.
  runtime::SandboxKind sandbox = runtime::SandboxKind::kNamespaces;
  std::chrono::milliseconds silence{1000};       ///< CPU time; a longer case counts as endless.
  std::function<bool()> stop;                    ///< Asked between processes.
  std::function<void(const std::string&)> hear;  ///< Gets all output of each process; may be empty.
};

/// Counts of the work that the runner did.
struct RunnerCounts {
  std::atomic<uint64_t> processes{0};
  std::atomic<uint64_t> executions{0};
};

/// Thread-safe for different implementations and different `tag`s.
class CaseRunner {
 public:
  CaseRunner(RunnerSettings settings, const std::vector<BuiltIn>& built_ins)
      : settings_(std::move(settings)), built_ins_(built_ins) {}

  /// Outcomes in the order of the cases. An Error only when nothing can be written or started at all.
  base::Result<std::vector<Outcome>> Run(const Implementation& implementation, const std::vector<const Case*>& cases,
                                         const std::string& tag);
  RunnerCounts& counts() { return counts_; }

 private:
  struct Deaths;
  struct Batch;
  enum class Suspicion : uint8_t { kSurvived, kGuilty, kGone };
  base::Status RunBatch(const Implementation& implementation, Batch& batch, const std::string& tag);
  /// Runs the one case in `suspect`, at which a batch died, and tells whether the case is the cause. kGone: the engine
  /// itself is gone.
  base::Result<Suspicion> LookAt(const Implementation& implementation, Batch& suspect,
                                 const runtime::ScriptResult& death, const std::string& tag);
  base::Status SettleHalf(const Implementation& implementation, Batch& batch, const std::string& tag);
  base::Status Settle(const Implementation& implementation, Batch& batch, const std::string& tag);

  RunnerSettings settings_;
  const std::vector<BuiltIn>& built_ins_;
  RunnerCounts counts_;
};

}  // namespace kingbird::conform
