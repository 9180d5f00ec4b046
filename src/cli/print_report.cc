#include "cli/print_report.h"

#include <cstdio>

#include "report/json.h"
#include "report/terminal.h"

namespace kingbird::cli {
namespace {

std::string Render(const model::RunReport& report, const campaign::Config& config) {
  switch (config.reporter) {
    case campaign::Reporter::kJson:
      return base::PrettyJson(report::SummaryJson(report));
    default:
      break;
  }
  return report::ClosingText(report, config.out.string(), config.color);
}

}  // namespace

void PrintReport(const model::RunReport& report, const campaign::Config& config) {
  std::fputs(Render(report, config).c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace kingbird::cli
