// Describes the texts in which a regular expression finds a match as a regular language, which string solvers
// understand.
#pragma once

#include <vector>

#include "regex/regex.h"

namespace kingbird::regex {

struct Language {
  enum class Kind : uint8_t {
    kNone,
    kEmpty,  ///< Only the empty text.
    kAll,
    kSet,  ///< One unit of `ranges`.
    kConcat,
    kUnion,
    kIntersection,
    kComplement,
    kPower,  ///< parts[0] repeated `least` to `most` times; `most` may be Node::kNoLimit.
  };
  Kind kind = Kind::kNone;
  Ranges ranges;
  std::vector<Language> parts;
  int least = 0;
  int most = 0;
};

struct Approximation {
  Language language;
  bool exact = true;  ///< False: the language holds every text with a match, and possibly others (references,
                      ///< lookbehind, long repetitions).
};

/// Returns the texts in which `regex` matches somewhere.
Approximation MatchingTexts(const Regex& regex);
/// Returns the texts that the parts from `first` to before `last` of a sequence match one after the other. Assertions
/// count as empty.
Language Consumed(const std::vector<Node>& parts, size_t first, size_t last);
Language Consumed(const Node& node);

}  // namespace kingbird::regex
