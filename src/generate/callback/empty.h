#pragma once

#include "generate/callback/callback_maker.h"

namespace kingbird::generate {

/// function () {}, and for kNone no function at all.
class EmptyCallbacks : public CallbackMaker {
 public:
  explicit EmptyCallbacks(bool none = false) : none_(none) {}
  MadeCallback Make(const CallbackSite& site, int& next_id, base::Rng& rng) override;

 private:
  bool none_;
};

}  // namespace kingbird::generate
