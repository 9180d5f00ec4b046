// What an exploration leaves to its user beside the report: explored inputs as a suite, errors as scripts.
#pragma once

#include <vector>

#include "base/result.h"
#include "env/phases.h"
#include "explore/explore.h"
#include "explore/functions.h"
#include "explore/test_of_input.h"
#include "load/loaded_target.h"
#include "loop/generation.h"
#include "suite/findings.h"
#include "suite/suite.h"

namespace kingbird::explore {

struct HandedOver {
  std::vector<suite::SuiteTest> tests;
  suite::Findings findings;
  loop::Generated generated;  ///< What the tests did when they were run as such.
};

/// Writes suite/ and findings/. Inputs that showed nothing new are left out, and so are functions that are not
/// exported: a test cannot call them. `functions` and `explored` belong together.
base::Result<HandedOver> HandOver(env::Env& env, load::LoadedTarget& loaded,
                                  const std::vector<ExplorableFunction>& functions,
                                  const std::vector<ExploredFunction>& explored, const Constructors& constructors,
                                  env::Phases& phases);

}  // namespace kingbird::explore
