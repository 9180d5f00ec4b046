// Tests that crash, hang or leave: confirmed by running them again, minimised, written as scripts that need only Node.
#pragma once

#include <vector>

#include "base/result.h"
#include "emit/test_writer.h"
#include "loop/generation.h"
#include "model/finding.h"
#include "runtime/executor.h"

namespace kingbird::suite {

struct FindingsConfig {
  std::string package;  ///< What the scripts load.
  std::string display;  ///< "jsonfile@6.1.0"
  emit::WriteStyle style;
  bool es_module = false;
};

struct WrittenFinding {
  model::Finding finding;
  std::string script;
};

/// Only ends that repeat count. Ordered by kind and function; ids are stable for the same target and seed.
base::Result<std::vector<WrittenFinding>> WriteFindings(env::Env& env, const std::vector<loop::BadEnd>& bad_ends,
                                                        runtime::Executor& executor, const FindingsConfig& config);

}  // namespace kingbird::suite
