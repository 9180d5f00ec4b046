// Characters that a reader does not see, or that show text in another order than it is stored (Trojan Source,
// CVE-2021-42574). Code and reports that hold them look different from what they are.
#pragma once

#include <string>
#include <string_view>

namespace kingbird::base {

/// Unicode's Default_Ignorable_Code_Point (zero-width characters, variation selectors, tags, fillers) and Bidi_Control,
/// separators of lines and paragraphs, and lone surrogates.
bool IsInvisible(char32_t point);

/// As JavaScript writes such a character in a string: "\u202e", "\u{e0001}".
std::string EscapeOf(char32_t point);

/// Invisible characters as their escapes, all else as it is. Text that is no UTF-8 has U+FFFD in its place.
std::string ShowInvisible(std::string_view text);

}  // namespace kingbird::base
