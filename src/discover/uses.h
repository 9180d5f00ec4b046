// The uses of a parameter that were observed in the program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/value.h"

namespace kingbird::discover {

/// The record of agent/unknown.js about one parameter or a part of it. Records can be added up.
struct Uses {
  std::map<std::string, int> counts;    ///< Number of uses by description: "coerced to number".
  std::map<std::string, Uses> members;  ///< Properties read or written.
  std::vector<model::Value> constants;  ///< Values and regular expressions that the parameter was compared with.
  std::vector<Uses> element;            ///< At most one: uses of its items, or of the value of a promise.
  std::vector<Uses> result;             ///< At most one: uses of the result of calling it.
  int arity = -1;

  int Count(const std::string& use) const;
  bool empty() const { return counts.empty() && members.empty(); }
  void Add(const Uses& other);
};
/// Reads a text such as "/a+/i"; nothing if the text is no regular expression.
std::optional<model::Value> PatternFrom(const std::string& text);
/// Reads JSON of the shape "uses" in agent/wire.json.
Uses UsesFromJson(const base::Json& json);

}  // namespace kingbird::discover
