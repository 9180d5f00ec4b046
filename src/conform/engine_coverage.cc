// The engine's file is rewritten by the coverage pass in a copy of its package (comments that ask to be ignored are
// blanked: an abrupt completion is a branch). Its driver tells in lines "@hits" which counters have become set, and in
// lines "@where" which of the file's functions a built-in is. Which functions belong to it is followed over calls by
// name, to some depth.
#include "conform/engine_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

#include "base/json.h"
#include "base/text.h"
#include "conform/script_run.h"
#include "syntax/instrument.h"
#include "syntax/parser.h"

namespace kingbird::conform {
namespace {

using base::Path;
using syntax::FunctionSite;
using syntax::Kind;

constexpr int kDepths[] = {0, 3};
constexpr int kMostCoverageDeaths = 20;
constexpr std::chrono::milliseconds kTestTime{20000};
constexpr std::string_view kHits = "@hits\t";
constexpr std::string_view kWhere = "@where\t";
constexpr std::string_view kDone = "@done\t";

// Comments by which authors leave code out of their own count, as many blanks.
std::string Unignored(std::string text) {
  for (const std::string_view mark : {"c8 ignore", "istanbul ignore", "c8 skip"}) {
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + mark.size()))
      std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), mark.size(), ' ');
  }
  return text;
}

/// The functions of the engine's file and who calls whom.
struct Functions {
  std::vector<FunctionSite> sites;
  std::vector<std::set<size_t>> calls;  ///< By site: sites it calls by name.
};

// Names of functions that are declared once.
std::map<std::string, size_t> NamesOf(const syntax::Tree& tree, const std::vector<FunctionSite>& sites) {
  std::map<std::string, size_t> names;
  std::set<std::string> twice;
  for (size_t i = 0; i < sites.size(); ++i) {
    const syntax::Node node(&tree, sites[i].node);
    if (!node.Is(Kind::kFunctionDeclaration) && !node.Is(Kind::kGeneratorFunctionDeclaration)) continue;
    const std::string name(node.Child(syntax::Field::kName).text());
    if (!names.emplace(name, i).second) twice.insert(name);
  }
  for (const std::string& name : twice) names.erase(name);
  return names;
}

void CollectCalls(syntax::Node node, const std::map<std::string, size_t>& names, std::set<size_t>& calls) {
  if (node.Is(Kind::kCallExpression)) {
    const syntax::Node callee = node.Child(syntax::Field::kFunction);
    const auto found = callee.Is(Kind::kIdentifier) ? names.find(std::string(callee.text())) : names.end();
    if (found != names.end()) calls.insert(found->second);
  }
  for (const syntax::Node child : node.children()) CollectCalls(child, names, calls);
}

Functions FunctionsOf(const std::string& text, const syntax::FileFacts& facts) {
  const syntax::Tree tree = syntax::Parse(text);
  Functions functions{facts.sites, {}};
  const std::vector<FunctionSite> found = syntax::FindFunctionSites(tree);
  for (size_t i = 0; i < functions.sites.size() && i < found.size(); ++i) functions.sites[i].node = found[i].node;
  const std::map<std::string, size_t> names = NamesOf(tree, functions.sites);
  for (const FunctionSite& site : functions.sites) {
    functions.calls.emplace_back();
    CollectCalls(syntax::Node(&tree, site.node), names, functions.calls.back());
  }
  return functions;
}

// The branch paths of a function and of what it reaches in `depth` calls.
std::set<uint32_t> PathsWithin(const Functions& functions, size_t site, int depth) {
  std::set<size_t> reached = {site}, edge = {site};
  for (int i = 0; i < depth; ++i) {
    std::set<size_t> next;
    for (const size_t one : edge) {
      for (const size_t callee : functions.calls[one]) {
        if (reached.insert(callee).second) next.insert(callee);
      }
    }
    edge = std::move(next);
  }
  std::set<uint32_t> paths;
  for (const size_t one : reached) {
    for (uint32_t i = functions.sites[one].paths.begin; i < functions.sites[one].paths.end; ++i) paths.insert(i);
  }
  return paths;
}

std::optional<uint32_t> ReadNumber(const std::string& text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// What drivers told.
struct Heard {
  std::set<uint32_t> hits;
  std::optional<uint32_t> where;  ///< Number of the built-in's function.
  size_t done = 0;
};

void Listen(const std::string& out, Heard& told) {
  for (const std::string& line : base::Split(out, '\n')) {
    if (line.starts_with(kHits)) {
      for (const std::string& word : base::Split(line.substr(kHits.size()), ',')) {
        if (const auto number = ReadNumber(word)) told.hits.insert(*number);
      }
    } else if (line.starts_with(kWhere)) {
      told.where = ReadNumber(line.substr(kWhere.size()));
    } else if (line.starts_with(kDone)) {
      ++told.done;
    }
  }
}

/// The engine with counters in it.
struct Counted {
  Engine engine;
  Functions functions;
  base::TempFolder folder;
};

base::Result<Counted> CountedCopy(const CoverageStudy& study) {
  base::FileSystem& files = *study.settings.files;
  const Engine& original = study.engine;
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(files, "kingbird-engine"));
  const Path copy = folder.path() / "engine";
  const auto copy_file = [&](const std::string& path) -> base::Status {
    TRY(files.MakeFolder((copy / path).parent_path()));
    return files.Copy(original.package / path, copy / path);
  };
  TRY(base::ForEachFile(files, original.package, copy_file));
  ASSIGN_OR_RETURN(const std::string source, files.Read(copy / original.profile.source));
  const std::string text = Unignored(source);
  const syntax::Instrumented counted = syntax::Instrument(text, original.profile.source);
  if (counted.state != syntax::Instrumented::State::kRewritten)
    return base::EnvironmentError(fmt::format("{} cannot be rewritten", original.profile.source));
  TRY(files.Write(copy / original.profile.source, counted.text));
  Engine engine = original;
  for (std::string& word : engine.command) {
    if (word.starts_with(original.package.string()))
      word = copy.string() + word.substr(original.package.string().size());
  }
  engine.readable.push_back(folder.path());
  base::Json places = base::Json::array();
  for (const FunctionSite& site : counted.facts.sites) places.push_back({site.rewritten.begin, site.rewritten.end});
  const base::Json manifest = {{"file", (copy / original.profile.source).string()}, {"places", std::move(places)}};
  TRY(files.Write(folder.path() / "functions.json", base::DumpJson(manifest)));
  engine.environment["KINGBIRD_COUNTED"] = (folder.path() / "functions.json").string();
  return Counted{std::move(engine), FunctionsOf(text, counted.facts), std::move(folder)};
}

std::vector<std::string> TestsOf(const base::FileSystem& files, const Path& test262, const BuiltIn& built_in) {
  std::vector<std::string> tests;
  const Path folder = test262 / "test/built-ins" / base::Join(built_in.path, "/");
  // A built-in that it has no tests of has no folder.
  const base::Status listed = base::ForEachFile(files, folder, [&](const std::string& name) -> base::Status {
    if (name.ends_with(".js") && !name.ends_with("_FIXTURE.js")) tests.push_back(folder / name);
    return {};
  });
  std::sort(tests.begin(), tests.end());
  return listed.ok() ? tests : std::vector<std::string>();
}

// Test by test in one process; after one that it dies of, in another.
base::Status RunTest262(const CoverageStudy& study, const Counted& counted, std::vector<std::string> tests,
                        const std::string& tag, Heard& told) {
  base::FileSystem& files = *study.settings.files;
  const Path list = study.settings.scratch / tag / "tests.json";
  Engine engine = counted.engine;
  const Path driver = study.agent / "conform/test262.js";
  // The driver of cases gives way to that of tests; both are called alike.
  for (std::string& word : engine.command) {
    if (word == (study.agent / "conform" / engine.profile.driver).string()) word = driver.string();
  }
  for (int deaths = 0; !tests.empty() && deaths < kMostCoverageDeaths; ++deaths) {
    if (study.settings.stop && study.settings.stop()) break;
    TRY(files.Write(list, base::DumpJson(base::Json{{"folder", study.test262.string()}, {"tests", tests}})));
    ASSIGN_OR_RETURN(const runtime::ScriptResult run,
                     RunEngine(engine, CommandFor(engine, list), study.settings.sandbox, kTestTime,
                               {list.parent_path(), driver, study.test262}));
    const size_t before = told.done;
    Listen(run.out, told);
    const size_t gone = std::min(tests.size(), told.done - before + 1);
    if (told.done - before >= tests.size()) break;
    tests.erase(tests.begin(), tests.begin() + static_cast<std::ptrdiff_t>(gone));
  }
  return {};
}

base::Status RunCases(const CoverageStudy& study, const Counted& counted, size_t built_in, const std::string& tag,
                      Heard& told) {
  RunnerSettings settings = study.settings;
  settings.hear = [&](const std::string& out) { Listen(out, told); };
  CaseRunner runner(settings, study.built_ins);
  Implementation implementation;
  implementation.name = counted.engine.profile.name;
  implementation.engine = counted.engine;
  std::vector<const Case*> own;
  for (const Case& one : study.cases) {
    if (one.built_in == built_in) own.push_back(&one);
  }
  const auto outcomes = runner.Run(implementation, own, tag);
  return outcomes.ok() ? base::Status() : base::Status(outcomes.error());
}

std::map<int, BranchCount> Compare(const Functions& functions, const Heard& theirs, const Heard& ours) {
  std::map<int, BranchCount> counts;
  if (!ours.where || *ours.where >= functions.sites.size()) return counts;
  for (const int depth : kDepths) {
    BranchCount& count = counts[depth];
    for (const uint32_t path : PathsWithin(functions, *ours.where, depth)) {
      const bool by_theirs = theirs.hits.contains(path);
      const bool by_ours = ours.hits.contains(path);
      ++count.total;
      count.test262 += by_theirs ? 1 : 0;
      count.ours += by_ours ? 1 : 0;
      count.both += by_theirs || by_ours ? 1 : 0;
    }
  }
  return counts;
}

}  // namespace

base::Result<std::vector<MethodCoverage>> MeasureEngine(const CoverageStudy& study) {
  ASSIGN_OR_RETURN(const Counted counted, CountedCopy(study));
  std::vector<MethodCoverage> result(study.built_ins.size());
  std::atomic<size_t> next{0};
  std::mutex mutex;
  base::Status failure;
  const auto work = [&] {
    for (size_t i = next++; i < result.size(); i = next++) {
      const std::string tag = fmt::format("coverage-{}", i);
      Heard theirs, ours;
      const std::vector<std::string> tests = TestsOf(*study.settings.files, study.test262, study.built_ins[i]);
      base::Status status = RunTest262(study, counted, tests, tag, theirs);
      if (status.ok()) status = RunCases(study, counted, i, tag, ours);
      if (!status.ok()) {
        const std::lock_guard lock(mutex);
        failure = status;
        return;
      }
      result[i].tests = tests.size();
      result[i].branches = Compare(counted.functions, theirs, ours);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < std::max(1, study.jobs); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (!failure.ok()) return failure.error();
  return result;
}

}  // namespace kingbird::conform
