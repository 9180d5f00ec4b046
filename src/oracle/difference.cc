#include "oracle/difference.h"

#include <fmt/format.h>

#include "oracle/behaviour.h"

namespace kingbird::oracle {
namespace {

std::string_view Name(Deed deed) {
  switch (deed) {
    case Deed::kReturned:
      return "returned";
    case Deed::kThrew:
      return "threw";
    case Deed::kIsMissing:
      return "is not there";
    case Deed::kFulfilled:
      return "fulfilled with";
    case Deed::kRejected:
      return "rejected with";
    case Deed::kNeverSettled:
      return "never settled";
    case Deed::kLeftReceiver:
      return "left its receiver as";
    case Deed::kLeftArgument:
      return "left an argument as";
    case Deed::kCalledBack:
      return "called back with";
    case Deed::kCalledBackNever:
      return "never called its callback";
    case Deed::kCalledBackOnce:
      return "called its callback once";
    case Deed::kCalledBackOften:
      return "called its callback more than once";
    case Deed::kCalledBackAtOnce:
      return "called back at once";
    case Deed::kCalledBackLater:
      return "called back later";
    case Deed::kCalledBackInOrder:
      return "called back in this order";
    case Deed::kPolluted:
      return "polluted";
    case Deed::kLeftAlone:
      return "left alone";
    case Deed::kPrinted:
      return "printed";
    case Deed::kWrote:
      return "wrote";
    case Deed::kWroteNothing:
      return "wrote nothing";
    case Deed::kEnded:
      return "ended";
    case Deed::kUncaught:
      return "uncaught";
    case Deed::kUnhandled:
      return "unhandled rejection of";
    case Deed::kDidNotEnd:
      return "did not end";
    case Deed::kExited:
      return "called process.exit";
    case Deed::kKilled:
      return "killed by signal";
  }
  return "";
}

// Counts say what the callback was given where they know it.
std::string_view With(const Behaviour& behaviour) {
  const bool counted = behaviour.deed == Deed::kCalledBackOnce || behaviour.deed == Deed::kCalledBackOften;
  return counted && !behaviour.values.empty() ? " with" : "";
}

}  // namespace

std::string_view ToString(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kMissingApi:
      return "missing-api";
    case DifferenceKind::kNonTermination:
      return "non-termination";
    case DifferenceKind::kError:
      return "error";
    case DifferenceKind::kAsyncError:
      return "async-error";
    case DifferenceKind::kPollution:
      return "pollution";
    case DifferenceKind::kCallbackInvocations:
      return "callback-invocations";
    case DifferenceKind::kCallbackArguments:
      return "callback-arguments";
    case DifferenceKind::kReturn:
      return "return";
    case DifferenceKind::kReceiver:
      return "receiver";
    case DifferenceKind::kArgument:
      return "argument";
    case DifferenceKind::kStdout:
      return "stdout";
    case DifferenceKind::kStderr:
      return "stderr";
  }
  return "return";
}

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
