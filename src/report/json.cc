#include "report/json.h"

#include <cmath>

#include "report/headline.h"

namespace kingbird::report {
namespace {

using base::Json;
using model::RunKind;

// Three digits say all there is to say about a duration, and keep the file readable.
double Rounded(double number) { return std::round(number * 1000) / 1000; }

Json ToJson(const model::Ratio& ratio) {
  return {{"covered", ratio.covered}, {"total", ratio.total}, {"pct", ratio.Percent()}};
}

Json ToJson(const model::CoverageTotals& totals) {
  return {{"statements", ToJson(totals.statements)},
          {"branches", ToJson(totals.branches)},
          {"functions", ToJson(totals.functions)}};
}

Json ToJson(const model::Finding& difference) {
  Json json = {{"id", difference.id},       {"kind", ToString(difference.kind)}, {"function", difference.function},
               {"call", difference.call},   {"before", difference.before},       {"after", difference.after},
               {"tests", difference.tests}, {"repaired", difference.repaired},   {"repro", difference.repro}};
  for (const auto& variant : difference.variants) json["variants"].push_back(ToJson(variant));
  return json;
}

Json ChangesJson(const model::DiffReport& diff) {
  Json json = Json::array();
  for (const model::LineChange& change : diff.changes) {
    json.push_back({{"file", change.file},
                    {"first", change.first},
                    {"last", change.last},
                    {"removed", change.removed},
                    {"fate", ToString(change.fate)},
                    {"tests", change.tests},
                    {"differing", change.differing}});
  }
  return json;
}

}  // namespace

Json SummaryJson(const model::RunReport& report) {
  Json json = {
      {"kingbird", report.kingbird},
      {"command", ToString(report.kind)},
      {"target", report.target},
      {"node", report.node},
      {"seed", report.seed},
      {"sandbox", ToString(report.sandbox)},
      {"time",
       {{"wall_s", Rounded(report.wall_s)},
        {"cpu_s", Rounded(report.cpu_s)},
        {"tests_per_s", Rounded(report.tests_per_s)}}},
      {"interrupted", report.interrupted},
      {"format", ToString(report.format)},
      {"tests",
       {{"executed", report.executed},
        {"screened", report.screened},
        {"kept", report.kept},
        {"failing", report.failing}}},
      {"coverage", ToJson(Headline(report))},
  };
  json["coverage"]["load_only_pct"] = report.before.statements.Percent();
  json["coverage"]["suite_pct"] = report.suite.statements.Percent();
  json["coverage"]["before"] = ToJson(report.before);
  if (report.kind == RunKind::kTest) json["coverage"]["reached"] = ToJson(report.after);
  json["curve"] = Json::array();
  for (const auto& point : report.curve) json["curve"].push_back({point.tests, point.statements});
  json["files"] = Json::array();
  for (const auto& file : report.files) {
    Json entry = ToJson(file.after);
    entry["path"] = file.path;
    entry["missed"] = file.missed;
    if (!file.not_loaded.empty()) entry["not_loaded"] = file.not_loaded;
    json["files"].push_back(entry);
  }
  json["signatures"] = Json::array();
  for (const auto& signature : report.signatures) {
    Json arguments = Json::array();
    for (model::Position position : signature.arguments) arguments.push_back(std::string(ToString(position)));
    json["signatures"].push_back({{"function", signature.function}, {"args", arguments}});
  }
  json["types"] = Json::array();
  for (const auto& type : report.types) {
    json["types"].push_back(
        {{"function", type.function}, {"parameter", type.parameter}, {"type", type.type}, {"evidence", type.evidence}});
  }
  if (report.kind == RunKind::kConform) {
    for (const char* other : {"format", "tests", "curve", "signatures", "types", "coverage", "files"})
      json.erase(other);
    json.update(report.conform);
    json["notes"] = report.notes;
    return json;
  }
  if (report.kind == RunKind::kExplore) {
    for (const char* other : {"curve", "signatures", "types"}) json.erase(other);
    json.update(report.explore);
  }
  if (report.kind == RunKind::kDiff) {
    json["before"] = report.diff.before;
    json["after"] = report.diff.after;
    json["differences"] = Json::array();
    for (const auto& difference : report.diff.differences) json["differences"].push_back(ToJson(difference));
    json["differing_tests"] = report.diff.differing_tests;
    json["flaky_dropped"] = report.diff.flaky_dropped;
    json["added"] = report.diff.added;
    if (report.diff.has_sources) json["changes"] = ChangesJson(report.diff);
    json["unloaded"] = Json::array();
    for (const auto& module : report.diff.unloaded)
      json["unloaded"].push_back({{"file", module.file}, {"before", module.before}, {"after", module.after}});
    json["release"] = {{"kind", ToString(report.diff.release)}, {"reasons", report.diff.reasons}};
    json["notes"] = report.notes;
    return json;
  }
  json["findings"] = Json::array();
  for (const auto& finding : report.findings) {
    json["findings"].push_back({{"id", finding.id},
                                {"kind", ToString(finding.kind)},
                                {"function", finding.function},
                                {"message", finding.message},
                                {"repro", finding.repro}});
  }
  json["notes"] = report.notes;
  return json;
}

}  // namespace kingbird::report
