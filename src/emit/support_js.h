// support.cjs of an emitted suite: spies and matchers. Written beside the tests, so that a suite needs nothing but the
// package and the runner.
#pragma once

#include <string>

namespace kingbird::emit {

std::string SupportFile();

}  // namespace kingbird::emit
