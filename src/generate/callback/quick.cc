#include "generate/callback/quick.h"

namespace kingbird::generate {

MadeCallback QuickCallbacks::Make(const CallbackSite&, int& next_id, base::Rng& rng) {
  auto callback = std::make_shared<model::Callback>();
  callback->id = next_id++;
  callback->result = model::Argument::Literal(pool_.Any(rng));
  return {std::move(callback), CallbackStrategy::kQuick};
}

}  // namespace kingbird::generate
