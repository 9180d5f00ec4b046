// The values that literals and a few constructors of the language denote.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/value.h"
#include "syntax/tree.h"

namespace kingbird::mine {

/// Of a string, number, regular expression, template without substitutions, true, null, NaN …; nothing for other nodes
/// and very long ones.
std::optional<model::Value> LiteralValue(syntax::Node node);

/// new Date(2014, 6, 2), new Set([1, 2]), new Error('no'); nothing for what is not known or differs from run to run.
std::optional<model::Value> ConstructedValue(const std::string& name, const std::vector<model::Value>& arguments);

/// 'a' + 'b', 24 * 60: what authors write instead of one literal.
std::optional<model::Value> Combined(std::string_view sign, const model::Value& a, const model::Value& b);

}  // namespace kingbird::mine
