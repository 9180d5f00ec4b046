#include "cli/print_report.h"

#include <cstdio>

#include "report/github.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/terminal.h"

namespace kingbird::cli {
namespace {

std::string Render(const model::RunReport& report, const env::Config& config) {
  const std::string out = config.out.string();
  switch (config.reporter) {
    case env::Reporter::kJson:
      return base::PrettyJson(report::SummaryJson(report));
    case env::Reporter::kJunit:
      return report::JunitXml(report);
    case env::Reporter::kSarif:
      return base::PrettyJson(report::SarifLog(report, out));
    case env::Reporter::kGithub:
      return report::GithubText(report, out);
    case env::Reporter::kText:
      break;
  }
  return report::ClosingText(report, out, config.color);
}

}  // namespace

void PrintReport(const model::RunReport& report, const env::Config& config) {
  std::fputs(Render(report, config).c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace kingbird::cli
