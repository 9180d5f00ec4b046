// What one implementation made of one case.
#pragma once

#include <cstdint>
#include <string>

namespace kingbird::conform {

struct Outcome {
  enum class Kind : uint8_t {
    kDid,      ///< It returned or threw; `text` says all that can be seen of it.
    kAbsent,   ///< It has no such built-in.
    kUnfit,    ///< The inputs of the case cannot be made in it.
    kTimeout,  ///< It did not end.
    kMemory,   ///< It ran out of memory.
    kHeavy,    ///< The standard asks for more steps than anybody should be waited for.
    kCrash,    ///< The process died.
    kLost,     ///< The engine is gone, or says nothing sensible any more; nothing is known.
  };
  Kind kind = Kind::kLost;
  std::string text;
  bool limited = false;  ///< It threw what engines throw at their own limits.
  bool huge = false;     ///< The result is too large to be expected of everybody.
  std::string message;   ///< Of what it threw; no part of the behaviour.
};

/// "did not end", … for what is no behaviour; the text otherwise.
std::string Told(const Outcome& outcome);

}  // namespace kingbird::conform
