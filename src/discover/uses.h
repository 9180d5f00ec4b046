// What the program was seen to do with a parameter.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/value.h"

namespace kingbird::discover {

/// What agent/unknown.js wrote down about one parameter or a part of it; additive.
struct Uses {
  std::map<std::string, int> counts;    ///< "coerced to number" → how often.
  std::map<std::string, Uses> members;  ///< Properties read or written.
  std::vector<model::Value> constants;  ///< What it was compared with; regular expressions it was matched with.
  std::vector<Uses> element;            ///< None or one: items, what a promise gives.
  std::vector<Uses> result;             ///< None or one: what calling it gave.
  int arity = -1;

  int Count(const std::string& use) const;
  bool empty() const { return counts.empty() && members.empty(); }
  void Add(const Uses& other);
};
/// Of "/a+/i"; nothing where that is no regular expression.
std::optional<model::Value> PatternFrom(const std::string& text);
/// Of the shape "uses" in agent/wire.json.
Uses UsesFromJson(const base::Json& json);

}  // namespace kingbird::discover
