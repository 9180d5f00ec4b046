#include "loop/coverage_totals.h"

namespace kingbird::loop {

model::CoverageTotals TotalsOf(const syntax::CoverageSummary& summary) {
  const auto ratio = [](const syntax::CoverageTotal& total) {
    return model::Ratio{static_cast<int64_t>(total.covered), static_cast<int64_t>(total.total)};
  };
  return {ratio(summary.statements), ratio(summary.branches), ratio(summary.functions)};
}

model::CoverageTotals TotalsWithin(const syntax::Manifest& manifest, const syntax::CoverageMap& covered,
                                   const std::optional<model::Hits>& goal) {
  if (!goal) return TotalsOf(syntax::Summarize(manifest, covered));
  model::CoverageTotals totals;
  for (uint32_t counter : *goal) {
    const syntax::ManifestFile* file = manifest.FileOf(counter);
    if (file == nullptr) continue;
    const size_t local = counter - file->offset;
    model::Ratio& ratio = local < file->counters.FirstBranchIndex()     ? totals.statements
                          : local < file->counters.FirstFunctionIndex() ? totals.branches
                                                                        : totals.functions;
    ++ratio.total;
    ratio.covered += covered.Has(counter) ? 1 : 0;
  }
  return totals;
}

}  // namespace kingbird::loop
