#include "generate/callback/empty.h"

namespace kingbird::generate {

MadeCallback EmptyCallbacks::Make(const CallbackSite&, int& next_id, base::Rng&) {
  if (none_) return {nullptr, CallbackStrategy::kNone};
  auto callback = std::make_shared<model::Callback>();
  callback->id = next_id++;
  return {std::move(callback), CallbackStrategy::kEmpty};
}

}  // namespace kingbird::generate
