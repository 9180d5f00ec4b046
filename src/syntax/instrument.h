// One file in, the rewritten file and what is known about it out.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/file_facts.h"

namespace kingbird::syntax {

/// The passes there are; see src/syntax/pass/.
enum class PassKind : uint8_t { kCoverage, kReadTrace, kTypeHooks, kConcolic, kConcolicStress };
inline constexpr std::array kAllPasses = {PassKind::kCoverage, PassKind::kReadTrace, PassKind::kTypeHooks,
                                          PassKind::kConcolic, PassKind::kConcolicStress};
/// "coverage", "read_trace", "type_hooks", "concolic", "concolic-stress".
std::string NameOf(PassKind kind);
std::optional<PassKind> PassFromName(std::string_view name);
/// Outermost first. Any combination, each at most once, and only one of the two concolic ones.
using PassList = std::vector<PassKind>;

struct Instrumented {
  enum class State : uint8_t {
    kRewritten,
    kUnparsable,  ///< Left as it was.
    kIgnored,     ///< "istanbul ignore file", or nothing to rewrite; left as it was.
  };
  State state = State::kRewritten;
  std::string text;
  FileFacts facts;
};

/// `key` names the file in the manifest.
Instrumented Instrument(std::string source, const std::string& key, const PassList& passes = {PassKind::kCoverage});

/// The version of all passes, parser and facts included: changes whenever the output of Instrument may change.
std::string_view CodeOfPasses();

}  // namespace kingbird::syntax
