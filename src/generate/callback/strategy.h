// The ways to make callbacks (paper 000, section 3.2.1).
#pragma once

#include <cstdint>

namespace kingbird::generate {

enum class CallbackStrategy : uint8_t {
  kNone,    ///< Never a callback: plain values where one is expected.
  kEmpty,   ///< function () {}
  kQuick,   ///< Returns a random value of any kind.
  kMined,   ///< A function expression that client code passes to a function of that name.
  kWrites,  ///< Writes to what the code under test reads after it called back.
  kMix,     ///< All of them, the more the better they pay on this target.
};

}  // namespace kingbird::generate
