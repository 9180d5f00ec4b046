// Parses JavaScript regular expressions into trees. The matcher (matcher.h) has the language's semantics, and the
// sampler (sampler.h) makes texts that match.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kingbird::regex {

struct Flags {
  bool global = false;
  bool ignore_case = false;
  bool multiline = false;
  bool dot_all = false;
  bool unicode = false;
  bool sticky = false;
};

using Range = std::pair<char32_t, char32_t>;
using Ranges = std::vector<Range>;

/// Sorts ranges and merges ranges that overlap or touch.
Ranges Normalised(Ranges ranges);
/// Returns all code points up to `last` that are in none of the ranges.
Ranges Complement(const Ranges& ranges, char32_t last);
Ranges Intersection(const Ranges& a, const Ranges& b);
/// The code points of `\s`, `\w`, `\d` and of line ends.
const Ranges& Spaces();
const Ranges& WordUnits();
const Ranges& Digits();
const Ranges& LineEnds();

struct Node {
  enum class Kind : uint8_t {
    kEmpty,
    kSet,  ///< One unit (a code point under the flag u) of `ranges`.
    kSequence,
    kChoice,
    kRepeat,  ///< parts[0] repeated `least` to `most` times.
    kGroup,   ///< A group with the number `group`; 0: it captures nothing.
    kBack,    ///< A reference to the text that `group` captured.
    kStart,
    kEnd,
    kBoundary,  ///< \b; `negated`: \B.
    kLook,      ///< A lookahead, or a lookbehind if `behind`; may be `negated`.
  };
  static constexpr int kNoLimit = -1;

  Kind kind = Kind::kEmpty;
  Ranges ranges;
  std::vector<Node> parts;
  int least = 0;
  int most = 0;
  bool lazy = false;
  bool negated = false;
  bool behind = false;
  int group = 0;
  int first_group = 0;  ///< kRepeat, kChoice, kLook: the groups inside are first_group … last_group - 1.
  int last_group = 0;
};

/// Immutable once parsed.
struct Regex {
  Node root;
  Flags flags;
  int groups = 0;  ///< Number of groups, without the whole match.
  std::map<std::u16string, int> names;
  bool anchored = false;        ///< A match can begin only at the start of the text.
  std::optional<Ranges> first;  ///< Units with which a match begins; nothing if a match may be empty or it is unknown.
};

/// Computes `anchored` and `first`.
void NoteBeginning(Regex& regex);

base::Result<Flags> ParseFlags(std::u16string_view text);

/// Parses a source text without slashes. kUsage if the text is malformed or uses a form that this parser does not
/// support (property classes, the flag v, modifiers).
base::Result<Regex> Parse(std::u16string_view source, std::u16string_view flags);

/// Parses for callers that only want samples: property classes count as letters.
base::Result<Regex> ParseRoughly(std::u16string_view source, Flags flags);

}  // namespace kingbird::regex
