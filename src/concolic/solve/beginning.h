// What a text begins with whatever the inputs are: `"{" + x` with "{", and its first character is no input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "concolic/expression/expression.h"

namespace kingbird::concolic {

struct Beginning {
  std::u16string text;
  bool whole = false;  ///< That is all of it.
};

/// An operand: its value and, if it is a text, its beginning, as far as they are known; null otherwise.
struct BeginningOperand {
  const Value* value = nullptr;
  const Beginning* beginning = nullptr;
};

/// Of what the operator makes of the operands; none: it is no text, or nothing is known of it.
std::optional<Beginning> BeginningOf(Op op, const std::vector<BeginningOperand>& operands);

/// The character that the operator takes out of a text whose beginning is known; none: it lies behind that.
std::optional<Value> CharacterOf(Op op, const std::vector<BeginningOperand>& operands);

}  // namespace kingbird::concolic
