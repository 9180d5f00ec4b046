// Random cases: receivers the method is for and others, arguments of all kinds, callbacks that interfere.
#pragma once

#include <vector>

#include "base/rng.h"
#include "conform/case.h"
#include "conform/look.h"
#include "conform/values.h"
#include "generate/callback/any.h"
#include "generate/callback/quick.h"
#include "generate/callback/writes.h"

namespace kingbird::conform {

/// Deterministic in the Rng; not thread-safe. References must outlive it.
class CaseMaker {
 public:
  CaseMaker(const std::vector<BuiltIn>& built_ins, const std::vector<Look>& looks, const Values& values,
            const generate::ValuePool& pool);

  Case Make(size_t built_in, base::Rng& rng);

 private:
  model::Argument Self(size_t built_in, Making& making) const;
  model::Argument Callback(const model::Call& call, int position, Making& making);

  const std::vector<BuiltIn>& built_ins_;
  const std::vector<Look>& looks_;
  const Values& values_;
  generate::QuickCallbacks quick_;
  generate::AnyCallbacks any_;
  generate::WritingCallbacks writes_;
};

}  // namespace kingbird::conform
