// Random strings that match a JavaScript regular expression: --strings, --numbers, and expressions found in the code.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/rng.h"
#include "regex/regex.h"

namespace kingbird::generate {

/// Assertions are taken as empty and Unicode properties as letters: the whole string is meant to match. Immutable once
/// parsed.
class Pattern {
 public:
  /// Source text without slashes, and flags as they are written behind it. kUsage when it is malformed.
  static base::Result<Pattern> Parse(std::string_view source, std::string_view flags = "");

  /// WTF-8. Open-ended repetitions get at most `most` rounds more than they need.
  std::string Make(base::Rng& rng, int most = 8) const;

 private:
  regex::Regex regex_;
};

}  // namespace kingbird::generate
