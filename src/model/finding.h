// Something worth telling the user: a crash, a hang, a difference. It grows on its way: what was found, then the script
// that shows it, then where the script shows it. The reporters and the store read what came of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/test_case.h"

namespace kingbird::model {

/// Those of a difference in the order of severity within one place of a test.
enum class FindingKind : uint8_t {
  // How a test ended.
  kCrash,
  kUnhandledRejection,
  kHang,
  kExit,
  kOutOfMemory,
  kFlood,   ///< It prints or writes more than a test may.
  kSignal,  ///< And whatever else ended it.
  kException,
  // What two sides do differently, the contract of summary.json.
  kMissingApi,           ///< One side lacks the function.
  kNonTermination,       ///< One side ends, the other does not.
  kError,                ///< One side throws, or throws something else. Also what a script ended by.
  kAsyncError,           ///< … rejects, or leaves an error to nobody.
  kPollution,            ///< One side changes an object that every program shares. Also of one test.
  kCallbackInvocations,  ///< A callback runs more often, in another order, at once instead of later.
  kCallbackArguments,
  kReturn,
  kReceiver,
  kArgument,
  kStdout,
  kStderr,
};
/// As in summary.json: "callback-invocations".
std::string_view ToString(FindingKind value);

struct Finding {
  std::string id;  ///< Stable for the same kind and function: "crash-readFile-1".
  FindingKind kind = FindingKind::kCrash;
  std::string function;  ///< Function::Name.
  std::string message;   ///< One line.
  std::string repro;     ///< Of the stand-alone script, relative to the output folder: "findings/crash-readFile-1.cjs".
  std::string repro_text;  ///< What is in it.
  std::string path;        ///< Source file it points at, relative to the target's root; "" when unknown.
  int line = 0;            ///< From 1; 0: unknown.
  TestCase test = {};      ///< Minimised. Not stored.

  // Of a difference:
  std::string before = "";             ///< What the first side did, one line.
  std::string after = "";              ///< What the second side did.
  std::string call = "";               ///< Statements to paste into a program; the last one behaves differently.
  int64_t tests = 1;                   ///< How many tests showed it.
  bool repaired = false;               ///< The first side failed, the second does not.
  std::vector<Finding> variants = {};  ///< Other changes of the same kind and function, without variants of their own.
};

}  // namespace kingbird::model
