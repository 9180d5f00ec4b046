// A difference in words: one line per side, in which a reader finds what differs.
#pragma once

#include <string>

#include "oracle/alike.h"
#include "oracle/compare.h"

namespace kingbird::diff {

struct DifferenceText {
  std::string before;
  std::string after;
};

/// "returned [ 1, 2 ]" and "threw TypeError: …". Where that would be the same on both sides (values are cut short,
/// extra properties of an array are not shown) the first place that differs is added: "returned [ 1 ] without .index".
DifferenceText TextOf(const oracle::Difference& difference, const oracle::Likeness& likeness);

}  // namespace kingbird::diff
