// The files every run leaves besides its suite and findings.
#pragma once

#include "base/file_system.h"
#include "base/result.h"
#include "model/report_data.h"

namespace kingbird::report {

/// summary.json and report/index.html.
base::Status WritePages(const model::RunReport& report, const base::Path& out, base::FileSystem& files);

/// The same, and the run as a new one in results.sqlite.
base::Status WriteReports(const model::RunReport& report, const base::Path& out, base::FileSystem& files);

}  // namespace kingbird::report
