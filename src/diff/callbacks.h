// The maker of callbacks that a configuration asks for.
#pragma once

#include <memory>
#include <vector>

#include "env/env.h"
#include "generate/callback/callback_maker.h"
#include "generate/callback/writes.h"
#include "generate/value_pool.h"

namespace kingbird::diff {

/// `folders` are searched for callbacks to imitate where the strategy wants some; `reads` is what functions are known
/// to read before any test ran. The pool must outlive the result.
std::unique_ptr<generate::CallbackMaker> MakeCallbacks(env::Env& env, const std::vector<base::Path>& folders,
                                                       const generate::ValuePool& pool,
                                                       const generate::WritingCallbacks::Reads& reads);

}  // namespace kingbird::diff
