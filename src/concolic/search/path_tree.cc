#include "concolic/search/path_tree.h"

#include <algorithm>
#include <map>

namespace kingbird::concolic {
namespace {

constexpr size_t kLongestCondition = 200;

TreeNode MakeNode(const SeenRun& run, const Constraint& constraint) {
  TreeNode node{.site = constraint.site};
  node.condition = ToText(run.path.expressions, constraint.node, run.names);
  if (node.condition.size() > kLongestCondition) node.condition = node.condition.substr(0, kLongestCondition) + "…";
  return node;
}

/// How much a state says of a site when paths differ: reached beats unreachable, a proof beats a guess.
int Rank(Edge edge) {
  switch (edge) {
    case Edge::kOpen:
      return 0;
    case Edge::kInfeasible:
      return 1;
    case Edge::kUnknown:
      return 2;
    case Edge::kFlipped:
      return 3;
    case Edge::kTaken:
      return 4;
  }
  return 0;
}

/// Follows the branches of a run through the tree and extends it.
class Walk {
 public:
  Walk(std::vector<TreeNode>& nodes, std::vector<size_t>& first) : nodes_(nodes), first_(first) {}

  /// The node of the next branch; null when the tree is full.
  TreeNode* Next(const SeenRun& run, const Constraint& constraint) {
    // By index: the vector of nodes grows.
    const auto followers = [&]() -> std::vector<size_t>& { return begun_ ? nodes_[at_].ways[way_].next : first_; };
    const auto same = [&](size_t index) { return nodes_[index].site == constraint.site; };
    const auto found = std::ranges::find_if(followers(), same);
    size_t index = nodes_.size();
    if (found != followers().end()) {
      index = *found;
    } else {
      if (index >= PathTree::kMostNodes) return nullptr;
      followers().push_back(index);
      nodes_.push_back(MakeNode(run, constraint));
    }
    begun_ = true;
    at_ = index;
    way_ = constraint.held ? 1 : 0;
    return &nodes_[index];
  }

 private:
  std::vector<TreeNode>& nodes_;
  std::vector<size_t>& first_;
  size_t at_ = 0;
  size_t way_ = 0;
  bool begun_ = false;
};

}  // namespace

std::string_view EdgeName(Edge edge) {
  switch (edge) {
    case Edge::kOpen:
      return "open";
    case Edge::kTaken:
      return "taken";
    case Edge::kFlipped:
      return "flipped";
    case Edge::kInfeasible:
      return "infeasible";
    case Edge::kUnknown:
      return "unknown";
  }
  return "open";
}

void PathTree::Add(const SeenRun& run, size_t flipped) {
  Walk walk(nodes_, first_);
  size_t index = 0;
  for (const Constraint& constraint : run.constraints) {
    if (!constraint.IsBranch()) continue;
    TreeNode* node = walk.Next(run, constraint);
    if (node == nullptr) {
      truncated_ = true;
      return;
    }
    TreeNode::Way& way = node->ways[constraint.held ? 1 : 0];
    if (way.input == 0) {
      way.input = run.number;
      way.edge = index == flipped ? Edge::kFlipped : Edge::kTaken;
    }
    ++index;
  }
}

void PathTree::Mark(const Flip& flip, Edge edge) {
  Walk walk(nodes_, first_);
  const size_t last = flip.constraints.back();
  for (size_t i = 0; i <= last; ++i) {
    const Constraint& constraint = flip.run->constraints[i];
    if (!constraint.IsBranch()) continue;
    TreeNode* node = walk.Next(*flip.run, constraint);
    if (node == nullptr) return;
    TreeNode::Way& way = node->ways[constraint.held ? 0 : 1];
    if (i == last && way.input == 0 && way.edge != Edge::kInfeasible) way.edge = edge;
  }
}

std::vector<SiteSummary> Summarise(const PathTree& tree) {
  std::map<uint32_t, SiteSummary> sites;
  for (const TreeNode& node : tree.nodes()) {
    SiteSummary& site = sites.emplace(node.site, SiteSummary{.site = node.site}).first->second;
    for (size_t way = 0; way < 2; ++way) {
      if (Rank(node.ways[way].edge) > Rank(site.ways[way])) site.ways[way] = node.ways[way].edge;
    }
  }
  std::vector<SiteSummary> summary;
  for (const auto& [number, site] : sites) summary.push_back(site);
  return summary;
}

}  // namespace kingbird::concolic
