// summary.json, the contract with other programs (docs/summary.md).
#pragma once

#include "base/json.h"
#include "model/report_data.h"

namespace kingbird::report {

base::Json SummaryJson(const model::RunReport& report);

}  // namespace kingbird::report
