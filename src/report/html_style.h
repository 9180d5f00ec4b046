// What makes the report look and behave: constants, kept apart from the code that writes the page.
#pragma once

namespace kingbird::report {

extern const char* const kStyleSheet;
/// Filters lists; opens what a link points at. The page is complete without it.
extern const char* const kScript;

}  // namespace kingbird::report
