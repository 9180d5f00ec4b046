// The bars of the substrate, measured in one run: a test in a child of a zygote against starting Node with the same
// libraries, one job against two, the batch lane, and ten thousand tests in a row. Prints one line per bar and exits 1
// when one is missed. Usage: isolation_bench [tests in a row, default 10000]
#include <fmt/format.h>
#include <unistd.h>

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
  write: () => {
    fs.outputJsonSync('made/here.json', { a: 1 });
    return fs.readdirSync('.').length;
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

struct Surroundings {
  double core_kb = 0;
  double zygote_kb = 0;
  int processes = 0;
  int files = 0;
};

double ResidentKb(int pid) {
  std::ifstream file(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmRSS:")) return std::atof(line.c_str() + 6);
  }
  return 0;
}

/// Descendants of a process, zombies included.
std::vector<int> Descendants(int pid) {
  std::vector<int> found = {pid};
  for (size_t i = 0; i < found.size(); ++i) {
    std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", found[i]));
    for (int child = 0; file >> child;) found.push_back(child);
  }
  return found;
}

Surroundings Look(const runtime::WorkerPool& pool) {
  Surroundings seen;
  seen.core_kb = ResidentKb(getpid());
  for (const int supervisor : pool.Supervisors()) {
    const std::vector<int> processes = Descendants(supervisor);
    seen.processes += static_cast<int>(processes.size());
    seen.zygote_kb += ResidentKb(processes.back());
  }
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
    if (entry.path().filename().string().starts_with("kingbird")) ++seen.files;
  }
  return seen;
}

/// What a test did, without times.
std::string Summary(const model::Execution& execution) {
  std::string text = std::string(ToString(execution.end)) + execution.out + execution.err;
  for (const model::Event& event : execution.events) {
    text += fmt::format(";{} {} {}", static_cast<int>(event.kind), event.node, event.tick);
    for (const Value& value : event.values) text += base::DumpJson(model::ToJson(value));
  }
  return text;
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

  void Batch() {
    const auto pool = Pool(1);
    constexpr int kCount = 60000;
    std::vector<model::TestCase> tests;
    for (int i = 0; i < kCount; ++i) {
      const auto number = [](int value) { return Argument::Literal(Value::Number(value)); };
      tests.push_back(OneCall("small", {number(i % 251), number(i % 83)}));
    }
    runtime::ScreenMemory memory;
    runtime::RunOptions options;
    options.deadline = std::chrono::milliseconds(10000);
    const auto start = Clock::now();
    const auto news = pool->Screen(tests, memory, options);
    const double rate = kCount / MillisecondsSince(start) * 1000;
    Say("batch lane at least 15,000 tests a second", news.ok() && news->tests.empty() && rate >= 15000,
        fmt::format("{:.0f}", rate));
  }

  void Endurance(int count) {
    const auto pool = Pool(1);
    const std::vector<model::TestCase> tests = {
        OneCall("sync", {Argument::Array({Argument::Literal(Value::Number(1))})}), OneCall("write", {}),
        OneCall("io", {})};
    std::vector<std::string> first;
    bool same = true;
    Surroundings early;
    for (int i = 0; i < count; ++i) {
      // Every other round backwards: the result of a test does not depend on what ran before it.
      const size_t kind = static_cast<size_t>(i / 3 % 2 == 0 ? i % 3 : 2 - i % 3);
      const auto executions = pool->Run(std::span(&tests[kind], 1), {});
      const std::string text = Summary(executions->at(0));
      if (first.size() < 3) first.resize(3);
      if (first[kind].empty()) first[kind] = text;
      same = same && first[kind] == text;
      if (i == count / 10) early = Look(*pool);
    }
    const Surroundings late = Look(*pool);
    Say(fmt::format("{} tests: memory of core and zygote flat", count),
        late.core_kb < early.core_kb * 1.05 + 1024 && late.zygote_kb < early.zygote_kb * 1.05 + 1024,
        fmt::format("core {} to {} KiB, zygote {} to {} KiB", early.core_kb, late.core_kb, early.zygote_kb,
                    late.zygote_kb));
    Say("no zombie, no process left", late.processes == early.processes,
        fmt::format("{} processes before, {} after", early.processes, late.processes));
    Say("no file left behind", late.files == early.files,
        fmt::format("{} temporary files before, {} after", early.files, late.files));
    Say("no zygote died, results independent of order", same && pool->restarts() == 0, same ? "same" : "different");
  }

 private:
  base::Path folder_;
  bool missed_ = false;
};

}  // namespace
}  // namespace kingbird

int main(int argc, char** argv) {
  const auto folder = kingbird::Subject();
  if (!folder) {
    fmt::print("{}\n", folder.error().ToString());
    return 3;
  }
  // Temporary files of others are none of our business.
  const kingbird::base::Path temporary = *folder / "tmp";
  std::filesystem::create_directories(temporary);
  setenv("TMPDIR", temporary.c_str(), 1);
  kingbird::Bench bench(*folder);
  bench.Speed();
  bench.Batch();
  bench.Endurance(argc > 1 ? std::atoi(argv[1]) : 10000);
  return bench.missed() ? 1 : 0;
}
