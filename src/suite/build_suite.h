// From candidates to the files of a suite: selected, minimised, stable, passing.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "emit/suite_writer.h"
#include "env/phases.h"
#include "load/loaded_target.h"
#include "loop/generation.h"
#include "suite/findings.h"
#include "suite/suite.h"

namespace kingbird::suite {

/// What a suite for this target is written as.
emit::SuiteConfig SuiteConfigFor(const env::Env& env, const load::LoadedTarget& loaded);

struct BuiltSuite {
  std::vector<SuiteTest> tests;
  model::RunWith run_with = model::RunWith::kInstalledRunner;
};

/// What the tests that were lost on this way were there for gets another chance. Checking does not need the executor:
/// `meanwhile` may use it, and is called once in any case.
base::Result<BuiltSuite> BuildSuite(env::Env& env, load::LoadedTarget& loaded, const emit::SuiteConfig& suite,
                                    std::vector<loop::Candidate>& candidates, env::Phases& phases,
                                    const std::function<base::Status()>& meanwhile);

/// Writes suite/ and findings/ of the output folder anew.
base::Status WriteOutput(env::Env& env, const target::Target& target, const std::vector<SuiteTest>& tests,
                         const emit::SuiteConfig& suite, const Findings& findings);

}  // namespace kingbird::suite
