// The vote of the engines on one case (paper 004, section 3.4).
#pragma once

#include <string>
#include <vector>

#include "conform/outcome.h"

namespace kingbird::conform {

/// One who ran the case.
struct Ballot {
  size_t implementation = 0;
  bool votes = true;
  const Outcome* outcome = nullptr;
};

struct Verdict {
  enum class Kind : uint8_t {
    kAgree,    ///< All who voted saw the same.
    kDissent,  ///< All but one.
    kReview,   ///< Several disagree: somebody has to look into the standard.
    kSilent,   ///< Fewer than two voted.
  };
  Kind kind = Kind::kSilent;
  std::string expected;            ///< What the majority saw; "" for kReview and kSilent.
  bool huge = false;               ///< That is more than an implementation has to manage.
  std::vector<size_t> dissenters;  ///< Voters: exactly one for kDissent.
  std::vector<size_t> candidates;  ///< Who did not vote and did something else than what is expected.
};

/// Implementations without the feature abstain, and so do those that came to a limit of their own (time, memory, the
/// length of a string) where others did not; a crash of a voter, and a candidate that does not end, are dissents.
Verdict Vote(const std::vector<Ballot>& ballots);

/// How two behaviours differ, in a few words that name no values: "throws TypeError, must return a string".
std::string DifferenceOf(const Outcome& outcome, const std::string& expected);

}  // namespace kingbird::conform
