// A results.sqlite that somebody sends along.
#include "fuzz.h"
#include "report/html.h"
#include "report/terminal.h"
#include "store/run_store.h"

namespace kingbird::fuzz {
namespace {

void RunResults(std::string_view bytes) {
  const auto database = store::Database::Open(bytes, "results.sqlite");
  if (!database.ok()) return;
  const auto report = store::LoadRun(**database);
  if (!report.ok()) return;
  (void)report::HtmlReport(*report);
  (void)report::ClosingText(*report, "kingbird-out", true);
}

std::string Sample() {
  model::RunReport report;
  report.target = "p@1.0.0";
  report.files.push_back({"a.js", "x\ny\n", {model::LineState::kHit, model::LineState::kMissed}, {}, {}});
  report.tests.push_back({"a name", "suite/p.test.js", "test();", 2});
  report.findings.push_back({"crash-1", model::FindingKind::kCrash, "f", "message", "repro", "text", "a.js", 3});
  report.signatures.push_back({"f", {model::Position::kPlain, model::Position::kSync}});
  report.types.push_back({"f", "a", "string", "declared"});
  report.curve = {{0, 1}, {10, 4}};
  report.notes = {"a note"};
  auto database = store::Database::Open("", "results.sqlite");
  if (!database.ok() || !store::SaveRun(**database, report).ok()) return "";
  auto bytes = (*database)->Content();
  return bytes.ok() ? *bytes : "";
}

}  // namespace

std::vector<Target> StoreTargets() {
  return {{"results", RunResults, {Sample()}, {"CREATE VIEW ", "CREATE TRIGGER ", "WITHOUT ROWID", "INTEGER", "TEXT"}}};
}

}  // namespace kingbird::fuzz
