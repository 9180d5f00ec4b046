// What a regular expression matches in a text, as the language defines it: backtracking, the first way that fits wins.
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
  bool known = true;  ///< False: too many steps, or letters beyond ASCII under the flag i.
  std::optional<Match> match;
};

/// The first match at or after `from`; with the flag y only at `from`.
Outcome Find(const Regex& regex, std::u16string_view text, size_t from = 0);

/// What all matching of this thread has cost so far, in steps.
uint64_t StepsSpent();

/// What String.prototype.replace makes of `$1`, `$&` and the like.
std::u16string Expand(const Regex& regex, std::u16string_view text, const Match& match,
                      std::u16string_view replacement);

/// All matches as a global expression finds them one after the other; nothing: unknown.
std::optional<std::vector<Match>> FindAll(const Regex& regex, std::u16string_view text);

}  // namespace kingbird::regex
