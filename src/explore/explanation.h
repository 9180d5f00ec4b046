// Where symbolic information was lost in an exploration, for people: `kingbird explore --explain`.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "explore/explore.h"
#include "explore/functions.h"

namespace kingbird::explore {

/// Over all functions and runs, the most costly first: those that most decisions depend on which went one way only.
/// What decisions depend on is known only where it was asked for (Config::explain).
std::vector<Explanation> Explain(const std::vector<ExploredFunction>& functions, const SiteIndex& sites);

/// One paragraph for each, with what to do about it; the first ones of many.
std::string ToText(const std::vector<Explanation>& explanations);

base::Json ToJson(const std::vector<Explanation>& explanations);

}  // namespace kingbird::explore
