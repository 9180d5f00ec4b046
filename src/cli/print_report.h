#pragma once

#include "base/result.h"
#include "env/config.h"
#include "model/report_data.h"

namespace kingbird::cli {

/// Prints the report on stdout as the chosen reporter writes it.
void PrintReport(const model::RunReport& report, const env::Config& config);

}  // namespace kingbird::cli
