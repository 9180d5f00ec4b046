// Matches regular expressions as the language defines it: by backtracking, and the first way that fits wins.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regex/regex.h"

namespace kingbird::regex {

struct Span {
  size_t begin = 0;
  size_t end = 0;
  size_t size() const { return end - begin; }
  bool operator==(const Span&) const = default;
};

struct Match {
  Span whole;
  std::vector<std::optional<Span>> groups;  ///< groups[0] is the whole.
};

struct Outcome {
  bool known = true;  ///< False: too many steps, or letters beyond ASCII under the flag i, so the result is unknown.
  std::optional<Match> match;
};

/// Finds the first match at or after `from`; with the flag y only at `from`.
Outcome Find(const Regex& regex, std::u16string_view text, size_t from = 0);

/// Returns the number of steps of all matching in this thread so far.
uint64_t StepsSpent();

/// Expands `$1`, `$&` and similar parts of a replacement as String.prototype.replace does.
std::u16string Expand(const Regex& regex, std::u16string_view text, const Match& match,
                      std::u16string_view replacement);

/// Finds all matches in the order in which a global expression finds them; nothing if they are unknown.
std::optional<std::vector<Match>> FindAll(const Regex& regex, std::u16string_view text);

}  // namespace kingbird::regex
