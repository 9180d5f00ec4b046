// JavaScript regular expressions as trees, for whoever has to say what the engine's would do: a matcher with the
// language's semantics (matcher.h) and texts that match (sampler.h).
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

/// Sorted, disjoint, with gaps between them.
Ranges Normalised(Ranges ranges);
/// Everything up to `last` that is in none of the ranges.
Ranges Complement(const Ranges& ranges, char32_t last);
Ranges Intersection(const Ranges& a, const Ranges& b);
/// What `\s`, `\w`, `\d` and line ends are.
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
    kRepeat,  ///< `least` to `most` times parts[0].
    kGroup,   ///< Number `group`; 0 captures nothing.
    kBack,    ///< What `group` captured.
    kStart,
    kEnd,
    kBoundary,  ///< \b; `negated`: \B.
    kLook,      ///< Ahead, or `behind`; may be `negated`.
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
  int groups = 0;  ///< Without the whole match.
  std::map<std::u16string, int> names;
  bool anchored = false;        ///< A match begins where the text does.
  std::optional<Ranges> first;  ///< A match begins with one of these; nothing: it may be empty, or cannot be told.
};

/// Fills `anchored` and `first`.
void NoteBeginning(Regex& regex);

base::Result<Flags> ParseFlags(std::u16string_view text);

/// Source text without slashes. kUsage when it is malformed, or uses what is not known here (property classes, the
/// flag v, modifiers).
base::Result<Regex> Parse(std::u16string_view source, std::u16string_view flags);

/// For who wants samples only: property classes are taken as letters.
base::Result<Regex> ParseRoughly(std::u16string_view source, Flags flags);

}  // namespace kingbird::regex
