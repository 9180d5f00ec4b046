#include "report/write_reports.h"

#include "report/html.h"
#include "report/json.h"
#include "store/run_store.h"

namespace kingbird::report {

base::Status WriteReports(const model::RunReport& report, const base::Path& out, base::FileSystem& files) {
  TRY(files.Write(out / "summary.json", base::PrettyJson(SummaryJson(report))));
  TRY(files.Write(out / "report/index.html", HtmlReport(report)));
  ASSIGN_OR_RETURN(const auto database, store::Database::Open(out / "results.sqlite"));
  ASSIGN_OR_RETURN([[maybe_unused]] const int64_t run, store::SaveRun(*database, report));
  return {};
}

}  // namespace kingbird::report
