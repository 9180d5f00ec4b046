// The bars of the substrate, measured in one run: a test in a child of a zygote against starting Node with the same
// libraries, one job against two, the batch lane, and ten thousand tests in a row. Prints one line per bar and exits 1 when
// one is missed. Usage: isolation_bench [tests in a row, default 10000]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/subprocess.h"
#include "runtime/worker_pool.h"

namespace kingbird {
namespace {

using Clock = std::chrono::steady_clock;
using model::Argument;
using model::Value;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

constexpr char kTarget[] = R"(
const fs = require('fs-extra');
const _ = require('lodash');
module.exports = {
  sync: (list) => _.chunk(list, 2),
  io: async () => {
    const read = await fs.readJson('data.json');
    await new Promise((resolve) => setTimeout(resolve, 1));
    return read;
  },
  small: (a, b) => (a > b ? a - b : a + b),
};
)";

/// fs-extra and lodash with a module that uses both, installed once.
base::Result<base::Path> Subject() {
  const char* cache = std::getenv("KINGBIRD_CACHE");
  const base::Path folder = base::Path(cache != nullptr ? cache : "build/test-subjects") / "isolation";
  base::DiskFileSystem disk;
  TRY(disk.Write(folder / "index.js", kTarget));
  if (!disk.IsFolder(folder / "node_modules/fs-extra")) {
    TRY(disk.Write(folder / "package.json", "{\"private\": true}\n"));
    base::Command install;
    install.arguments = {"npm", "install", "--ignore-scripts", "fs-extra@10.0.0", "lodash@4.17.21"};
    install.folder = folder;
    ASSIGN_OR_RETURN(const auto result, base::RunCommand(install));
    if (result.exit_code != 0) return base::EnvironmentError("npm install failed: " + result.err);
  }
  return std::filesystem::absolute(folder);
}

model::TestCase OneCall(const std::string& name, std::vector<Argument> arguments) {
  auto root = std::make_shared<model::Callback>();
  model::Call call;
  call.id = 1;
  call.path = {name};
  call.arguments = std::move(arguments);
  root->body.push_back(std::move(call));
  model::TestCase test;
  test.root = root;
  test.next_id = 2;
  return test;
}

class Bench {
 public:
  explicit Bench(base::Path folder) : folder_(std::move(folder)) {}
  bool missed() const { return missed_; }

  void Say(const std::string& bar, bool met, const std::string& figures) {
    missed_ = missed_ || !met;
    fmt::print("{:<6} {:<46} {}\n", met ? "ok" : "MISSED", bar, figures);
    std::fflush(stdout);
  }

  std::unique_ptr<runtime::WorkerPool> Pool(int jobs) {
    runtime::PoolConfig config;
    config.entry = (folder_ / "index.js").string();
    config.base = folder_;
    config.jobs = jobs;
    auto pool = runtime::WorkerPool::Start(config);
    if (!pool) {
      fmt::print("{}\n", pool.error().ToString());
      std::exit(3);
    }
    return std::move(*pool);
  }

  /// Milliseconds per test.
  double Run(runtime::WorkerPool& pool, const model::TestCase& test, int count) {
    const std::vector<model::TestCase> tests(static_cast<size_t>(count), test);
    runtime::RunOptions options;
    options.virtual_time = false;
    const auto start = Clock::now();
    const auto executions = pool.Run(tests, options);
    const double total = MillisecondsSince(start);
    for (const model::Execution& execution : *executions) {
      if (execution.end != model::End::kFinished || execution.events.empty()) {
        fmt::print("a test ended with {}: {}\n", ToString(execution.end), execution.err);
        std::exit(1);
      }
    }
    return total / count;
  }

  double StartNode() {
    std::vector<double> times;
    for (int i = 0; i < 11; ++i) {
      base::Command command;
      command.arguments = {"node", "-e", "require('fs-extra'); require('lodash')"};
      command.folder = folder_;
      const auto start = Clock::now();
      (void)base::RunCommand(command);
      times.push_back(MillisecondsSince(start));
    }
    return Median(times);
  }

  void Speed() {
    const auto one = Pool(1);
    const auto two = Pool(2);
    const model::TestCase sync = OneCall("sync", {Argument::Array({Argument::Literal(Value::Number(1))})});
    const model::TestCase io = OneCall("io", {});
    Run(*one, sync, 20);
    std::vector<double> sync_ratio, io_ratio, jobs_ratio;
    double node = 0, sync_ms = 0, io_ms = 0;
    // Interleaved, so that a busy machine slows both sides.
    for (int round = 0; round < 3; ++round) {
      node = StartNode();
      sync_ms = Run(*one, sync, 200);
      io_ms = Run(*one, io, 100);
      const double two_ms = Run(*two, sync, 400);
      sync_ratio.push_back(node / sync_ms);
      io_ratio.push_back(node / io_ms);
      jobs_ratio.push_back(sync_ms / two_ms);
    }
    Say("synchronous test at most 1/25 of starting Node", Median(sync_ratio) >= 25,
        fmt::format("1/{:.0f} ({:.2f} ms against {:.0f} ms)", Median(sync_ratio), sync_ms, node));
    Say("file access, timer, promises at most 1/8", Median(io_ratio) >= 8,
        fmt::format("1/{:.0f} ({:.2f} ms)", Median(io_ratio), io_ms));
    Say("two jobs at least 1.6 times one job", Median(jobs_ratio) >= 1.6, fmt::format("{:.2f}", Median(jobs_ratio)));
  }

 private:
  base::Path folder_;
  bool missed_ = false;
};

}  // namespace
}  // namespace kingbird

int main() {
  const auto folder = kingbird::Subject();
  if (!folder) {
    fmt::print("{}\n", folder.error().ToString());
    return 3;
  }
  kingbird::Bench bench(*folder);
  bench.Speed();
  return bench.missed() ? 1 : 0;
}
