// Makes calls whose first argument is a text that the documentation shows in another language (a file that is parsed, a
// page that is made). The documentation does not say which function reads which text, so each function gets each text.
#pragma once

#include <string>
#include <vector>

#include "model/api.h"
#include "model/test_case.h"

namespace kingbird::mine {

/// Returns tests of one call each. A sample with empty lines is used as a whole and in its parts. Number and size are
/// bounded: the more functions there are, the fewer samples are used.
std::vector<model::TestCase> SampleCalls(const model::Api& api, const std::vector<std::string>& samples);

}  // namespace kingbird::mine
