// The files every run leaves besides its suite and findings.
#pragma once

#include "base/output_folder.h"
#include "base/result.h"
#include "model/report_data.h"

namespace kingbird::report {

/// summary.json and report/index.html.
base::Status WritePages(const model::RunReport& report, base::OutputFolder& out);

/// The same, and the run as a new one in results.sqlite.
base::Status WriteReports(const model::RunReport& report, base::OutputFolder& out);

}  // namespace kingbird::report
