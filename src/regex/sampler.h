// Texts that a regular expression is likely to match, made by walking over its tree.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/rng.h"
#include "regex/regex.h"

namespace kingbird::regex {

/// Requirements on a sample.
struct Wishes {
  std::map<int, std::u16string> groups;  ///< Texts that groups should capture, by group.
  int present = 0;                       ///< A group that should take part in the match; 0: no such group.
  int absent = 0;                        ///< A group that should not take part; 0: no such group.
  int most = 2;                          ///< Additional rounds of a repetition without upper limit.
  bool varied = false;  ///< Use other characters than letters and digits, and sometimes the greatest length.
};

/// Makes a text that `regex` is likely to match; the matcher decides whether the text really matches. Assertions count
/// as empty, but the text that a lookahead demands is written at its place unless the text is to be varied. Returns
/// nothing if the tree demands the impossible (an empty class).
std::optional<std::u16string> Sample(const Regex& regex, const Wishes& wishes, base::Rng& rng);

}  // namespace kingbird::regex
