#pragma once

#include "generate/callback/callback_maker.h"
#include "generate/value_pool.h"

namespace kingbird::generate {

/// Returns one value of any kind, as QuickCheck's functions do.
class QuickCallbacks : public CallbackMaker {
 public:
  explicit QuickCallbacks(const ValuePool& pool) : pool_(pool) {}
  MadeCallback Make(const CallbackSite& site, int& next_id, base::Rng& rng) override;

 private:
  const ValuePool& pool_;
};

}  // namespace kingbird::generate
