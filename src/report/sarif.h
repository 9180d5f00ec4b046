#pragma once

#include <string>

#include "base/json.h"
#include "model/report_data.h"

namespace kingbird::report {

/// SARIF 2.1.0. A finding points at its place in the target when that is known, else at its script below `out`.
base::Json SarifLog(const model::RunReport& report, const std::string& out);

}  // namespace kingbird::report
