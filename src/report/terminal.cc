#include "report/terminal.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/changed_lines.h"

namespace kingbird::report {
namespace {

using base::Printable;
using model::Progress;
using model::Ratio;

std::string Seconds(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  const int whole = static_cast<int>(seconds);
  return fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

std::string Count(int64_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

// What is left of the planned tests at the speed so far, at most what the time limit leaves; negative: unknown.
double SecondsLeft(const Progress& progress) {
  double left = -1;
  if (progress.planned > 0 && progress.executed > 0) {
    left = progress.elapsed_s * static_cast<double>(progress.planned - progress.executed) /
           static_cast<double>(progress.executed);
  }
  if (progress.limit_s > 0) {
    const double limit = std::max(0.0, progress.limit_s - progress.elapsed_s);
    left = left < 0 ? limit : std::min(left, limit);
  }
  return left;
}

std::string Colored(bool color, const char* code, std::string_view text) {
  return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

// Twenty cells: loaded, won by tests, missed.
std::string Bar(const Ratio& before, const Ratio& after, bool color) {
  constexpr int kCells = 20;
  const auto cells = [](const Ratio& ratio) {
    // More than all only where results were forged.
    return static_cast<int>(kCells * std::clamp(ratio.Percent(), 0.0, 100.0) / 100);
  };
  const int loaded = std::min(cells(before), cells(after));
  const auto repeat = [](const char* text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  return Colored(color, "2", repeat("▓", loaded)) + Colored(color, "32", repeat("█", cells(after) - loaded)) +
         Colored(color, "2", repeat("░", kCells - cells(after)));
}

// How many tests were tried, and how.
std::string TriedLine(const model::RunReport& report) {
  std::string text =
      Count(report.executed, "test") + " in a process of " + (report.executed == 1 ? "its" : "their") + " own";
  if (report.screened > 0) text += fmt::format(", {} in shared processes", report.screened);
  text += fmt::format(", in {:.1f} s", report.wall_s);
  if (report.failing > 0) text += fmt::format("; {} ended in an error, a hang or an exit", report.failing);
  if (report.interrupted) text += "; stopped early";
  return fmt::format("  tried      {}\n", text);
}

std::string CoverageLine(const char* name, const Ratio& before, const Ratio& after, bool color) {
  return fmt::format("  {:<11}{:>6} → {:>6} %  {}  {} of {}\n", name, PercentText(before.Percent()),
                     PercentText(after.Percent()), Bar(before, after, color), after.covered, after.total);
}

// To be copied into a shell.
std::string Shown(const std::string& path) { return Printable(base::ShellWord(path)); }

// From the suite's folder.
std::string RunnerCommand(const model::RunReport& report) {
  switch (report.format) {
    case model::SuiteFormat::kNode:
      return "node --test";
    case model::SuiteFormat::kMocha:
      return "npx mocha";
    case model::SuiteFormat::kJest: {
      const bool modules = !report.tests.empty() && report.tests[0].file.ends_with(".mjs");
      return modules ? "npm test" : "npx jest";
    }
    case model::SuiteFormat::kVitest:
      return "npx vitest run";
  }
  return "";
}

std::string HowToRun(const model::RunReport& report, const std::string& out) {
  // With the project's configuration, which the runner does not find from the suite's folder.
  if (report.run_with == model::RunWith::kNpmTest) return "\nRun the suite, in the project's folder\n  npm test\n";
  if (!report.run_suite.empty()) return fmt::format("\nRun the suite\n  {}\n", Printable(report.run_suite));
  // Runners that are not part of Node are installed in the folder of a package's suite, as its package.json says.
  const bool installs =
      report.run_with == model::RunWith::kInstalledRunner && report.format != model::SuiteFormat::kNode;
  const std::string command =
      fmt::format("cd {} && {}{}", Shown(out + "/suite"), installs ? "npm install && " : "", RunnerCommand(report));
  return "\nRun the suite\n  " + command + "\n";
}

std::string FindingLines(const model::RunReport& report, const std::string& out, bool color) {
  constexpr size_t kShown = 10;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, report.findings.size()); ++i) {
    const auto& finding = report.findings[i];
    text += fmt::format("    {}  {}: {}\n      node {}\n", Colored(color, "31", ToString(finding.kind)),
                        Printable(finding.function), Printable(finding.message), Shown(out + "/" + finding.repro));
  }
  if (report.findings.size() > kShown) text += fmt::format("    … and {} more\n", report.findings.size() - kShown);
  return text;
}

std::string DifferenceLines(const model::DiffReport& diff, const std::string& out, bool color) {
  constexpr size_t kShown = 40;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, diff.differences.size()); ++i) {
    const auto& difference = diff.differences[i];
    text += fmt::format("\n  {}  {}  {}\n", Colored(color, "1", Printable(difference.function)),
                        Colored(color, difference.repaired ? "32" : "31", ToString(difference.kind)),
                        Colored(color, "2", Count(difference.tests, "test")));
    const auto lines = [&](const model::Finding& one) {
      for (const std::string& line : base::Split(one.call, '\n')) {
        if (!line.empty()) text += fmt::format("    {}\n", Colored(color, "1", Printable(line)));
      }
      text += fmt::format("    before  {}\n    after   {}\n", Printable(one.before), Printable(one.after));
      if (!one.repro.empty()) text += Colored(color, "2", fmt::format("    node {}\n", Shown(out + "/" + one.repro)));
    };
    lines(difference);
    for (const auto& variant : difference.variants) lines(variant);
  }
  if (diff.differences.size() > kShown) text += fmt::format("\n  … and {} more\n", diff.differences.size() - kShown);
  return text;
}

// What a maintainer wants to know in the end.
std::string ReleaseLines(const model::DiffReport& diff, bool color) {
  constexpr size_t kShown = 6;
  using model::Release;
  const bool unsure = diff.release == Release::kMinor || diff.release == Release::kUnknown;
  const char* code = diff.release == Release::kBreaking ? "1;31" : unsure ? "1;33" : "1;32";
  std::string text = fmt::format("\n  {}\n", Colored(color, code, Verdict(diff)));
  if (diff.release == Release::kPatch && diff.reasons.empty())
    text += "    no test showed a change that callers would notice\n";
  // What breaks is told above, each with its call.
  if (diff.release == Release::kBreaking) return text;
  for (size_t i = 0; i < std::min(kShown, diff.reasons.size()); ++i)
    text += fmt::format("    {}\n", Printable(diff.reasons[i]));
  if (diff.reasons.size() > kShown) text += fmt::format("    … and {} more\n", diff.reasons.size() - kShown);
  return text;
}

// Which of the changed lines ran, and what could not be compared at all.
std::string ChangeLines(const model::DiffReport& diff) {
  constexpr size_t kShown = 30;
  std::string text;
  const std::vector<std::string> changed = ChangedLines(diff);
  if (!changed.empty()) text += "\n  Changed lines\n";
  for (size_t i = 0; i < std::min(kShown, changed.size()); ++i) text += fmt::format("    {}\n", Printable(changed[i]));
  if (changed.size() > kShown) text += fmt::format("    … and {} more places\n", changed.size() - kShown);
  const std::vector<std::string> unloaded = UnloadedLines(diff);
  if (!unloaded.empty()) text += "\n  Not compared\n";
  for (size_t i = 0; i < std::min(kShown, unloaded.size()); ++i)
    text += fmt::format("    {}\n", Printable(unloaded[i]));
  return text;
}

std::string DiffText(const model::RunReport& report, const std::string& out, bool color) {
  const model::DiffReport& diff = report.diff;
  std::string text = fmt::format("{}  Node {}, seed {}, sandbox {}\n", Colored(color, "1", Printable(report.target)),
                                 Printable(report.node), report.seed, ToString(report.sandbox));
  text += DifferenceLines(diff, out, color);
  text += fmt::format("\n  differences  {}{}\n",
                      diff.differences.empty() ? "none" : fmt::to_string(diff.differences.size()),
                      diff.flaky_dropped > 0 ? fmt::format(" ({} dropped as unstable)", diff.flaky_dropped) : "");
  if (!diff.added.empty())
    text += fmt::format("  new          {}\n", Count(static_cast<int64_t>(diff.added.size()), "function"));
  const std::string shared = report.screened > 0 ? fmt::format(" and {} in shared processes", report.screened) : "";
  text += fmt::format("  tests        {} run on both sides{} in {:.1f} s, {} of them differ{}\n", report.executed,
                      shared, report.wall_s, diff.differing_tests, report.interrupted ? ", stopped early" : "");
  text += CoverageLine("coverage", report.before.statements, report.after.statements, color);
  for (const std::string& note : report.notes) text += fmt::format("  note         {}\n", Printable(note));
  text += ChangeLines(diff);
  if (diff.release != model::Release::kNone) text += ReleaseLines(diff, color);
  return text + fmt::format("\nOpen\n  {}\n", Printable(out + "/report/index.html"));
}

}  // namespace

std::string PercentText(double percent) {
  std::string text = fmt::format("{:.2f}", percent);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string ProgressText(const Progress& progress) {
  std::string text = progress.planned > 0 ? fmt::format("{} of {} tests", progress.executed, progress.planned)
                                          : Count(progress.executed, "test");
  if (progress.elapsed_s > 0) {
    text += fmt::format(", {:.0f}/s", static_cast<double>(progress.executed) / progress.elapsed_s);
  }
  if (progress.statements.total > 0) {
    text += fmt::format(", statements {} %", PercentText(progress.statements.Percent()));
  }
  if (progress.findings > 0) text += fmt::format(", {} to confirm", progress.findings);
  if (const double left = SecondsLeft(progress); left >= 0) text += fmt::format(", {} left", Seconds(left));
  return text;
}

void ProgressLine::Update(const Progress& progress) {
  constexpr double kInterval = 0.1;
  const bool new_phase = progress.phase != phase_;
  const std::string detail = progress.executed > 0 ? "  " + ProgressText(progress) : "";
  if (columns_ > 0) {
    if (!new_phase && progress.elapsed_s - shown_at_ < kInterval && progress.executed != progress.planned) return;
    // A line that wraps could not be taken back.
    sink_("\r\x1b[K" + (progress.phase + detail).substr(0, static_cast<size_t>(columns_ - 1)));
    visible_ = true;
  } else {
    const int64_t quarter = progress.planned > 0 ? 4 * progress.executed / progress.planned : 0;
    if (!new_phase && quarter == quarter_) return;
    quarter_ = quarter;
    sink_(fmt::format("{}{}\n", progress.phase, detail));
  }
  phase_ = progress.phase;
  shown_at_ = progress.elapsed_s;
}

void ProgressLine::Clear() {
  if (visible_) sink_("\r\x1b[K");
  visible_ = false;
}

std::string ClosingText(const model::RunReport& report, const std::string& out, bool color) {
  if (report.kind == model::RunKind::kDiff) return DiffText(report, out, color);
  std::string text = fmt::format("{}  Node {}, seed {}, sandbox {}\n\n", Colored(color, "1", Printable(report.target)),
                                 Printable(report.node), report.seed, ToString(report.sandbox));
  // What a user gets is the suite; what all tests reached says how much of the code is within reach.
  text += CoverageLine("statements", report.before.statements, report.suite.statements, color);
  text += CoverageLine("branches", report.before.branches, report.suite.branches, color);
  text += CoverageLine("functions", report.before.functions, report.suite.functions, color);
  text += fmt::format("  suite      {}\n", Count(report.kept, "test"));
  text += TriedLine(report);
  if (report.after.statements != report.suite.statements) {
    text += fmt::format("  reached    {} % of the statements by all tests that were tried\n",
                        PercentText(report.after.statements.Percent()));
  }
  text += fmt::format("  findings   {}\n", report.findings.empty() ? "none" : fmt::to_string(report.findings.size()));
  text += FindingLines(report, out, color);
  for (const std::string& note : report.notes) text += fmt::format("  note       {}\n", Printable(note));
  return text + WhereToLook(report, out);
}

std::string WhereToLook(const model::RunReport& report, const std::string& out) {
  const std::string suite = report.kept > 0 ? HowToRun(report, out) : "";
  return suite + fmt::format("\nOpen\n  {}\n", Printable(out + "/report/index.html"));
}

}  // namespace kingbird::report
