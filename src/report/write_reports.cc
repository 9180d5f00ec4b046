#include "report/write_reports.h"

#include "report/html.h"
#include "report/json.h"
#include "store/run_store.h"

namespace kingbird::report {

base::Status WritePages(const model::RunReport& report, base::OutputFolder& out) {
  TRY(out.Put("summary.json", base::PrettyJson(SummaryJson(report))));
  return out.Replace("report", {{"index.html", {HtmlReport(report)}}});
}

base::Status WriteReports(const model::RunReport& report, base::OutputFolder& out) {
  TRY(WritePages(report, out));
  ASSIGN_OR_RETURN(const bool ours, out.Claim("results.sqlite"));
  if (!ours) return {};
  ASSIGN_OR_RETURN(const auto database, store::Database::Open(out.path() / "results.sqlite"));
  const auto run = store::SaveRun(*database, report);
  return run.ok() ? base::Status() : run.error();
}

}  // namespace kingbird::report
