// report/index.html: one file that needs nothing else.
#pragma once

#include <string>

#include "model/report_data.h"

namespace kingbird::report {

std::string HtmlReport(const model::RunReport& report);

}  // namespace kingbird::report
