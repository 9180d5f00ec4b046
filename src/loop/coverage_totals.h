// How much of the target, or of a part of it, is covered, as reports count it.
#pragma once

#include <optional>

#include "model/execution.h"
#include "model/report_data.h"
#include "syntax/coverage_map.h"
#include "syntax/manifest.h"

namespace kingbird::loop {

model::CoverageTotals TotalsOf(const syntax::CoverageSummary& summary);
/// Of the counters in `goal` only; without one, of all files that were loaded.
model::CoverageTotals TotalsWithin(const syntax::Manifest& manifest, const syntax::CoverageMap& covered,
                                   const std::optional<model::Hits>& goal);

}  // namespace kingbird::loop
