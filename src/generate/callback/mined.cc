#include "generate/callback/mined.h"

namespace kingbird::generate {

MadeCallback MinedCallbacks::Make(const CallbackSite& site, int& next_id, base::Rng& rng) {
  const auto known = functions_.find(site.Name());
  if (known == functions_.end() || known->second.empty()) return other_.Make(site, next_id, rng);
  auto callback = std::make_shared<model::Callback>();
  callback->id = next_id++;
  callback->source = rng.Pick(known->second);
  return {std::move(callback), CallbackStrategy::kMined};
}

}  // namespace kingbird::generate
