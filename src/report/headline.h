// The coverage that stands first in every report.
#pragma once

#include "model/report_data.h"

namespace kingbird::report {

/// Of `kingbird test` what the emitted suite covers, which is what its user gets. Other commands have no suite in the
/// first place: of these what all their tests reached.
inline const model::CoverageTotals& Headline(const model::RunReport& report) {
  return report.kind == model::RunKind::kTest ? report.suite : report.after;
}

}  // namespace kingbird::report
