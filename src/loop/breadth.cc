#include "loop/breadth.h"

#include <algorithm>

namespace kingbird::loop {
namespace {

constexpr int kCleanRuns = 2;
// Of a function that others were called beside: so many clean runs make up for one that was not, whoever it was.
constexpr int kMakeUp = 3;
// So many runs, and that part of them without a trace, say that the package is harmless.
constexpr int kManyRuns = 40;
constexpr double kCleanShare = 0.8;
// Calls that reached nothing new and halve what a method is expected to lead to.
constexpr double kPatience = 8;

}  // namespace

bool Breadth::IsLetIn(const std::string& name, const Record& record) const {
  if (record.out) return false;
  if (record.clean >= std::max(kCleanRuns, kMakeUp * record.doubtful)) return true;
  const bool harmless = runs_ >= kManyRuns && clean_runs_ >= kCleanShare * runs_;
  return harmless && record.doubtful == 0 && name.find('#') != std::string::npos;
}

std::vector<model::TestCase> Breadth::Propose(size_t count, const Standing& standing) {
  grown_.clear();
  std::vector<std::string> names;
  std::vector<double> weights;
  const std::map<std::string, double> left = growth_.Left(standing.so_far.covered);
  double sum = 0;
  for (const auto& [name, statements] : left) sum += statements;
  const double usual = left.empty() ? 0 : sum / static_cast<double>(left.size());
  for (const model::Function& function : growth_.grower().api().functions) {
    if (!function.owner.empty() && !function.path.empty()) functions_.try_emplace(function.Name());
  }
  for (const auto& [name, record] : functions_) {
    if (!IsLetIn(name, record)) continue;
    const auto it = left.find(name);
    names.push_back(name);
    // What it leads to is seen once it was news.
    weights.push_back(curiosity_ + (it == left.end() ? usual / (1 + record.tried / kPatience) : it->second));
  }
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < count && !names.empty(); ++i) {
    const std::string& name = names[rng_.Weighted(weights)];
    ++functions_[name].tried;
    std::optional<generate::Grown> grown = growth_.grower().GrowOne(name, rng_);
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
  ++runs_;
  clean_runs_ += clean ? 1 : 0;
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
