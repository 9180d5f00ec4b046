#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "generate/callback/callback_maker.h"

namespace kingbird::generate {

/// Every strategy, each as often as it paid: a bandit over its parts.
class MixedCallbacks : public CallbackMaker {
 public:
  explicit MixedCallbacks(std::vector<std::pair<CallbackStrategy, std::unique_ptr<CallbackMaker>>> parts);
  MadeCallback Make(const CallbackSite& site, int& next_id, base::Rng& rng) override;
  void Learn(const model::TestCase& test, const model::Execution& execution) override;
  void Judge(CallbackStrategy strategy, bool paid) override;

 private:
  struct Part {
    CallbackStrategy strategy;
    std::unique_ptr<CallbackMaker> maker;
    double tried = 0;
    double paid = 0;
  };
  std::vector<Part> parts_;
};

}  // namespace kingbird::generate
