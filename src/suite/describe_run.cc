#include "suite/describe_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "load/compile.h"
#include "load/target_names.h"
#include "loop/coverage_totals.h"
#include "suite/build_suite.h"
#include "suite/keep_green.h"
#include "syntax/parser.h"
#include "syntax/statement_count.h"
#include "target/source_entry.h"

namespace kingbird::suite {
namespace {

using model::LineState;

void Note(LineState& state, LineState next) {
  if (state == LineState::kNone) {
    state = next;
  } else if (state != next) {
    // A line whose statements fared differently ran in part, whatever comes behind; loading counts as running.
    const bool missed = state == LineState::kMissed || next == LineState::kMissed;
    state = missed || state == LineState::kPartly ? LineState::kPartly : std::max(state, next);
  }
}

struct Covered {
  const syntax::CoverageMap& load;
  const syntax::CoverageMap& all;
};

// With a map, of the lines that its counters come from.
std::vector<LineState> LinesOf(const syntax::ManifestFile& file, const std::string& source,
                               const std::optional<syntax::SourceMap>& map, const Covered& covered) {
  std::vector<LineState> lines(static_cast<size_t>(std::count(source.begin(), source.end(), '\n')) + 1,
                               LineState::kNone);
  const auto state = [&](uint32_t index) {
    return !covered.all.Has(index)   ? LineState::kMissed
           : covered.load.Has(index) ? LineState::kLoaded
                                     : LineState::kHit;
  };
  for (size_t i = 0; i < file.counters.statements.size(); ++i) {
    std::optional<syntax::Position> place = file.counters.statements[i].begin;
    if (map) place = map->Original(*place);
    const size_t line = place ? place->line - 1 : lines.size();
    if (line < lines.size())
      Note(lines[line], state(file.offset + static_cast<uint32_t>(file.counters.StatementIndex(i))));
  }
  return lines;
}

// Bytes of source that a report shows: a line takes about ten times its size on the way to HTML, one of nothing far
// more.
constexpr size_t kMostShownOfAFile = size_t{4} << 20;
constexpr size_t kMostShown = size_t{32} << 20;

// Columns as Istanbul counts them, from 0.
std::vector<std::string> MissedOf(const syntax::ManifestFile& file, const std::optional<syntax::SourceMap>& map,
                                  const syntax::CoverageMap& covered) {
  std::vector<std::string> missed;
  uint32_t index = file.offset + static_cast<uint32_t>(file.counters.FirstBranchIndex());
  for (const syntax::Branch& branch : file.counters.branches) {
    std::optional<syntax::Position> place = branch.range.begin;
    if (map) place = map->Original(*place);
    for (size_t path = 1; path <= branch.paths.size(); ++path, ++index) {
      if (place && !covered.Has(index))
        missed.push_back(fmt::format("{}:{} {} {}", place->line, place->column, ToString(branch.kind), path));
    }
  }
  return missed;
}

std::vector<model::FileReport> FilesOf(const env::Env& env, const load::LoadedTarget& loaded,
                                       const syntax::CoverageMap& load, const syntax::CoverageMap& covered) {
  std::vector<model::FileReport> files;
  size_t shown = 0;
  for (const syntax::ManifestFile& file : loaded.stage.manifest.files) {
    if (!covered.Has(file.loaded_index())) continue;
    model::FileReport report;
    const load::WrittenSource written = load::FindWritten(loaded.target, file.key, env.package);
    report.path = written.key;
    const auto source = env.package.Read(written.file);
    if (source.ok()) report.source = *source;
    report.lines = LinesOf(file, report.source, written.map, {load, covered});
    report.missed = MissedOf(file, written.map, covered);
    report.before = loop::TotalsOf(syntax::Summarize(file, load));
    report.after = loop::TotalsOf(syntax::Summarize(file, covered));
    shown += report.source.size();
    if (report.source.size() > kMostShownOfAFile || shown > kMostShown) {
      report.source.clear();
      report.lines.clear();
    }
    files.push_back(std::move(report));
  }
  return files;
}

// A module that did not load: what it is, and why Node does not have it.
struct Unloaded {
  base::Path key;     // In the user's folder.
  base::Path loaded;  // What Node was to load; "" for nothing.
  std::string reason;
};

std::vector<Unloaded> UnloadedOf(const load::LoadedTarget& loaded) {
  std::vector<Unloaded> all;
  for (const auto& [name, reason] : loaded.host.failed) {
    const auto& modules = loaded.target.modules;
    const auto module = std::ranges::find(modules, name, &target::Module::name);
    if (module == modules.end()) continue;
    all.push_back({module->source.empty() ? module->file : module->source, module->file, reason});
  }
  for (const base::Path& file : loaded.target.unsupported) {
    all.push_back({file, "", fmt::format("Kingbird does not compile {} files", file.extension().string())});
  }
  return all;
}

// Its statements count as not covered; where its text was not rewritten, they are counted in the text.
model::FileReport ReportUnloaded(const env::Env& env, const load::LoadedTarget& loaded, const Unloaded& module) {
  model::FileReport report;
  report.path = module.key.generic_string();
  report.not_loaded = module.reason;
  const auto source = env.package.Read(loaded.target.Home() / module.key);
  if (source.ok()) report.source = *source;
  report.lines.resize(static_cast<size_t>(std::ranges::count(report.source, '\n')) + 1, LineState::kNone);
  const syntax::ManifestFile* file = loaded.stage.manifest.Find(module.loaded.generic_string());
  if (file != nullptr) {
    const syntax::CoverageMap nothing(loaded.stage.manifest.size());
    report.before = loop::TotalsOf(syntax::Summarize(*file, nothing));
  } else {
    const auto language =
        target::IsTypeScript(module.key) ? syntax::Language::kTypeScript : syntax::Language::kJavaScript;
    report.before.statements.total =
        static_cast<int64_t>(syntax::CountStatements(syntax::Parse(syntax::ScriptOf(report.source), language)));
  }
  report.after = report.before;
  return report;
}

void AddTotals(const model::CoverageTotals& more, model::CoverageTotals& totals) {
  totals.statements.total += more.statements.total;
  totals.branches.total += more.branches.total;
  totals.functions.total += more.functions.total;
}

// Every module of a folder is in the report, loaded or not, and no percentage leaves one out.
void AccountForUnloaded(const env::Env& env, const load::LoadedTarget& loaded, model::RunReport& report) {
  std::vector<std::string> named;
  for (const Unloaded& module : UnloadedOf(loaded)) {
    model::FileReport file = ReportUnloaded(env, loaded, module);
    named.push_back(fmt::format("{} ({})", file.path, base::Printable(file.not_loaded)));
    const auto known = std::ranges::find(report.files, file.path, &model::FileReport::path);
    if (known != report.files.end()) {
      known->not_loaded = file.not_loaded;
      continue;
    }
    for (model::CoverageTotals* totals : {&report.before, &report.after, &report.suite})
      AddTotals(file.before, *totals);
    report.files.push_back(std::move(file));
  }
  if (!named.empty()) {
    report.notes.insert(report.notes.begin(),
                        fmt::format("{} {} not loaded and count{} as not covered: {}", named.size(),
                                    named.size() == 1 ? "module was" : "modules were", named.size() == 1 ? "s" : "",
                                    base::Join(named, "; ")));
  }
  std::vector<std::string> programs;
  for (const base::Path& program : loaded.target.programs) programs.push_back(program.generic_string());
  if (!programs.empty()) {
    report.notes.push_back(fmt::format("not tested and not counted, since a program runs when it is loaded: {}",
                                       base::Join(programs, ", ")));
  }
}

// In which file of the suite each of its tests is.
void NameFiles(const emit::SuiteConfig& suite, const std::vector<SuiteTest>& tests, model::RunReport& report) {
  const std::vector<emit::WrittenTest> written = WrittenOf(tests);
  for (const emit::SuitePart& part : emit::SuiteParts(written, suite)) {
    std::vector<const emit::WrittenTest*> members;
    for (size_t index : part.tests) members.push_back(&written[index]);
    for (size_t index : part.tests)
      report.tests[index].file = fmt::format("suite/{}.{}", part.name, emit::TestEnding(suite, members));
  }
}

std::string Files(size_t count) { return count == 1 ? "1 file" : fmt::format("{} files", count); }

// What the user should know besides.
std::vector<std::string> NotesOfRun(const env::Env& env, const load::LoadedTarget& loaded,
                                    const loop::Generated& generated, const Findings& findings, bool kept) {
  std::vector<std::string> notes = NotesOf(findings.others, env.config.all_findings);
  for (const auto& [count, one, many, flag] :
       {std::tuple(generated.effects.processes, "starts processes", "start processes", "processes"),
        std::tuple(generated.effects.network, "uses the network", "use the network", "network")}) {
    if (count > 0)
      notes.push_back(count == 1
                          ? fmt::format("1 test {} and is not kept; --allow {} keeps it", one, flag)
                          : fmt::format("{} tests {} and are not kept; --allow {} keeps them", count, many, flag));
  }
  if (env.stats.Get("suite.hasty") > 0 && kept) {
    notes.emplace_back(
        "the time was too short to run the suite in as many time zones, languages and user accounts as usual; its "
        "tests "
        "passed where it was run");
  }
  if (env.stats.Get(kCommandFails) > 0 && kept) {
    notes.push_back(
        fmt::format("the printed command fails in this project even with a test that does nothing: {} does "
                    "not load the project from the suite's folder. The suite passed with node:test",
                    ToString(env.config.Format())));
  }
  if (env.stats.Get("suite.foreign") > 0) {
    notes.push_back(
        fmt::format("no test ran code of {} itself: what it exports belongs to Node, to the language or to "
                    "other packages",
                    loaded.target.name));
  }
  const syntax::StageStats& staged = loaded.stage.stats;
  if (!staged.unparsable.empty()) {
    notes.push_back(fmt::format("{} could not be parsed and {} not measured: {}", Files(staged.unparsable.size()),
                                staged.unparsable.size() == 1 ? "was" : "were", base::Join(staged.unparsable, ", ")));
  }
  if (!staged.too_large.empty()) {
    notes.push_back(fmt::format("{} {} too large to be measured: {}", Files(staged.too_large.size()),
                                staged.too_large.size() == 1 ? "is" : "are", base::Join(staged.too_large, ", ")));
  }
  return notes;
}

// What the suite covers by itself.
void DescribeSuite(const load::LoadedTarget& loaded, const std::vector<SuiteTest>& tests, syntax::CoverageMap covered,
                   model::RunReport& report) {
  for (const SuiteTest& test : tests) covered.Add(test.hits);
  report.suite = loop::TotalsWithin(loaded.stage.manifest, covered, loaded.goal);
  if (tests.empty() || report.suite != report.before) return;
  report.notes.push_back(
      fmt::format("the suite reaches no statement, branch or function of {} that loading it does not run already",
                  loaded.target.name));
}

}  // namespace

std::string WhyNothingIsKept(const env::Env& env, const loop::Generated& generated) {
  constexpr std::string_view kLost = "lost.";
  std::vector<std::pair<int64_t, std::string>> reasons;
  for (const auto& [name, count] : env.stats.All()) {
    if (name.starts_with(kLost) && count > 0)
      reasons.emplace_back(static_cast<int64_t>(count), name.substr(kLost.size()));
  }
  if (generated.failing > 0) reasons.emplace_back(generated.failing, "ended in an error, a hang or an exit");
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> parts;
  for (const auto& [count, reason] : reasons) parts.push_back(fmt::format("{} {}", count, reason));
  return fmt::format("none of the {} that ran could be kept{}{}",
                     generated.executed == 1 ? "1 test" : fmt::format("{} tests", generated.executed),
                     parts.empty() ? "" : ": ", base::Join(parts, ", "));
}

std::vector<emit::WrittenTest> WrittenOf(const std::vector<SuiteTest>& tests) {
  std::vector<emit::WrittenTest> written;
  for (const SuiteTest& test : tests) written.push_back(test.written);
  return written;
}

model::RunReport DescribeRun(const env::Env& env, const load::LoadedTarget& loaded, const loop::Generated& generated,
                             const std::vector<SuiteTest>& tests, const Findings& findings) {
  const syntax::Manifest& manifest = loaded.stage.manifest;
  syntax::CoverageMap loading(manifest.size());
  loading.Add(loaded.executor->LoadHits());
  model::RunReport report;
  report.kingbird = KINGBIRD_VERSION;
  report.target = loaded.target.display;
  report.root = loaded.target.Home();
  report.node = loaded.host.node_version;
  report.sandbox = loaded.host.sandbox;
  report.format = env.config.Format();
  report.seed = env.config.seed;
  report.wall_s = static_cast<double>(env.Elapsed().count()) / 1000;
  report.executed = generated.executed;
  report.screened = generated.screened;
  report.tests_per_s = generated.seconds > 0 ? generated.executed / generated.seconds : 0;
  report.kept = static_cast<int64_t>(tests.size());
  report.failing = generated.failing;
  const int asked = loaded.subject == load::Subject::kClass ? env.config.tests : env.config.Tests();
  report.interrupted = env.interrupted || (!generated.enough && generated.executed < asked);
  report.before = loop::TotalsWithin(manifest, loading, loaded.goal);
  report.after = loop::TotalsWithin(manifest, generated.covered, loaded.goal);
  report.curve = generated.curve;
  // It ends where the run did, whether or not the last tests reached anything.
  if (!report.curve.empty() && report.curve.back().tests < generated.executed)
    report.curve.push_back({generated.executed, report.curve.back().statements});
  report.files = FilesOf(env, loaded, loading, generated.covered);
  for (const SuiteTest& test : tests) {
    report.tests.push_back(
        {test.written.function + " " + test.written.title, "", emit::TestText(test.written, ""), test.selected.gain});
  }
  NameFiles(SuiteConfigFor(env, loaded), tests, report);
  for (const model::Function& function : loaded.api.functions) {
    for (const std::string& name : function.Names()) {
      for (const model::Signature& signature : function.signatures)
        report.signatures.push_back({name, signature.arguments});
    }
  }
  report.findings = findings.written;
  report.notes = NotesOfRun(env, loaded, generated, findings, !tests.empty());
  DescribeSuite(loaded, tests, loading, report);
  if (!loaded.goal) AccountForUnloaded(env, loaded, report);
  report.run_suite =
      load::RunInProject(SuiteConfigFor(env, loaded), loaded.target, env.Out("suite"), env.config.folder);
  return report;
}

}  // namespace kingbird::suite
