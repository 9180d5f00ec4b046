#pragma once

#include <string>

#include "model/report_data.h"

namespace kingbird::report {

/// JUnit XML as CI servers read it: each kept test is a passed case, each finding a failed one.
std::string JunitXml(const model::RunReport& report);

}  // namespace kingbird::report
