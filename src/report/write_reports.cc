#include "report/write_reports.h"

#include "report/json.h"

namespace kingbird::report {

base::Status WriteReports(const model::RunReport& report, const base::Path& out, base::FileSystem& files) {
  TRY(files.Write(out / "summary.json", base::PrettyJson(SummaryJson(report))));
  return {};
}

}  // namespace kingbird::report
