// The outcome of one case in one implementation.
#pragma once

#include <cstdint>
#include <string>

namespace kingbird::conform {

struct Outcome {
  enum class Kind : uint8_t {
    kDid,      ///< The call returned or threw; `text` describes all visible behaviour.
    kAbsent,   ///< The implementation has no such built-in.
    kUnfit,    ///< The implementation cannot make the inputs of the case.
    kTimeout,  ///< The case did not end.
    kMemory,   ///< The case ran out of memory.
    kHeavy,    ///< The standard demands too many steps to wait for.
    kCrash,    ///< The process died.
    kLost,     ///< The engine is gone or prints nonsense; the behaviour is unknown.
  };
  Kind kind = Kind::kLost;
  std::string text;
  bool limited = false;  ///< The call threw an error that engines throw at their own limits.
  bool huge = false;     ///< The result is too large to expect of every engine.
  std::string message;   ///< Message of the thrown error; not part of the behaviour.
};

/// Describes an outcome: the text of kDid, or words such as "did not end".
std::string Told(const Outcome& outcome);

}  // namespace kingbird::conform
