#include "report/write_reports.h"

#include "report/html.h"
#include "report/json.h"
#include "store/run_store.h"

namespace kingbird::report {

base::Status WritePages(const model::RunReport& report, const base::Path& out, base::FileSystem& files) {
  TRY(files.Write(out / "summary.json", base::PrettyJson(SummaryJson(report))));
  return files.Write(out / "report/index.html", HtmlReport(report));
}

base::Status WriteReports(const model::RunReport& report, const base::Path& out, base::FileSystem& files) {
  TRY(WritePages(report, out, files));
  ASSIGN_OR_RETURN(const auto database, store::Database::Open(out / "results.sqlite"));
  const auto run = store::SaveRun(*database, report);
  return run.ok() ? base::Status() : run.error();
}

}  // namespace kingbird::report
