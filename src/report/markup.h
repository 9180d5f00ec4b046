// Text inside HTML, SVG and XML.
#pragma once

#include <string>
#include <string_view>

namespace kingbird::report {

/// Safe as content and as an attribute's value. Control characters XML 1.0 cannot hold become U+FFFD, and so do bytes
/// that are not UTF-8. Characters that nobody sees, or that turn the direction of writing, become escapes.
std::string Escape(std::string_view text);

}  // namespace kingbird::report
