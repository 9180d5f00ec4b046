// A call in which a text matches the regular expression that it meets when the other arguments are what they are:
// `isTaxID('12345678901', 'de-DE')`. Each argument by itself would hardly ever find the other.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/pattern.h"
#include "model/test_case.h"

namespace kingbird::generate {

struct MatchingCall {
  size_t at = 0;  ///< The argument that matches `pattern`.
  Pattern pattern;
  std::vector<std::optional<std::string>> values;  ///< The others; nothing: undefined.

  std::vector<model::Argument> Make(base::Rng& rng) const {
    constexpr int kMostRounds = 4;
    std::vector<model::Argument> arguments;
    for (size_t i = 0; i < values.size(); ++i) {
      const auto text = i == at ? std::optional(pattern.Make(rng, kMostRounds)) : values[i];
      arguments.push_back(model::Argument::Literal(text ? model::Value::String(*text) : model::Value::Undefined()));
    }
    return arguments;
  }
};

/// By Function::Name.
using MatchingCalls = std::map<std::string, std::vector<MatchingCall>>;

}  // namespace kingbird::generate
