// The values that literals and a few constructors of the language denote.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/value.h"
#include "syntax/tree.h"

namespace kingbird::mine {

/// Returns the value of a string, number, regular expression, template without substitutions, true, null, NaN …;
/// nothing for other nodes and for very long literals.
std::optional<model::Value> LiteralValue(syntax::Node node);

/// Returns the value of a constructor call such as new Date(2014, 6, 2), new Set([1, 2]) or new Error('no'); nothing
/// for unknown constructors and values that differ from run to run.
std::optional<model::Value> ConstructedValue(const std::string& name, const std::vector<model::Value>& arguments);

/// Returns the value of an operation on literals, as authors write in place of one literal: 'a' + 'b', 24 * 60.
std::optional<model::Value> Combined(std::string_view sign, const model::Value& a, const model::Value& b);

}  // namespace kingbird::mine
