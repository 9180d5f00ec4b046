// What properties seem to be, from how the text of a program uses them: `x.marshal(…)` makes "marshal" a function
// wherever its type has to be guessed. A guess only orders what is tried; runs decide.
#pragma once

#include <map>
#include <string>

#include "concolic/expression/type.h"
#include "syntax/tree.h"

namespace kingbird::concolic {

/// By property name: called → function, read from → object, an operand of arithmetic → number. Uses of all objects
/// count together; a property used in several ways has several types.
std::map<std::string, TypeSet> TextHints(const syntax::Tree& tree);

}  // namespace kingbird::concolic
