#include "loop/breadth.h"

#include <optional>
#include <set>
#include <utility>

namespace kingbird::loop {
namespace {

// Calls that reached nothing new and halve what a method is expected to lead to.
constexpr double kPatience = 8;

bool WasHandedOut(const model::Function& function) { return !function.owner.empty() && function.path.empty(); }

}  // namespace

std::vector<model::TestCase> Breadth::Propose(size_t count, const Standing& standing) {
  grown_.clear();
  std::vector<std::string> names;
  std::vector<double> weights;
  const std::map<std::string, double> left = growth_.Left(standing.so_far.covered);
  double sum = 0;
  for (const auto& [name, statements] : left) sum += statements;
  const double usual = left.empty() ? 0 : sum / static_cast<double>(left.size());
  std::set<std::string> known;
  for (const model::Function& function : growth_.grower().api().functions) {
    if (WasHandedOut(function) || !lane_.Admits(function) || !known.insert(function.Name()).second) continue;
    names.push_back(function.Name());
    const auto it = left.find(names.back());
    // What it leads to is seen once it was news.
    weights.push_back(curiosity_ + (it == left.end() ? usual / (1 + tried_[names.back()] / kPatience) : it->second));
  }
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < count && !names.empty(); ++i) {
    const std::string& name = names[rng_.Weighted(weights)];
    ++tried_[name];
    std::optional<generate::Grown> grown = growth_.grower().GrowOne(name, rng_);
    if (!grown) continue;
    tests.push_back(grown->test);
    grown_.push_back(std::move(*grown));
  }
  return tests;
}

void Breadth::Absorb(size_t i, const model::Execution& execution, const News& news) {
  growth_.Adopt(grown_[i], execution, news.gain);
}

}  // namespace kingbird::loop
