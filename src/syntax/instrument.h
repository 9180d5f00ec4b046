// One file in, the rewritten file and its counters out.
#pragma once

#include <string>

#include "base/result.h"
#include "syntax/counters.h"

namespace kingbird::syntax {

struct Instrumented {
  enum class State : uint8_t {
    kRewritten,
    kUnparsable,  ///< Left as it was.
    kIgnored,     ///< "istanbul ignore file", or nothing to count; left as it was.
  };
  State state = State::kRewritten;
  std::string text;
  FileCounters counters;
};

/// What is added to a file besides coverage counters.
struct InstrumentOptions {
  bool read_trace = false;
  bool types = false;  ///< Hooks for type inference (pass/type_hooks.h) and nothing else, not even counters.
};

/// Adds coverage counters. `key` names the file in the manifest.
Instrumented Instrument(std::string source, const std::string& key, const InstrumentOptions& options = {});

/// Changes whenever the output of Instrument may change; part of cache keys.
int InstrumentVersion(const InstrumentOptions& options = {});

}  // namespace kingbird::syntax
