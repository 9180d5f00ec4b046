#include "report/sarif.h"

#include <algorithm>

namespace kingbird::report {
namespace {

using base::Json;

Json Location(const model::Finding& finding, const std::string& out) {
  const bool known = !finding.path.empty();
  Json place = {{"artifactLocation", {{"uri", known ? finding.path : out + "/" + finding.repro}}}};
  place["region"] = {{"startLine", known && finding.line > 0 ? finding.line : 1}};
  return {{"physicalLocation", place}, {"logicalLocations", Json::array({{{"fullyQualifiedName", finding.function}}})}};
}

Json Rules(const model::RunReport& report) {
  std::vector<std::string> kinds;
  for (const auto& finding : report.findings) kinds.emplace_back(ToString(finding.kind));
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  Json rules = Json::array();
  for (const std::string& kind : kinds) {
    rules.push_back({{"id", kind}, {"shortDescription", {{"text", "A generated test showed: " + kind}}}});
  }
  return rules;
}

}  // namespace

Json SarifLog(const model::RunReport& report, const std::string& out) {
  Json results = Json::array();
  for (const auto& finding : report.findings) {
    results.push_back({{"ruleId", ToString(finding.kind)},
                       {"level", "error"},
                       {"message", {{"text", finding.function + ": " + finding.message}}},
                       {"locations", Json::array({Location(finding, out)})},
                       {"partialFingerprints", {{"kingbirdId/v1", finding.id}}}});
  }
  const Json driver = {{"name", "Kingbird"}, {"version", report.kingbird}, {"rules", Rules(report)}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}};
}

}  // namespace kingbird::report
