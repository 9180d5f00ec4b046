// Each worker thread takes the next test that nobody has, runs it on its own zygote and puts the execution at the
// test's place: the order of the results is that of the tests. A zygote that dies under a test is replaced and the test
// run once more; when it dies again the test is at fault, which is an outcome.
#include "runtime/worker_pool.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/subprocess.h"
#include "model/scratch_tree.h"
#include "runtime/answer.h"
#include "runtime/memory_share.h"
#include "runtime/node.h"
#include "runtime/outcome.h"

namespace kingbird::runtime {
namespace {

constexpr int kAttempts = 2;
constexpr std::chrono::milliseconds kInspectTimeLimit{20000};

// Node strips types by itself from 22.18 and 23.6 on; before that, from 22.6 on, when asked.
base::Result<std::vector<std::string>> TypeScriptFlags(const base::Path& node, const std::string& entry) {
  const std::string extension = base::Path(entry).extension().string();
  if (extension != ".ts" && extension != ".mts" && extension != ".cts") return std::vector<std::string>{};
  ASSIGN_OR_RETURN(const Node found, FindNode(node));
  int minor = 0;
  std::sscanf(found.version.c_str(), "v%*d.%d", &minor);
  const bool on_request = (found.major == 22 && minor >= 6 && minor < 18) || (found.major == 23 && minor < 6);
  return on_request ? std::vector<std::string>{"--experimental-strip-types"} : std::vector<std::string>{};
}

const char* Name(Disorder disorder) {
  constexpr const char* kDisorderNames[] = {"", "early", "late", "reversed", "random"};
  return kDisorderNames[static_cast<size_t>(disorder)];
}

base::Json MadeWritable(const RunOptions& options) {
  base::Json paths = base::Json::array();
  for (const model::ScratchEntry& entry : model::ScratchTree()) {
    if (options.all_writable && !entry.IsWritable()) paths.push_back(entry.path);
  }
  return paths;
}

std::string JobJson(const char* kind, base::Json content, const RunOptions& options) {
  base::Json job = {{kind, std::move(content)},
                    {"options",
                     {{"virtual_time", options.virtual_time},
                      {"still_date", options.still_date},
                      {"disorder", options.virtual_time ? "" : Name(options.disorder)},
                      {"writable", MadeWritable(options)},
                      {"time_zone", options.time_zone},
                      {"seed", std::to_string(options.seed)},
                      {"methods", options.methods},
                      {"arguments_before", options.arguments_before},
                      {"reads", options.reads},
                      {"setup", options.setup}}}};
  return base::DumpJson(job);
}

}  // namespace

base::Result<std::unique_ptr<WorkerPool>> WorkerPool::Start(const PoolConfig& config) {
  ZygoteConfig zygote = config.zygote;
  ASSIGN_OR_RETURN(zygote.node, NodeAt(config.node));
  if (config.layout) {
    zygote.layout = *config.layout;
  } else {
    ASSIGN_OR_RETURN(zygote.layout, FindLayout());
  }
  std::error_code error;
  zygote.entry = config.entry;
  zygote.base = std::filesystem::canonical(config.base, error);
  if (error) return base::EnvironmentError(fmt::format("{}: {}", config.base.string(), error.message()));
  ASSIGN_OR_RETURN(const auto flags, TypeScriptFlags(zygote.node, config.entry));
  zygote.node_flags.insert(zygote.node_flags.end(), flags.begin(), flags.end());
  ASSIGN_OR_RETURN(zygote.sandbox, ChooseSandbox(config.sandbox));
  zygote.fence_signals = zygote.fence_signals || NeedsSignalFence(zygote.sandbox);
  zygote.limits.tree_memory_mb =
      MemoryShareMb(zygote.limits.tree_memory_mb, zygote.memory_mb + zygote.heap_mb, PhysicalMemoryMb(), config.jobs);
  std::unique_ptr<WorkerPool> pool(new WorkerPool(std::move(zygote)));
  for (int i = 1; i < config.jobs; ++i)
    pool->coming_.push_back(std::async(std::launch::async, [&own = pool->config_] { return Zygote::Start(own); }));
  ASSIGN_OR_RETURN(auto first, Zygote::Start(pool->config_));
  pool->zygotes_.push_back(std::move(first));
  TRY(pool->Join(!config.zygote.few_tests));
  const Zygote& loaded = *pool->zygotes_[0];
  pool->load_hits_ = loaded.load_hits();
  pool->host_ = {.node = pool->config_.node,
                 .node_version = loaded.node_version(),
                 .sandbox = pool->config_.sandbox,
                 .working_folder = loaded.working_folder(),
                 .es_module = loaded.es_module(),
                 .starts_timers = loaded.starts_timers(),
                 .failed = loaded.failed()};
  return pool;
}

base::Status WorkerPool::Join(bool wait) {
  std::vector<std::future<base::Result<std::unique_ptr<Zygote>>>> later;
  for (auto& next : coming_) {
    if (!wait && next.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
      later.push_back(std::move(next));
      continue;
    }
    ASSIGN_OR_RETURN(auto zygote, next.get());
    zygotes_.push_back(std::move(zygote));
  }
  coming_ = std::move(later);
  return {};
}

base::Result<std::optional<RawResult>> WorkerPool::RunJob(size_t worker, wire::FrameType type, std::string_view json,
                                                          std::chrono::milliseconds deadline, bool coverage) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::unique_ptr<Zygote>& zygote = zygotes_[worker];
    if (IsOver()) return std::optional<RawResult>();
    if (zygote == nullptr) {
      ASSIGN_OR_RETURN(zygote, Zygote::Start(config_));
      ++restarts_;
    }
    auto result = zygote->Run(type, json, base::LeftOf(config_.run, deadline), coverage);
    if (result) return std::optional<RawResult>(std::move(*result));
    zygote.reset();
  }
  return std::optional<RawResult>();
}

base::Result<model::Execution> WorkerPool::RunTest(size_t worker, const model::TestCase& test,
                                                   const RunOptions& options) {
  ASSIGN_OR_RETURN(const auto raw, RunJob(worker, wire::FrameType::kRun, JobJson("test", model::ToJson(test), options),
                                          options.deadline, options.coverage));
  return Ended(raw, options.deadline);
}

model::Execution WorkerPool::Ended(const std::optional<RawResult>& raw, std::chrono::milliseconds deadline) const {
  model::Execution execution = raw ? Interpret(*raw) : ZygoteKilled();
  // It did not have the time it was to have.
  const bool cut = !raw || (execution.end == model::End::kTimedOut && execution.wall_ms < double(deadline.count()) / 2);
  if (!IsOver() || !cut) return execution;
  model::Execution none;
  none.end = model::End::kNotRun;
  return none;
}

base::Status WorkerPool::ForEach(size_t count, const std::function<base::Status(size_t, size_t)>& work) {
  TRY(Join(false));
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::optional<base::Error> failure;
  const auto loop = [&](size_t worker) {
    for (size_t i = next++; i < count; i = next++) {
      const base::Status status = work(worker, i);
      if (status) continue;
      const std::lock_guard lock(mutex);
      failure = status.error();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  for (size_t worker = 1; worker < std::min(zygotes_.size(), count); ++worker) threads.emplace_back(loop, worker);
  loop(0);
  for (std::thread& thread : threads) thread.join();
  if (failure) return *failure;
  return {};
}

base::Result<std::vector<model::Execution>> WorkerPool::Run(std::span<const model::TestCase> tests,
                                                            const RunOptions& options) {
  std::vector<model::Execution> executions(tests.size());
  TRY(ForEach(tests.size(), [&](size_t worker, size_t i) -> base::Status {
    if (options.stop && options.stop()) {
      executions[i].end = model::End::kNotRun;
      return {};
    }
    ASSIGN_OR_RETURN(executions[i], RunTest(worker, tests[i], options));
    return {};
  }));
  return executions;
}

base::Result<BatchNews> Executor::Screen(std::span<const model::TestCase> tests, ScreenMemory&, const RunOptions&) {
  BatchNews all;
  for (size_t i = 0; i < tests.size(); ++i) all.tests.push_back(i);
  return all;
}

base::Result<std::vector<TracedRun>> Executor::RunTraced(std::span<const base::Json>, const RunOptions&) {
  return std::vector<TracedRun>();
}

base::Result<std::vector<TracedRun>> Executor::RunTracedTogether(std::span<const base::Json>, const RunOptions&) {
  return std::vector<TracedRun>();
}

base::Result<std::vector<TracedRun>> WorkerPool::RunTraced(std::span<const base::Json> jobs,
                                                           const RunOptions& options) {
  std::vector<TracedRun> runs(jobs.size());
  TRY(ForEach(jobs.size(), [&](size_t worker, size_t i) -> base::Status {
    ASSIGN_OR_RETURN(runs[i], RunOneTraced(worker, jobs[i], options));
    return {};
  }));
  return runs;
}

base::Result<TracedRun> WorkerPool::RunOneTraced(size_t worker, const base::Json& job, const RunOptions& options) {
  ASSIGN_OR_RETURN(const auto raw, RunJob(worker, wire::FrameType::kRun, JobJson("concolic", job, options),
                                          options.deadline, options.coverage));
  TracedRun run;
  run.execution = Ended(raw, options.deadline);
  if (!raw) return run;
  run.trace = raw->trace;
  return run;
}

class WorkerPool::Lane : public Executor {
 public:
  Lane(WorkerPool& pool, size_t worker) : pool_(pool), worker_(worker) {}

  base::Result<std::vector<model::Execution>> Run(std::span<const model::TestCase> tests,
                                                  const RunOptions& options) override {
    std::vector<model::Execution> executions;
    for (const model::TestCase& test : tests) {
      ASSIGN_OR_RETURN(model::Execution execution, pool_.RunTest(worker_, test, options));
      executions.push_back(std::move(execution));
    }
    return executions;
  }
  base::Result<std::vector<TracedRun>> RunTraced(std::span<const base::Json> jobs, const RunOptions& options) override {
    std::vector<TracedRun> runs;
    for (const base::Json& job : jobs) {
      ASSIGN_OR_RETURN(TracedRun run, pool_.RunOneTraced(worker_, job, options));
      runs.push_back(std::move(run));
    }
    return runs;
  }
  base::Result<base::Json> Inspect() override { return pool_.Inspect(); }
  const model::Hits& LoadHits() const override { return pool_.load_hits_; }

 private:
  WorkerPool& pool_;
  size_t worker_;
};

base::Result<std::vector<std::unique_ptr<Executor>>> Executor::Lanes() {
  return std::vector<std::unique_ptr<Executor>>();
}

base::Result<std::vector<std::unique_ptr<Executor>>> WorkerPool::Lanes() {
  TRY(Join(true));
  std::vector<std::unique_ptr<Executor>> lanes;
  for (size_t i = 0; i < zygotes_.size(); ++i) lanes.push_back(std::make_unique<Lane>(*this, i));
  return lanes;
}

base::Result<std::vector<base::Json>> Executor::Ask(std::span<const base::Json> questions, std::chrono::milliseconds) {
  return std::vector<base::Json>(questions.size());
}

base::Result<std::vector<base::Json>> WorkerPool::Ask(std::span<const base::Json> questions,
                                                      std::chrono::milliseconds deadline) {
  std::vector<base::Json> answers(questions.size());
  TRY(ForEach(questions.size(), [&](size_t worker, size_t i) -> base::Status {
    ASSIGN_OR_RETURN(const auto raw,
                     RunJob(worker, wire::FrameType::kInspect, base::DumpJson(questions[i]), deadline, false));
    if (!raw || raw->end_mark != wire::kExitCalled) return {};
    if (auto answer = DecodeAnswer(base::ValueOr(questions[i], "ask", ""), AnswerOf(*raw)); answer.ok())
      answers[i] = std::move(*answer);
    return {};
  }));
  return answers;
}

base::Result<base::Json> WorkerPool::Inspect() {
  const base::Json question = {{"ask", ToString(Question::kExports)}};
  ASSIGN_OR_RETURN(const auto raw,
                   RunJob(0, wire::FrameType::kInspect, base::DumpJson(question), kInspectTimeLimit, false));
  if (IsOver()) return base::EnvironmentError("the time was over before the exports were listed");
  if (!raw) return base::EnvironmentError("looking at the exports ends the process");
  const std::string_view answer = AnswerOf(*raw);
  if (answer.empty()) return base::EnvironmentError("the exports cannot be listed: " + raw->err);
  return DecodeAnswer(ToString(Question::kExports), answer);
}

std::vector<pid_t> WorkerPool::Supervisors() const {
  std::vector<pid_t> pids;
  for (const auto& zygote : zygotes_) {
    if (zygote != nullptr) pids.push_back(zygote->supervisor());
  }
  return pids;
}

}  // namespace kingbird::runtime
