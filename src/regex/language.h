// The texts in which a regular expression finds something, as a regular language: what string solvers understand.
#pragma once

#include <vector>

#include "regex/regex.h"

namespace kingbird::regex {

struct Language {
  enum class Kind : uint8_t {
    kNone,
    kEmpty,  ///< The empty text alone.
    kAll,
    kSet,  ///< One unit of `ranges`.
    kConcat,
    kUnion,
    kIntersection,
    kComplement,
    kPower,  ///< parts[0] `least` to `most` times; Node::kNoLimit.
  };
  Kind kind = Kind::kNone;
  Ranges ranges;
  std::vector<Language> parts;
  int least = 0;
  int most = 0;
};

struct Approximation {
  Language language;
  bool exact =
      true;  ///< False: every text with a match is in it, and others may be (references, lookbehind, long repetitions).
};

/// The texts in which `regex` matches somewhere.
Approximation MatchingTexts(const Regex& regex);
/// What the parts from `first` to before `last` of a sequence match one after the other, assertions taken as empty.
Language Consumed(const std::vector<Node>& parts, size_t first, size_t last);
Language Consumed(const Node& node);

}  // namespace kingbird::regex
