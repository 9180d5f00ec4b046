// What one operator makes of values of the engine: the language's meaning, corner cases included. Nothing where a Value
// does not say enough, where the engine would throw, and for operators without a model here. Stateless.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "concolic/expression/expression.h"

namespace kingbird::concolic {

using Operands = std::span<const Value* const>;

/// Every operator but kInput, kConstant, kPresent and the length of an array, which need to know the inputs.
std::optional<Value> Apply(Op op, Operands operands);

/// The parts of Apply: methods of strings, and Math, parsing and printing of numbers.
std::optional<Value> ApplyText(Op op, Operands operands);
std::optional<Value> ApplyMath(Op op, Operands operands);
/// Regular expressions, lists of parts, and what else makes texts of texts (kRegexTest and later).
std::optional<Value> ApplyRegex(Op op, Operands operands);
std::optional<Value> ApplyConversion(Op op, Operands operands);

/// The parts that `text.split(separator)` gives.
std::vector<std::u16string> SplitText(const std::u16string& text, const std::u16string& separator);

/// Longer strings are unknown: nobody solves for them.
inline constexpr size_t kMostUnits = size_t{1} << 20;
/// Of all values of an expression together. Twenty doublings of a text and thousands of texts made of the result are a
/// node each and 2 MB each. Values beyond it are unknown.
inline constexpr size_t kMostUnitsOfAll = size_t{32} << 20;

}  // namespace kingbird::concolic
