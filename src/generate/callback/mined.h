#pragma once

#include <map>
#include <string>
#include <vector>

#include "generate/callback/callback_maker.h"
#include "generate/callback/quick.h"

namespace kingbird::generate {

/// Function expressions by the name of the function they are passed to; each stands for itself, nothing around it.
using MinedFunctions = std::map<std::string, std::vector<std::string>>;

/// One of those; where client code has none for a name, a quick callback.
class MinedCallbacks : public CallbackMaker {
 public:
  MinedCallbacks(MinedFunctions functions, const ValuePool& pool) : functions_(std::move(functions)), other_(pool) {}
  MadeCallback Make(const CallbackSite& site, int& next_id, base::Rng& rng) override;

 private:
  MinedFunctions functions_;
  QuickCallbacks other_;
};

}  // namespace kingbird::generate
