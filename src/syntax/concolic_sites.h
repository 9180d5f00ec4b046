// Places of a file that the concolic trace names: functions and decisions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "syntax/counters.h"

namespace kingbird::syntax {

struct ConcolicSite {
  enum class Kind : uint8_t {
    kFunction,  ///< `name`; its own number is what the agent finds it by.
    kBranch,    ///< A condition.
    kUse,       ///< An operand or receiver whose type matters.
  };
  Kind kind = Kind::kBranch;
  Range range;
  std::string name;         ///< kFunction: as written or taken from where it stands; "" for none.
  uint32_t parameters = 0;  ///< kFunction.
  bool uses_this = false;   ///< kFunction.
  bool constructs = false;  ///< kFunction: the constructor of a class.
  uint32_t function = 0;    ///< The function it lies in (a site); its own number for the file's own code.
};

/// Numbered from 0; number 0 is the file itself.
using ConcolicSites = std::vector<ConcolicSite>;

}  // namespace kingbird::syntax
