// The lines in which two texts differ.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kingbird::diff {

/// Lines [before_begin, before_end) of the first text stand where the second has lines [after_begin, after_end). Lines
/// count from 0, and one of the two ranges may be empty.
struct Hunk {
  size_t before_begin = 0;
  size_t before_end = 0;
  size_t after_begin = 0;
  size_t after_end = 0;
  bool operator==(const Hunk&) const = default;
};

/// The smallest set of changed lines, in the order of the texts. Texts with thousands of differences give one hunk that
/// spans all of them. Line ends (LF or CRLF) and the line end at the end of the file do not count.
std::vector<Hunk> DiffLines(std::string_view before, std::string_view after);

/// Without their line ends.
std::vector<std::string_view> LinesOf(std::string_view text);

}  // namespace kingbird::diff
