// The functions of an exploration as HTML: their inputs and the tree of their decisions.
#pragma once

#include <string>

#include "model/report_data.h"

namespace kingbird::report {

/// One foldable part for each function; "" where nothing was explored.
std::string ExploredHtml(const model::RunReport& report);

}  // namespace kingbird::report
