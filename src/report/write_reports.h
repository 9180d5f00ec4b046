// The files every run leaves besides its suite and findings: summary.json, report/index.html, results.sqlite.
#pragma once

#include "base/file_system.h"
#include "base/result.h"
#include "model/report_data.h"

namespace kingbird::report {

base::Status WriteReports(const model::RunReport& report, const base::Path& out, base::FileSystem& files);

}  // namespace kingbird::report
