#include "campaign/suite_check.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "runtime/script.h"

namespace kingbird::campaign {
namespace {

constexpr int kCleanRuns = 3;
constexpr int kMostRounds = 12;

/// A folder that holds the suite beside a node_modules with the package, as on a user's disk.
class Checker {
 public:
  Checker(Env& env, const Laboratory& laboratory, emit::SuiteConfig suite)
      : env_(env), laboratory_(laboratory), suite_(std::move(suite)) {
    suite_.format = "node";
  }

  base::Status Prepare() {
    ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make("kingbird-suite"));
    folder_.emplace(std::move(folder));
    if (laboratory_.target.kind != target::Target::Kind::kPackage) {
      // The real path: the suite's relative one does not hold in this folder.
      suite_.package = (laboratory_.target.root / laboratory_.target.entry).lexically_normal();
      return {};
    }
    const base::Path link = folder_->path() / "node_modules" / laboratory_.target.name;
    TRY(env_.files.MakeFolder(link.parent_path()));
    std::error_code code;
    std::filesystem::create_directory_symlink(laboratory_.target.root, link, code);
    return code ? base::Status(base::EnvironmentError("cannot link " + link.string())) : base::Status();
  }

  // One bool per test, in the order of `tests`; fewer when the program ended early.
  base::Result<std::vector<bool>> Run(const std::vector<emit::WrittenTest>& tests) {
    ASSIGN_OR_RETURN(const auto files, emit::WriteSuite(tests, suite_));
    const base::Path folder = folder_->path() / "suite";
    TRY(env_.files.Remove(folder));
    std::vector<base::Path> scripts;
    for (const auto& [name, content] : files) {
      TRY(env_.files.Write(folder / name, content));
      if (name.find(".test.") != std::string::npos) scripts.push_back(folder / name);
    }
    // "name-2" sorts after "name-10"; the writer's order is by number.
    std::sort(scripts.begin(), scripts.end(), [](const base::Path& a, const base::Path& b) {
      return std::make_pair(a.string().size(), a.string()) < std::make_pair(b.string().size(), b.string());
    });
    std::vector<bool> results;
    for (const base::Path& script : scripts) {
      runtime::ScriptConfig config;
      config.node = laboratory_.executor->node();
      config.arguments = {"--preserve-symlinks", "--test-reporter=tap", script.string()};
      if (!suite_.es_module) config.arguments.erase(config.arguments.begin());
      config.sandbox = laboratory_.executor->sandbox();
      config.readable = ReadableFolders(laboratory_.target, env_.files);
      config.readable.push_back(folder_->path());
      ASSIGN_OR_RETURN(const runtime::ScriptResult run, runtime::RunScript(config));
      env_.log.Debug("suite check {}: {} {}", script.filename().string(), run.out, run.err);
      const std::vector<bool> part = TapResults(run.out);
      results.insert(results.end(), part.begin(), part.end());
    }
    return results;
  }

 private:
  Env& env_;
  const Laboratory& laboratory_;
  emit::SuiteConfig suite_;
  std::optional<base::TempFolder> folder_;
};

// The order in which WriteSuite puts the tests.
std::vector<size_t> SuiteOrder(const std::vector<SuiteTest>& tests) {
  std::vector<size_t> order(tests.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return tests[a].written.function < tests[b].written.function; });
  return order;
}

}  // namespace

std::vector<bool> TapResults(const std::string& tap) {
  std::vector<bool> results;
  for (const std::string& line : base::Split(tap, '\n')) {
    if (line.starts_with("    ok ")) results.push_back(true);
    if (line.starts_with("    not ok ")) results.push_back(false);
  }
  return results;
}

base::Status KeepPassing(Env& env, const Laboratory& laboratory, const emit::SuiteConfig& suite,
                         std::vector<SuiteTest>& tests) {
  Checker checker(env, laboratory, suite);
  TRY(checker.Prepare());
  int clean = 0;
  for (int round = 0; round < kMostRounds && clean < kCleanRuns && !tests.empty(); ++round) {
    std::vector<emit::WrittenTest> written;
    for (const SuiteTest& test : tests) written.push_back(test.written);
    ASSIGN_OR_RETURN(const std::vector<bool> results, checker.Run(written));
    const std::vector<size_t> order = SuiteOrder(tests);
    std::vector<bool> drop(tests.size());
    for (size_t i = 0; i < order.size(); ++i) {
      // Where the report breaks off, the test that should have come next is to blame.
      if (i < results.size() ? !results[i] : i == results.size()) drop[order[i]] = true;
    }
    std::vector<SuiteTest> kept;
    for (size_t i = 0; i < tests.size(); ++i) {
      if (!drop[i]) kept.push_back(std::move(tests[i]));
    }
    clean = kept.size() == tests.size() ? clean + 1 : 0;
    env.stats.Add("suite.unstable", static_cast<double>(tests.size() - kept.size()));
    tests = std::move(kept);
  }
  return {};
}

}  // namespace kingbird::campaign
