#include "campaign/describe_run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"

namespace kingbird::campaign {
namespace {

using model::LineState;

void Note(LineState& state, LineState next) {
  if (state == LineState::kNone) {
    state = next;
  } else if (state != next) {
    // A line whose statements fared differently ran in part; loading counts as running.
    const bool missed = state == LineState::kMissed || next == LineState::kMissed;
    state = missed ? LineState::kPartly : std::max(state, next);
  }
}

std::vector<LineState> LinesOf(const syntax::ManifestFile& file, const std::string& source,
                               const syntax::CoverageMap& load, const syntax::CoverageMap& covered) {
  std::vector<LineState> lines(static_cast<size_t>(std::count(source.begin(), source.end(), '\n')) + 1,
                               LineState::kNone);
  const auto state = [&](uint32_t index) {
    return !covered.Has(index) ? LineState::kMissed : load.Has(index) ? LineState::kLoaded : LineState::kHit;
  };
  for (size_t i = 0; i < file.counters.statements.size(); ++i) {
    const size_t line = file.counters.statements[i].begin.line - 1;
    if (line < lines.size())
      Note(lines[line], state(file.offset + static_cast<uint32_t>(file.counters.StatementIndex(i))));
  }
  return lines;
}

std::vector<model::FileReport> FilesOf(const Env& env, const Laboratory& laboratory, const syntax::CoverageMap& load,
                                       const syntax::CoverageMap& covered) {
  std::vector<model::FileReport> files;
  for (const syntax::ManifestFile& file : laboratory.stage.manifest.files) {
    if (!covered.Has(file.loaded_index())) continue;
    model::FileReport report;
    report.path = file.key;
    const auto source = env.files.Read(laboratory.target.root / file.key);
    if (source.ok()) report.source = *source;
    report.lines = LinesOf(file, report.source, load, covered);
    report.before = TotalsOf(syntax::Summarize(file, load));
    report.after = TotalsOf(syntax::Summarize(file, covered));
    files.push_back(std::move(report));
  }
  return files;
}

}  // namespace

model::CoverageTotals TotalsOf(const syntax::CoverageSummary& summary) {
  const auto ratio = [](const syntax::CoverageTotal& total) {
    return model::Ratio{static_cast<int64_t>(total.covered), static_cast<int64_t>(total.total)};
  };
  return {ratio(summary.statements), ratio(summary.branches), ratio(summary.functions)};
}

double CpuSeconds() {
  double seconds = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

model::CoverageTotals TotalsWithin(const syntax::Manifest& manifest, const syntax::CoverageMap& covered,
                                   const model::Hits& goal) {
  if (goal.empty()) return TotalsOf(syntax::Summarize(manifest, covered));
  model::CoverageTotals totals;
  for (uint32_t counter : goal) {
    const syntax::ManifestFile* file = manifest.FileOf(counter);
    if (file == nullptr) continue;
    const size_t local = counter - file->offset;
    model::Ratio& ratio = local < file->counters.FirstBranchIndex()     ? totals.statements
                          : local < file->counters.FirstFunctionIndex() ? totals.branches
                                                                        : totals.functions;
    ++ratio.total;
    ratio.covered += covered.Has(counter) ? 1 : 0;
  }
  return totals;
}

std::string FormatName(SuiteFormat format) {
  switch (format) {
    case SuiteFormat::kNode:
      return "node";
    case SuiteFormat::kMocha:
      return "mocha";
    case SuiteFormat::kJest:
      return "jest";
    case SuiteFormat::kVitest:
      return "vitest";
  }
  return "node";
}

std::string PackageSpecifier(const target::Target& target, const base::Path& folder) {
  if (target.kind == target::Target::Kind::kPackage) return target.name;
  const base::Path from = std::filesystem::absolute(folder).lexically_normal();
  const base::Path to = (target.root / target.entry).lexically_normal();
  const std::string path = to.lexically_relative(from).generic_string();
  return path.starts_with(".") ? path : "./" + path;
}

std::string FileTitle(const std::string& name) {
  std::string title = base::Split(name, '/').back();
  std::replace_if(
      title.begin(), title.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_' && c != '.'; },
      '-');
  return title.empty() ? "suite" : title;
}

std::vector<emit::WrittenTest> WrittenOf(const std::vector<SuiteTest>& tests) {
  std::vector<emit::WrittenTest> written;
  for (const SuiteTest& test : tests) written.push_back(test.written);
  return written;
}

model::RunReport DescribeRun(const Env& env, const Laboratory& laboratory, const Generated& generated,
                             const std::vector<SuiteTest>& tests, const std::vector<WrittenFinding>& findings) {
  const syntax::Manifest& manifest = laboratory.stage.manifest;
  syntax::CoverageMap load(manifest.size());
  load.Add(laboratory.executor->LoadHits());
  model::RunReport report;
  report.kingbird = KINGBIRD_VERSION;
  report.target = laboratory.target.display;
  report.root = laboratory.target.root;
  report.node = laboratory.executor->node_version();
  report.sandbox = runtime::ToString(laboratory.executor->sandbox());
  report.format = FormatName(env.config.format);
  report.seed = env.config.seed;
  report.wall_s = static_cast<double>(env.Elapsed().count()) / 1000;
  report.executed = generated.executed;
  report.tests_per_s = generated.seconds > 0 ? generated.executed / generated.seconds : 0;
  report.kept = static_cast<int64_t>(tests.size());
  report.failing = generated.failing;
  report.interrupted = env.interrupted || (laboratory.goal.empty() && generated.executed < env.config.Tests());
  report.before = TotalsWithin(manifest, load, laboratory.goal);
  report.after = TotalsWithin(manifest, generated.covered, laboratory.goal);
  report.curve = generated.curve;
  report.files = FilesOf(env, laboratory, load, generated.covered);
  for (const SuiteTest& test : tests) {
    const std::string extension =
        env.config.format == SuiteFormat::kVitest || laboratory.executor->es_module() ? "mjs" : "js";
    report.tests.push_back({test.written.function + " " + test.written.title,
                            fmt::format("suite/{}.test.{}", FileTitle(laboratory.target.name), extension),
                            emit::TestText(test.written, ""), test.selected.gain});
  }
  for (const model::Function& function : laboratory.api.functions) {
    for (const std::string& name : function.Names()) {
      for (const model::Signature& signature : function.signatures)
        report.signatures.push_back({name, signature.arguments});
    }
  }
  for (const WrittenFinding& written : findings) {
    const model::Finding& finding = written.finding;
    report.findings.push_back(
        {finding.id, finding.kind, finding.function, finding.message, finding.repro, written.script, "", 0});
  }
  if (!laboratory.stage.stats.unparsable.empty()) {
    report.notes.push_back(fmt::format("{} files could not be parsed and were left as they are: {}",
                                       laboratory.stage.stats.unparsable.size(),
                                       base::Join(laboratory.stage.stats.unparsable, ", ")));
  }
  syntax::CoverageMap suite = load;
  for (const SuiteTest& test : tests) suite.Add(test.hits);
  report.suite = TotalsWithin(manifest, suite, laboratory.goal);
  return report;
}

}  // namespace kingbird::campaign
