#include "oracle/difference.h"

#include <fmt/format.h>

#include <iterator>

#include "oracle/behaviour.h"

namespace kingbird::oracle {
namespace {

// In the order of Deed.
constexpr std::string_view kDeeds[] = {
    "returned",
    "threw",
    "is not there",
    "fulfilled with",
    "rejected with",
    "never settled",
    "left its receiver as",
    "left an argument as",
    "called back with",
    "never called its callback",
    "called its callback once",
    "called its callback more than once",
    "called back at once",
    "called back later",
    "called back in this order",
    "polluted",
    "left alone",
    "printed",
    "wrote",
    "wrote nothing",
    "ended",
    "uncaught",
    "unhandled rejection of",
    "did not end",
    "called process.exit",
    "killed by signal",
};
static_assert(std::size(kDeeds) == static_cast<size_t>(Deed::kKilled) + 1);

std::string_view Name(Deed deed) { return kDeeds[static_cast<size_t>(deed)]; }

// Counts say what the callback was given where they know it.
std::string_view With(const Behaviour& behaviour) {
  const bool counted = behaviour.deed == Deed::kCalledBackOnce || behaviour.deed == Deed::kCalledBackOften;
  return counted && !behaviour.values.empty() ? " with" : "";
}

}  // namespace

std::string Words(const Behaviour& behaviour) {
  const std::string& detail = behaviour.detail;
  switch (behaviour.deed) {
    case Deed::kLeftArgument:
      return fmt::format("left argument {} as", detail);
    case Deed::kCalledBackOften:
      return fmt::format("called its callback {} times{}", detail, With(behaviour));
    case Deed::kCalledBackInOrder:
      return "called back in the order " + detail;
    case Deed::kLeftAlone:
      return fmt::format("left {} alone", detail);
    case Deed::kPolluted:
    case Deed::kPrinted:
    case Deed::kWrote:
      return fmt::format("{} {}", Name(behaviour.deed), detail);
    case Deed::kEnded:
      return detail.empty() ? "ended" : "ended, having written " + detail;
    case Deed::kDidNotEnd:
      return detail.empty() ? "did not end" : fmt::format("did not end ({})", detail);
    case Deed::kExited:
      return fmt::format("called process.exit({})", detail);
    case Deed::kKilled:
      return "killed by signal " + detail;
    default:
      return fmt::format("{}{}", Name(behaviour.deed), With(behaviour));
  }
}

std::string Transition(const Difference& difference) {
  const auto side = [](const Behaviour& behaviour) {
    if (behaviour.deed == Deed::kLeftAlone) return Words(behaviour);
    if (behaviour.deed == Deed::kPolluted) return fmt::format("{} {}", Name(behaviour.deed), behaviour.holder);
    std::string text = fmt::format("{}{}", Name(behaviour.deed), With(behaviour));
    // What the reason is, if no error, is the test's doing.
    const bool unhandled = behaviour.deed == Deed::kUnhandled && !behaviour.values.empty();
    if (unhandled && behaviour.values[0].kind != model::Value::Kind::kError) return text + " a value";
    for (size_t i = 0; i < behaviour.values.size() && i < 2; ++i)
      text += fmt::format(" {}", ValueKind(behaviour.values[i]));
    return text;
  };
  return side(difference.before) + " → " + side(difference.after);
}

}  // namespace kingbird::oracle
