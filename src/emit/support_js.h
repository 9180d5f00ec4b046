// The support file of an emitted suite: spies, matchers, a fresh folder for every test. Written beside the tests, so
// that a suite needs nothing but the package and the runner.
#pragma once

#include <string>

#include "base/json.h"

namespace kingbird::emit {

/// `scratch` lists the entries to make before each test: [{"path", "kind": "file|folder|link", "content", "mode"}…].
std::string SupportFile(const base::Json& scratch);

}  // namespace kingbird::emit
