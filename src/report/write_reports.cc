#include "report/write_reports.h"

#include <fmt/format.h>

#include "report/html.h"
#include "report/json.h"
#include "store/run_store.h"

namespace kingbird::report {

namespace {

constexpr char kResults[] = "results.sqlite";

}  // namespace

base::Status WritePages(const model::RunReport& report, base::OutputFolder& out) {
  TRY(out.Put("summary.json", base::PrettyJson(SummaryJson(report))));
  return out.Replace("report", {{"index.html", {HtmlReport(report)}}});
}

base::Status WriteReports(const model::RunReport& report, base::OutputFolder& out) {
  TRY(WritePages(report, out));
  ASSIGN_OR_RETURN(const bool ours, out.Claim(kResults));
  if (!ours) return {};
  auto content = out.Read(kResults, store::Database::kMostFileBytes);
  if (!content.ok() && content.error().code == base::ErrorCode::kNotFound) content = std::string();
  if (!content.ok())
    return base::EnvironmentError(fmt::format("this run is not added to the results: {}", content.error().message),
                                  "move the file away, and the next run begins a new one");
  ASSIGN_OR_RETURN(const auto database, store::Database::Open(*content, (out.path() / kResults).string()));
  if (const auto run = store::SaveRun(*database, report); !run.ok()) return run.error();
  ASSIGN_OR_RETURN(*content, database->Content());
  return out.PutClaimed(kResults, *content);
}

}  // namespace kingbird::report
