// What a run leaves to report, gathered into model::RunReport.
#pragma once

#include <string>
#include <vector>

#include "env/config.h"
#include "load/loaded_target.h"
#include "loop/generation.h"
#include "model/report_data.h"
#include "suite/findings.h"
#include "suite/suite.h"

namespace kingbird::suite {

model::RunReport DescribeRun(const env::Env& env, const load::LoadedTarget& loaded, const loop::Generated& generated,
                             const std::vector<SuiteTest>& tests, const Findings& findings);

std::vector<emit::WrittenTest> WrittenOf(const std::vector<SuiteTest>& tests);

/// For a note: how many tests were lost for which reason, most first.
std::string WhyNothingIsKept(const env::Env& env, const loop::Generated& generated);

}  // namespace kingbird::suite
