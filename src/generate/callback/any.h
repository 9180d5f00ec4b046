#pragma once

#include "generate/callback/callback_maker.h"
#include "generate/value_pool.h"

namespace kingbird::generate {

/// Callbacks as programs have them: that return nothing, a value, what they receive, something made earlier, or throw;
/// beside data they may change what they are handed first.
class AnyCallbacks : public CallbackMaker {
 public:
  explicit AnyCallbacks(const ValuePool& pool) : pool_(pool) {}
  MadeCallback Make(const CallbackSite& site, int& next_id, base::Rng& rng) override;

 private:
  static bool AddDeeds(const CallbackSite& site, model::Callback& callback, base::Rng& rng);

  const ValuePool& pool_;
};

}  // namespace kingbird::generate
