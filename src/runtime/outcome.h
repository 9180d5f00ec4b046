// From what a child left behind to an Execution.
#pragma once

#include <string_view>

#include "model/execution.h"
#include "runtime/zygote.h"

namespace kingbird::runtime {

/// The text that a job left in the log in place of events; "" for none.
std::string_view AnswerOf(const RawResult& raw);

/// What the test says about its end (the log) counts, unless the zygote had to kill it or the kernel did.
model::Execution Interpret(const RawResult& raw);
/// The execution of a test that ended its zygote every time.
model::Execution ZygoteKilled();

}  // namespace kingbird::runtime
