#include "store/run_store.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/text.h"
#include "model/word.h"

namespace kingbird::store {
namespace {

using model::CoverageTotals;
using model::LineState;
using model::Ratio;
using model::RunReport;

// Words of ours as they come back. One that is not: somebody else wrote these results, and none of them is shown.
class Words {
 public:
  template <typename Enum>
  Enum Read(const std::string& word) {
    const std::optional<Enum> known = model::FromWord<Enum>(word);
    if (!known && !unknown_) unknown_ = word;
    return known.value_or(Enum{});
  }
  base::Status status() const {
    if (!unknown_) return {};
    return base::UsageError(fmt::format("the results are not Kingbird's: nothing of ours is called '{}'",
                                        base::Printable(unknown_->substr(0, kMostShown))));
  }

 private:
  static constexpr size_t kMostShown = 40;
  std::optional<std::string> unknown_;
};

constexpr std::string_view kLineLetters = "-mlph";  // in the order of LineState

std::string LettersOf(const std::vector<LineState>& lines) {
  std::string letters;
  for (LineState state : lines) letters.push_back(kLineLetters[static_cast<size_t>(state)]);
  return letters;
}

std::vector<LineState> LinesOf(std::string_view letters) {
  std::vector<LineState> lines;
  for (char letter : letters) {
    const size_t index = kLineLetters.find(letter);
    lines.push_back(index == std::string_view::npos ? LineState::kNone : static_cast<LineState>(index));
  }
  return lines;
}

std::string PositionsText(const std::vector<model::Position>& positions) {
  std::vector<std::string> words;
  for (model::Position position : positions) words.emplace_back(ToString(position));
  return base::Join(words, ",");
}

std::vector<model::Position> PositionsOf(const std::string& text) {
  std::vector<model::Position> positions;
  if (text.empty()) return positions;
  for (const std::string& word : base::Split(text, ',')) {
    positions.push_back(word == "sync"    ? model::Position::kSync
                        : word == "async" ? model::Position::kAsync
                                          : model::Position::kPlain);
  }
  return positions;
}

int64_t InsertRun(Database& database, const RunReport& report) {
  Statement(
      database,
      "INSERT INTO runs (kingbird, command, target, root, node, sandbox, format, seed, wall_s, cpu_s, tests_per_s, "
      "executed, kept, failing, interrupted, screened, run_suite) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .Insert(report.kingbird, ToString(report.kind), report.target, report.root, report.node, ToString(report.sandbox),
              ToString(report.format), std::to_string(report.seed), report.wall_s, report.cpu_s, report.tests_per_s,
              report.executed, report.kept, report.failing, report.interrupted, report.screened, report.run_suite);
  return database.LastId();
}

void InsertCoverage(Database& database, int64_t run, const RunReport& report) {
  Statement insert(database, "INSERT INTO coverage VALUES (?, ?, ?, ?, ?, ?)");
  const auto totals = [&](const std::string& file, const char* phase, const CoverageTotals& coverage) {
    const auto ratio = [&](const char* metric, const Ratio& value) {
      insert.Insert(run, file, phase, metric, value.covered, value.total);
    };
    ratio("statements", coverage.statements);
    ratio("branches", coverage.branches);
    ratio("functions", coverage.functions);
  };
  totals("", "before", report.before);
  totals("", "after", report.after);
  totals("", "suite", report.suite);
  for (const auto& file : report.files) {
    totals(file.path, "before", file.before);
    totals(file.path, "after", file.after);
  }
}

CoverageTotals LoadCoverage(Database& database, int64_t run, const std::string& file, const char* phase) {
  Statement query(database, "SELECT metric, covered, total FROM coverage WHERE run = ? AND file = ? AND phase = ?");
  query.Query(run, file, phase);
  CoverageTotals totals;
  while (query.Next()) {
    const std::string metric = query.Text(0);
    Ratio& ratio = metric == "statements" ? totals.statements
                   : metric == "branches" ? totals.branches
                                          : totals.functions;
    ratio = {query.Integer(1), query.Integer(2)};
  }
  return totals;
}

void InsertLists(Database& database, int64_t run, const RunReport& report) {
  Statement curve(database, "INSERT INTO curve VALUES (?, ?, ?)");
  for (const auto& point : report.curve) curve.Insert(run, point.tests, point.statements);
  Statement files(database, "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?)");
  for (const auto& file : report.files)
    files.Insert(run, file.path, file.source, LettersOf(file.lines), base::Join(file.missed, "\n"), file.not_loaded);
  Statement tests(database, "INSERT INTO tests VALUES (?, ?, ?, ?, ?)");
  for (const auto& test : report.tests) tests.Insert(run, test.name, test.file, test.source, test.gain);
  Statement signatures(database, "INSERT INTO signatures VALUES (?, ?, ?)");
  for (const auto& item : report.signatures) signatures.Insert(run, item.function, PositionsText(item.arguments));
  Statement types(database, "INSERT INTO types VALUES (?, ?, ?, ?, ?)");
  for (const auto& type : report.types) types.Insert(run, type.function, type.parameter, type.type, type.evidence);
  Statement findings(database, "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& f : report.findings) {
    findings.Insert(run, f.id, ToString(f.kind), f.function, f.message, f.repro, f.repro_text, f.path, f.line);
  }
  Statement notes(database, "INSERT INTO notes VALUES (?, ?)");
  for (const auto& note : report.notes) notes.Insert(run, note);
}

void InsertDiff(Database& database, int64_t run, const model::DiffReport& diff) {
  Statement(database, "INSERT INTO diffs VALUES (?, ?, ?, ?, ?, ?, ?)")
      .Insert(run, diff.before, diff.after, diff.differing_tests, diff.flaky_dropped, ToString(diff.release),
              diff.has_sources);
  Statement differences(database, "INSERT INTO differences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const auto insert = [&](const model::Finding& d) {
    differences.Insert(run, d.id, ToString(d.kind), d.function, d.before, d.after, d.tests, d.repaired, d.repro,
                       d.repro_text, d.call);
  };
  for (const auto& difference : diff.differences) {
    insert(difference);
    for (const auto& variant : difference.variants) insert(variant);
  }
  Statement notes(database, "INSERT INTO release_notes VALUES (?, ?, ?)");
  for (const auto& name : diff.added) notes.Insert(run, "added", name);
  for (const auto& reason : diff.reasons) notes.Insert(run, "reason", reason);
  Statement changes(database, "INSERT INTO line_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const model::LineChange& c : diff.changes)
    changes.Insert(run, c.file, c.first, c.last, c.removed, ToString(c.fate), c.tests, c.differing);
  Statement unloaded(database, "INSERT INTO unloaded_modules VALUES (?, ?, ?, ?)");
  for (const model::UnloadedModule& module : diff.unloaded)
    unloaded.Insert(run, module.file, module.before, module.after);
}

// Calls `take` for each row of `table` that belongs to the run, in the order in which it was saved.
template <typename Take>
void ForEachRow(Database& database, const char* columns, const char* table, int64_t run, Take take) {
  Statement query(database, fmt::format("SELECT {} FROM {} WHERE run = ? ORDER BY rowid", columns, table));
  query.Query(run);
  while (query.Next()) take(query);
}

void LoadLists(Database& database, int64_t run, RunReport& report, Words& words) {
  ForEachRow(database, "tests, statements", "curve", run, [&](Statement& row) {
    report.curve.push_back({row.Integer(0), row.Integer(1)});
  });
  ForEachRow(database, "path, source, lines, missed, not_loaded", "files", run, [&](Statement& row) {
    const std::string missed = row.Text(3);
    report.files.push_back({row.Text(0), row.Text(1), LinesOf(row.Text(2)),
                            LoadCoverage(database, run, row.Text(0), "before"),
                            LoadCoverage(database, run, row.Text(0), "after"),
                            missed.empty() ? std::vector<std::string>() : base::Split(missed, '\n'), row.Text(4)});
  });
  ForEachRow(database, "name, file, source, gain", "tests", run, [&](Statement& row) {
    report.tests.push_back({row.Text(0), row.Text(1), row.Text(2), row.Integer(3)});
  });
  ForEachRow(database, "function, arguments", "signatures", run, [&](Statement& row) {
    report.signatures.push_back({row.Text(0), PositionsOf(row.Text(1))});
  });
  ForEachRow(database, "function, parameter, type, evidence", "types", run, [&](Statement& row) {
    report.types.push_back({row.Text(0), row.Text(1), row.Text(2), row.Text(3)});
  });
  ForEachRow(
      database, "id, kind, function, message, repro, repro_text, path, line", "findings", run, [&](Statement& row) {
        report.findings.push_back({row.Text(0), words.Read<model::FindingKind>(row.Text(1)), row.Text(2), row.Text(3),
                                   row.Text(4), row.Text(5), row.Text(6), static_cast<int>(row.Integer(7))});
      });
  ForEachRow(database, "text", "notes", run, [&](Statement& row) { report.notes.push_back(row.Text(0)); });
}

void LoadDiff(Database& database, int64_t run, model::DiffReport& diff, Words& words) {
  ForEachRow(database, "before, after, differing_tests, flaky_dropped, release, has_sources", "diffs", run,
             [&](Statement& row) {
               diff.before = row.Text(0);
               diff.after = row.Text(1);
               diff.differing_tests = row.Integer(2);
               diff.flaky_dropped = row.Integer(3);
               diff.release = words.Read<model::Release>(row.Text(4));
               diff.has_sources = row.Integer(5) != 0;
             });
  ForEachRow(database, "id, kind, function, before, after, tests, repaired, repro, repro_text, call", "differences",
             run, [&](Statement& row) {
               model::Finding next;
               next.id = row.Text(0);
               next.kind = words.Read<model::FindingKind>(row.Text(1));
               next.function = row.Text(2);
               next.before = row.Text(3);
               next.after = row.Text(4);
               next.tests = row.Integer(5);
               next.repaired = row.Integer(6) != 0;
               next.repro = row.Text(7);
               next.repro_text = row.Text(8);
               next.call = row.Text(9);
               auto& all = diff.differences;
               const bool variant =
                   !all.empty() && all.back().kind == next.kind && all.back().function == next.function;
               (variant ? all.back().variants : all).push_back(std::move(next));
             });
  ForEachRow(database, "kind, text", "release_notes", run,
             [&](Statement& row) { (row.Text(0) == "added" ? diff.added : diff.reasons).push_back(row.Text(1)); });
  ForEachRow(database, "file, first, last, removed, fate, tests, differing", "line_changes", run, [&](Statement& row) {
    diff.changes.push_back({row.Text(0), static_cast<int>(row.Integer(1)), static_cast<int>(row.Integer(2)),
                            row.Integer(3) != 0, words.Read<model::LineFate>(row.Text(4)), row.Integer(5),
                            row.Integer(6)});
  });
  ForEachRow(database, "file, before, after", "unloaded_modules", run, [&](Statement& row) {
    diff.unloaded.push_back({row.Text(0), row.Text(1), row.Text(2)});
  });
}

}  // namespace

base::Result<int64_t> SaveRun(Database& database, const RunReport& report) {
  database.Begin();
  const int64_t run = InsertRun(database, report);
  InsertCoverage(database, run, report);
  InsertLists(database, run, report);
  if (report.kind == model::RunKind::kDiff) InsertDiff(database, run, report.diff);
  TRY(database.Commit());
  return run;
}

base::Result<RunReport> LoadRun(Database& database, int64_t run) {
  Statement query(
      database,
      "SELECT id, kingbird, command, target, root, node, sandbox, format, seed, wall_s, cpu_s, tests_per_s, "
      "executed, kept, failing, interrupted, screened, run_suite FROM runs WHERE ?1 = 0 OR id = ?1 ORDER BY id DESC "
      "LIMIT 1");
  query.Query(run);
  if (!query.Next()) {
    TRY(database.status());
    return base::NotFoundError(run == 0 ? "there is no run in the database" : fmt::format("there is no run {}", run));
  }
  RunReport report;
  run = query.Integer(0);
  report.kingbird = query.Text(1);
  Words words;
  report.kind = words.Read<model::RunKind>(query.Text(2));
  report.target = query.Text(3);
  report.root = query.Text(4);
  report.node = query.Text(5);
  report.sandbox = words.Read<model::SandboxKind>(query.Text(6));
  report.format = words.Read<model::SuiteFormat>(query.Text(7));
  const std::string seed = query.Text(8);
  std::from_chars(seed.data(), seed.data() + seed.size(), report.seed);
  report.wall_s = query.Real(9);
  report.cpu_s = query.Real(10);
  report.tests_per_s = query.Real(11);
  report.executed = query.Integer(12);
  report.kept = query.Integer(13);
  report.failing = query.Integer(14);
  report.interrupted = query.Integer(15) != 0;
  report.screened = query.Integer(16);
  report.run_suite = query.Text(17);
  report.before = LoadCoverage(database, run, "", "before");
  report.after = LoadCoverage(database, run, "", "after");
  report.suite = LoadCoverage(database, run, "", "suite");
  LoadLists(database, run, report, words);
  LoadDiff(database, run, report.diff, words);
  TRY(database.status());
  TRY(words.status());
  return report;
}

}  // namespace kingbird::store
