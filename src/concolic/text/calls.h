// Which functions of its file a function calls with what it got itself: of `foo(x, this.y)` x and this.y are inputs of
// foo, too, and may begin as foo wants them. A guess by names; runs decide.
#pragma once

#include <string>
#include <vector>

#include "concolic/input.h"
#include "syntax/counters.h"
#include "syntax/tree.h"

namespace kingbird::concolic {

/// An input of the caller: "this" or the number of an argument, then names of members. Empty: something else.
using PassedPlace = std::vector<std::string>;

struct TextCall {
  syntax::Range callee;             ///< The function.
  std::vector<PassedPlace> passed;  ///< The receiver, then the arguments.
};

/// The calls in the function with this range, not in functions inside it, in the order of the text. A name that several
/// functions of the file have stands for each of the first few.
std::vector<TextCall> CallsIn(const syntax::Tree& tree, const syntax::Range& function);

/// Gives `start` what `entry` has of what the call passes on; what is there stays as it is.
void BeginWith(const Assignment& entry, const TextCall& call, Assignment& start);

}  // namespace kingbird::concolic
