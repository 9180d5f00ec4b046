#include "model/finding.h"

namespace kingbird::model {

std::string_view ToString(FindingKind value) {
  switch (value) {
    case FindingKind::kCrash:
      return "crash";
    case FindingKind::kUnhandledRejection:
      return "unhandled-rejection";
    case FindingKind::kHang:
      return "hang";
    case FindingKind::kExit:
      return "exit";
    case FindingKind::kOutOfMemory:
      return "out-of-memory";
    case FindingKind::kFlood:
      return "flood";
    case FindingKind::kSignal:
      return "signal";
    case FindingKind::kException:
      return "exception";
    case FindingKind::kMissingApi:
      return "missing-api";
    case FindingKind::kNonTermination:
      return "non-termination";
    case FindingKind::kError:
      return "error";
    case FindingKind::kAsyncError:
      return "async-error";
    case FindingKind::kPollution:
      return "pollution";
    case FindingKind::kCallbackInvocations:
      return "callback-invocations";
    case FindingKind::kCallbackArguments:
      return "callback-arguments";
    case FindingKind::kReturn:
      return "return";
    case FindingKind::kReceiver:
      return "receiver";
    case FindingKind::kArgument:
      return "argument";
    case FindingKind::kStdout:
      return "stdout";
    case FindingKind::kStderr:
      return "stderr";
  }
  return "";
}

}  // namespace kingbird::model
