// Coverage that generation alone reaches, without minimising, checking and writing: growth_bench PACKAGE [TESTS]
// [SEED…] prints per seed the percentage of statements with and without nesting, and the seconds each took.
#include <fmt/format.h>

#include <cstdlib>
#include <thread>

#include "classes/class_generation.h"
#include "env/node.h"
#include "load/loaded_target.h"
#include "load/mining.h"

namespace kingbird::campaign {
namespace {

base::Result<double> Grow(const Config& config, const std::string& package) {
  base::Log log;
  Stats stats;
  base::DiskFileSystem files;
  base::SteadyClock clock;
  std::atomic<bool> interrupted = false;
  Env env(config, log, stats, files, clock, interrupted);
  ASSIGN_OR_RETURN(const target::Target target,
                   target::Resolve(package, {files, log, std::filesystem::current_path(), target::CacheFolder()}));
  ASSIGN_OR_RETURN(LoadedTarget loaded, Prepare(env, target));
  ASSIGN_OR_RETURN(ClassStudy study, StudyClasses(env, loaded, {}));
  Generated generated;
  const auto progress = [](const model::Progress&) {};
  if (!study.under_test.empty()) {
    ASSIGN_OR_RETURN(generated, GenerateForClasses(env, loaded, study, progress));
  }
  TRY(FindSignatures(env, loaded));
  generate::TreeGrower grower(loaded.api, *loaded.pool, MineExamples(env, target),
                              {config.nesting, config.mined_share});
  loop::Growth growing(grower, loaded.stage.manifest, env.Rng("generate"));
  ASSIGN_OR_RETURN(generated, loop::Generate(env, *loaded.executor, loaded.stage.manifest, {{&growing, 16, false}},
                                             progress, std::move(generated)));
  const auto statements = syntax::Summarize(loaded.stage.manifest, generated.covered).statements;
  return 100.0 * static_cast<double>(statements.covered) / static_cast<double>(statements.total);
}

int Main(int count, char** words) {
  if (count < 2) {
    fmt::print(stderr, "growth_bench PACKAGE [TESTS] [SEED…]\n");
    return 2;
  }
  Config config;
  config.tests = count > 2 ? std::atoi(words[2]) : 1000;
  config.jobs = static_cast<int>(std::thread::hardware_concurrency());
  const auto node = FindNode("node");
  if (!node) return 3;
  config.node = node->path;
  for (int i = 3; i < std::max(count, 4); ++i) {
    config.seed = count > i ? std::strtoull(words[i], nullptr, 10) : 1;
    std::string line = fmt::format("{:20} {:3}", words[1], config.seed);
    for (bool nesting : {true, false}) {
      config.nesting = nesting;
      const auto start = std::chrono::steady_clock::now();
      const auto percent = Grow(config, words[1]);
      if (!percent) {
        fmt::print(stderr, "{}\n", percent.error().message);
        return 3;
      }
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      line += fmt::format("  {} {:5.2f} {:5.1f}s", nesting ? "nested" : "plain", *percent, seconds.count());
    }
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace kingbird::campaign

int main(int count, char** words) { return kingbird::campaign::Main(count, words); }
