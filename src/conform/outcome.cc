#include "conform/outcome.h"

namespace kingbird::conform {

std::string Told(const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::kDid:
      return outcome.text;
    case Outcome::Kind::kAbsent:
      return "has no such built-in";
    case Outcome::Kind::kUnfit:
      return "cannot make the inputs";
    case Outcome::Kind::kTimeout:
      return "does not end";
    case Outcome::Kind::kMemory:
      return "runs out of memory";
    case Outcome::Kind::kHeavy:
      return "asks for too many steps";
    case Outcome::Kind::kCrash:
      return "crashes";
    case Outcome::Kind::kLost:
      break;
  }
  return "is lost";
}

}  // namespace kingbird::conform
