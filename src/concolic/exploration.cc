#include "concolic/exploration.h"

#include <array>

#include "concolic/preferred_types.h"

namespace kingbird::concolic {
namespace {

using base::Json;

Json ErrorsJson(const Exploration& exploration) {
  Json errors = Json::array();
  for (const ExploredError& error : exploration.errors) {
    errors.push_back({{"message", error.message},
                      {"where", error.where},
                      {"input", ToJson(error.input)},
                      {"times", error.times},
                      {"well_typed", error.well_typed},
                      {"deliberate", error.deliberate}});
  }
  return errors;
}

Json TreeJson(const PathTree& tree) {
  Json nodes = Json::array();
  for (const TreeNode& node : tree.nodes()) {
    Json ways = Json::array();
    for (const TreeNode::Way& way : node.ways) {
      ways.push_back({{"edge", EdgeName(way.edge)}, {"input", way.input}, {"next", way.next}});
    }
    nodes.push_back({{"site", node.site}, {"condition", node.condition}, {"ways", ways}});
  }
  return {{"first", tree.first()}, {"nodes", nodes}, {"truncated", tree.truncated()}};
}

Json SitesJson(const PathTree& tree) {
  Json sites = Json::array();
  for (const SiteSummary& site : Summarise(tree)) {
    sites.push_back({{"site", site.site}, {"falsy", EdgeName(site.ways[0])}, {"truthy", EdgeName(site.ways[1])}});
  }
  return sites;
}

Json SolverJson(const QueryCounts& solver) {
  return {{"queries", solver.queries}, {"sat", solver.sat},       {"unsat", solver.unsat},
          {"unknown", solver.unknown}, {"time_s", solver.time_s}, {"by", solver.by}};
}

}  // namespace

Json ToJson(const Exploration& exploration) {
  Json contradictions = Json::array();
  for (const FoundContradiction& found : exploration.contradictions) {
    contradictions.push_back({{"value", found.what.name},
                              {"types", {Json(TypeNames(found.what.first)), Json(TypeNames(found.what.second))}},
                              {"input", ToJson(found.input)}});
  }
  Json news = Json::array();
  for (size_t i = 0; i < exploration.inputs.size(); ++i) {
    if (exploration.inputs[i].news) news.push_back(i + 1);
  }
  const double covered = static_cast<double>(exploration.covered);
  const double total = static_cast<double>(exploration.counters);
  return {{"name", exploration.name},
          {"strategy", exploration.strategy},
          {"inputs", exploration.inputs.size()},
          {"news", news},
          {"representative", exploration.representative},
          {"exceptions", exploration.exceptions},
          {"coverage",
           {{"covered", exploration.covered},
            {"total", exploration.counters},
            {"pct", exploration.counters == 0 ? 100 : 100 * covered / total}}},
          {"preconditions", exploration.preconditions.ToJson()},
          {"errors", ErrorsJson(exploration)},
          {"paths", exploration.paths},
          {"diverged", exploration.diverged},
          {"repeated", exploration.repeated},
          {"exhausted", exploration.exhausted},
          {"contradictions", contradictions},
          {"concretised", exploration.concretised},
          {"callees", exploration.callees.size()},
          {"sites", SitesJson(exploration.tree)},
          {"tree", TreeJson(exploration.tree)},
          {"solver", SolverJson(exploration.solver)}};
}

}  // namespace kingbird::concolic
