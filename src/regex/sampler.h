// Texts that a regular expression is likely to match, made by walking over its tree.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/rng.h"
#include "regex/regex.h"

namespace kingbird::regex {

/// What a sample should look like.
struct Wishes {
  std::map<int, std::u16string> groups;  ///< Group → its text.
  int present = 0;                       ///< A group that should take part; 0: none.
  int absent = 0;                        ///< A group that should not; 0: none.
  int most = 2;                          ///< Rounds of an open repetition beyond those it needs.
  bool varied = false;  ///< Not mostly letters and digits, and now and then as long as the expression allows.
};

/// Assertions are taken as empty, except that what a lookahead asks for is written where it stands (not where the text
/// is to be varied): whether the text matches is for the matcher to say. Nothing: the tree asks for the impossible (an
/// empty class).
std::optional<std::u16string> Sample(const Regex& regex, const Wishes& wishes, base::Rng& rng);

}  // namespace kingbird::regex
