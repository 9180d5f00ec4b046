// One zygote: a sandboxed Node with the target loaded, from which every test is forked. Restarts are the pool's
// business.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/file_system.h"
#include "base/json.h"
#include "base/result.h"
#include "model/execution.h"
#include "runtime/executor.h"
#include "runtime/layout.h"
#include "runtime/sandbox.h"
#include "runtime/shared_memory.h"
#include "runtime/wire.h"

namespace kingbird::runtime {

struct ZygoteConfig {
  base::Path node;  ///< Absolute path of the Node binary.
  std::vector<std::string> node_flags;
  Layout layout;
  std::string entry;  ///< Absolute path of a file or folder, or a package specifier looked up from `base`.
  base::Path base;    ///< Absolute folder of the target.
  SandboxKind sandbox = SandboxKind::kNamespaces;
  ResourceLimits limits;
  uint32_t heap_mb = 256;           ///< V8's heap limit.
  uint32_t memory_mb = 1024;        ///< Resident memory of a test with all its processes.
  uint32_t output_bytes = 1 << 20;  ///< stdout and stderr of a test together.
  uint32_t processes = 64;          ///< Of one test at once.
  size_t log_bytes = 16 << 20;
  size_t trace_bytes = 0;            ///< The concolic trace; 0: none.
  base::Path manifest;               ///< File with Manifest::AgentJson(); empty: not instrumented.
  uint32_t counters = 0;             ///< Manifest::size().
  base::Path staged_root;            ///< Where the rewritten files of the manifest are …
  base::Path original_root;          ///< … and the originals, whose texts functions show; empty: they show their own.
  std::vector<base::Path> readable;  ///< What the target sees besides its base.
  std::vector<std::string> environment;  ///< "NAME=value" in addition to the fixed one.
  std::chrono::milliseconds load_time_limit{30000};
  const base::Deadline* run = nullptr;  ///< When everything must be over; none: never.
  bool fence_signals = false;           ///< Where the sandbox does not keep them inside; see NeedsSignalFence.
  bool concolic = false;                ///< The target was rewritten by the concolic pass: install agent/concolic/.
  bool stand_ins = false;               ///< With concolic: what it requires are inputs, not the modules.
  bool type_hooks = false;              ///< The target was rewritten for type inference: install agent/type_hooks.js.
  bool few_tests = false;               ///< Few tests will run: they do without the agent's warming up.
  std::string child;                    ///< Replaces agent/child.js; for tests.
};

/// What a job left behind, not yet interpreted.
struct RawResult {
  wire::DoneBody done;
  uint32_t end_mark = 0;  ///< wire::EndMark
  uint32_t asked = 0;     ///< wire::Control::asked
  uint32_t effects = 0;   ///< wire::Control::effects
  std::string log;        ///< SharedMemory::TakeCommitted
  std::string out;
  std::string err;
  model::Hits hits;
  std::string trace;  ///< The same of the trace region.
};

/// Thread-compatible.
class Zygote {
 public:
  /// Loads the target. An Error says why it cannot be loaded, with what it printed.
  static base::Result<std::unique_ptr<Zygote>> Start(const ZygoteConfig& config);
  ~Zygote();
  Zygote(const Zygote&) = delete;
  Zygote& operator=(const Zygote&) = delete;

  /// Forks a child for the job and waits for its end. An Error: the zygote itself is gone.
  [[nodiscard]] base::Result<RawResult> Run(wire::FrameType type, std::string_view json,
                                            std::chrono::milliseconds deadline, bool coverage);

  const model::Hits& load_hits() const { return load_hits_; }
  const std::string& node_version() const { return node_version_; }
  bool es_module() const { return es_module_; }
  bool starts_timers() const { return starts_timers_; }
  /// See Host::failed.
  const std::vector<std::pair<std::string, std::string>>& failed() const { return failed_; }
  const std::string& working_folder() const { return working_folder_; }
  pid_t supervisor() const { return process_->pid(); }
  std::span<const uint8_t> trace() const { return memory_.trace.bytes(); }

 private:
  /// What core and zygote share besides the socket.
  struct Memory {
    SharedMemory control;
    SharedMemory log;
    SharedMemory counters;
    SharedMemory trace;
    OutputFile out;
    OutputFile err;
  };
  Zygote(const ZygoteConfig& config, Memory memory) : config_(config), memory_(std::move(memory)) {}
  base::Status Launch(int socket);
  base::Status Load();
  model::Hits ReadHits() const;
  void Reset(bool coverage);

  ZygoteConfig config_;
  Memory memory_;
  std::optional<base::TempFolder> scratch_;  ///< Without namespaces only.
  base::Path scratch_root_;
  int socket_ = -1;
  std::optional<SandboxedProcess> process_;
  model::Hits load_hits_;
  std::string node_version_;
  bool es_module_ = false;
  bool starts_timers_ = false;
  std::vector<std::pair<std::string, std::string>> failed_;
  std::string working_folder_;
};

}  // namespace kingbird::runtime
