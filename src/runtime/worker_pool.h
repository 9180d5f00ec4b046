// Runs tests on several zygotes at once, one per job, and replaces a zygote that dies.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runtime/batch.h"
#include "runtime/executor.h"
#include "runtime/host.h"
#include "runtime/zygote.h"

namespace kingbird::runtime {

struct PoolConfig {
  base::Path node = "node";      ///< Node::path; one that is not absolute is looked for.
  std::optional<Layout> layout;  ///< Absent: FindLayout().
  std::string entry;             ///< Absolute path of a file or folder, or a package specifier looked up from `base`.
  base::Path base;               ///< Folder of the target; may be relative to the current one.
  int jobs = 1;
  std::optional<SandboxKind> sandbox;  ///< Absent: the strongest that works.
  ZygoteConfig zygote;                 ///< Limits, manifest, counters …; what is named above is filled in by Start.
};

class WorkerPool : public Executor {
 public:
  /// Starts one zygote per job; the target is loaded when it returns. Where few tests will run
  /// (ZygoteConfig::few_tests) only the first is waited for, the others join when they are ready.
  static base::Result<std::unique_ptr<WorkerPool>> Start(const PoolConfig& config);

  base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                  const RunOptions& options) override;
  base::Result<base::Json> Inspect() override;
  const model::Hits& LoadHits() const override { return load_hits_; }

  /// The batch lane (batch.h): runs the tests in a few shared children and answers which are worth a process of their
  /// own, because they hit a counter that is not known, threw something new or ended the child. A hint only.
  base::Result<BatchNews> Screen(std::span<const model::TestCase> tests, ScreenMemory& memory,
                                 const RunOptions& options) override;
  base::Result<std::vector<TracedRun>> RunTraced(std::span<const base::Json> jobs, const RunOptions& options) override;
  base::Result<std::vector<TracedRun>> RunTracedTogether(std::span<const base::Json> jobs,
                                                         const RunOptions& options) override;
  base::Result<std::vector<base::Json>> Ask(std::span<const base::Json> questions,
                                            std::chrono::milliseconds deadline) override;

  /// Its zygotes, after waiting for all of them.
  base::Result<std::vector<std::unique_ptr<Executor>>> Lanes() override;

  const Host& host() const { return host_; }
  int restarts() const { return restarts_; }
  /// Outermost processes of the zygotes, for measurements.
  std::vector<pid_t> Supervisors() const;

 private:
  /// A part [begin, end) of a batch as the job for agent/batch.js.
  using ChunkJob = std::function<std::string(size_t begin, size_t end)>;
  base::Result<BatchNews> RunChunk(size_t worker, size_t size, const ChunkJob& job, const RunOptions& options);
  /// Calls work(worker, i) for every i below `count`, one thread per zygote, until one returns an error.
  base::Status ForEach(size_t count, const std::function<base::Status(size_t worker, size_t i)>& work);
  explicit WorkerPool(ZygoteConfig config) : config_(std::move(config)) {}
  /// Takes in the zygotes that are ready, or waits for all of them.
  base::Status Join(bool wait);
  /// Runs the job on zygote `worker`, once more on a fresh zygote when it died. Nothing: the job kills its zygotes.
  base::Result<std::optional<RawResult>> RunJob(size_t worker, wire::FrameType type, std::string_view json,
                                                std::chrono::milliseconds deadline, bool coverage);
  bool IsOver() const { return config_.run != nullptr && config_.run->TimeLeft().count() == 0; }
  /// What came of a job that was given so much time.
  model::Execution Ended(const std::optional<RawResult>& raw, std::chrono::milliseconds deadline) const;
  base::Result<TracedRun> RunOneTraced(size_t worker, const base::Json& job, const RunOptions& options);
  base::Result<model::Execution> RunTest(size_t worker, const model::TestCase& test, const RunOptions& options);

  class Lane;
  friend class Lane;

  ZygoteConfig config_;
  std::vector<std::unique_ptr<Zygote>> zygotes_;
  std::vector<std::future<base::Result<std::unique_ptr<Zygote>>>> coming_;  ///< Each refers to config_.
  model::Hits load_hits_;
  Host host_;
  std::atomic<int> restarts_ = 0;
};

}  // namespace kingbird::runtime
