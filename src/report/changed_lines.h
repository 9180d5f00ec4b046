// What is told of the lines that differ between the two sides of a diff.
#pragma once

#include <string>
#include <vector>

#include "model/report_data.h"

namespace kingbird::report {

/// One line of text for each changed place, those with code only: "src/basket.js: lines 40-44 changed; 12,400 tests ran
/// them; none behaved differently".
std::vector<std::string> ChangedLines(const model::DiffReport& diff);

/// "src/cli.js is not compared. It does not load before: …".
std::vector<std::string> UnloadedLines(const model::DiffReport& diff);

/// What the differences make of a release, in one sentence.
std::string Verdict(const model::DiffReport& diff);

/// "12,400".
std::string Thousands(int64_t number);

}  // namespace kingbird::report
