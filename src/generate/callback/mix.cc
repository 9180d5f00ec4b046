// A part's weight is the share of its callbacks whose test showed something new, with a prior that lets every part be
// tried, and a floor, since what pays changes while a target is explored.
#include "generate/callback/mix.h"

namespace kingbird::generate {
namespace {

constexpr double kPrior = 4;
constexpr double kFloor = 0.04;

}  // namespace

MixedCallbacks::MixedCallbacks(std::vector<std::pair<CallbackStrategy, std::unique_ptr<CallbackMaker>>> parts) {
  for (auto& [strategy, maker] : parts) parts_.push_back({strategy, std::move(maker), 0, 0});
}

MadeCallback MixedCallbacks::Make(const CallbackSite& site, int& next_id, base::Rng& rng) {
  std::vector<double> weights;
  for (const Part& part : parts_) weights.push_back(kFloor + (part.paid + 1) / (part.tried + kPrior));
  Part& part = parts_[rng.Weighted(weights)];
  MadeCallback made = part.maker->Make(site, next_id, rng);
  made.strategy = part.strategy;
  return made;
}

void MixedCallbacks::Learn(const model::TestCase& test, const model::Execution& execution) {
  for (Part& part : parts_) part.maker->Learn(test, execution);
}

void MixedCallbacks::Judge(CallbackStrategy strategy, bool paid) {
  for (Part& part : parts_) {
    if (part.strategy != strategy) continue;
    part.tried += 1;
    part.paid += paid ? 1 : 0;
  }
}

}  // namespace kingbird::generate
