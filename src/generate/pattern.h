// Random strings that match a JavaScript regular expression: --strings, --numbers, and expressions found in the code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/rng.h"

namespace kingbird::generate {

/// Everything but lookaround (taken as empty), backreferences inside their own group and Unicode properties (taken as
/// letters). Anchors and boundaries are empty: the whole string matches. Immutable once parsed.
class Pattern {
 public:
  /// Source text without slashes; `flags` may hold "i". kUsage when it is malformed.
  static base::Result<Pattern> Parse(std::string_view source, std::string_view flags = "");

  /// WTF-8. Open-ended repetitions get at most `most` rounds more than they need.
  std::string Make(base::Rng& rng, int most = 8) const;

 private:
  friend class PatternParser;
  using Range = std::pair<char32_t, char32_t>;
  struct Node {
    enum class Kind : uint8_t { kEmpty, kSet, kSequence, kChoice, kRepeat, kGroup, kBack };
    Kind kind = Kind::kEmpty;
    std::vector<Range> ranges;  ///< kSet: never empty.
    std::vector<Node> parts;
    int least = 0;
    int most = 0;   ///< kRepeat: -1 for no limit.
    int group = 0;  ///< kGroup, kBack.
  };
  void Make(const Node& node, int most, base::Rng& rng, std::u16string& out, std::vector<std::u16string>& groups) const;

  Node root_;
};

}  // namespace kingbird::generate
