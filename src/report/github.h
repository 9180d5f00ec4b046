#pragma once

#include <string>

#include "model/report_data.h"

namespace kingbird::report {

/// Workflow commands that GitHub Actions shows as annotations: an error per finding, a notice with the coverage.
std::string GithubText(const model::RunReport& report, const std::string& out);

}  // namespace kingbird::report
