#include "loop/breadth.h"

#include <algorithm>

namespace kingbird::loop {
namespace {

constexpr int kCleanRuns = 2;
// Of a function that others were called beside: so many clean runs make up for one that was not, whoever it was.
constexpr int kMakeUp = 3;
// Where nothing is left to reach there may still be something to see.
constexpr double kCuriosity = 0.5;

}  // namespace

std::vector<model::TestCase> Breadth::Propose(size_t count, const Standing& standing) {
  grown_.clear();
  std::vector<std::string> names;
  std::vector<double> weights;
  const std::map<std::string, double> left = growth_.Left(standing.so_far.covered);
  for (const auto& [name, record] : functions_) {
    if (record.out || record.clean < std::max(kCleanRuns, kMakeUp * record.doubtful)) continue;
    const auto it = left.find(name);
    names.push_back(name);
    weights.push_back(kCuriosity + (it == left.end() ? 0 : it->second));
  }
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < count && !names.empty(); ++i) {
    std::optional<generate::Grown> grown = growth_.grower().GrowOne(names[rng_.Weighted(weights)], rng_);
    if (!grown) continue;
    tests.push_back(grown->test);
    grown_.push_back(std::move(*grown));
  }
  return tests;
}

void Breadth::Absorb(size_t i, const model::Execution& execution, const News& news) {
  Watch(grown_[i].test, execution, news.gain);
  growth_.Adopt(grown_[i], execution, news.gain);
}

void Breadth::Watch(const model::TestCase& test, const model::Execution& execution, Gain /*gain*/) {
  const bool clean = execution.IsClean();
  const bool alone = test.root->body.size() == 1;
  for (const model::Call& call : test.root->body) {
    const std::string name = growth_.grower().NameOf(call, execution);
    if (name.empty()) continue;
    Record& record = functions_[name];
    record.clean += clean ? 1 : 0;
    record.doubtful += clean ? 0 : 1;
    record.out = record.out || (alone && !clean);
  }
}

}  // namespace kingbird::loop
