// What a run leaves to report, gathered into model::RunReport.
#pragma once

#include <string>
#include <vector>

#include "campaign/config.h"
#include "campaign/findings.h"
#include "campaign/generation.h"
#include "campaign/laboratory.h"
#include "campaign/suite.h"
#include "model/report_data.h"

namespace kingbird::campaign {

model::RunReport DescribeRun(const Env& env, const Laboratory& laboratory, const Generated& generated,
                             const std::vector<SuiteTest>& tests, const std::vector<WrittenFinding>& findings);

model::CoverageTotals TotalsOf(const syntax::CoverageSummary& summary);
/// Of the counters in `goal` only; an empty goal means all files that were loaded.
model::CoverageTotals TotalsWithin(const syntax::Manifest& manifest, const syntax::CoverageMap& covered,
                                   const model::Hits& goal);

/// Of this process and all it waited for.
double CpuSeconds();

std::string FormatName(SuiteFormat format);
/// What a script in `folder` writes into require(): the package's name, or a relative path.
std::string PackageSpecifier(const target::Target& target, const base::Path& folder);
/// "fs-extra" from "@scope/fs-extra": a name for files.
std::string FileTitle(const std::string& name);

std::vector<emit::WrittenTest> WrittenOf(const std::vector<SuiteTest>& tests);

}  // namespace kingbird::campaign
