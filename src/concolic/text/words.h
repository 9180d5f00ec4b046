// Constants that the text of a function mentions: what its inputs are compared with, looked up in or taken apart by.
#pragma once

#include <string>
#include <vector>

#include "syntax/counters.h"
#include "syntax/tree.h"

namespace kingbird::concolic {

/// Each list without repeats. Constants of the function itself stand before those of the rest of its file.
struct Words {
  std::vector<std::u16string> texts;  ///< Strings, parts of templates, keys of object literals, samples of patterns.
  std::vector<double> numbers;        ///< Numbers and big integers.
};

/// At most a few hundred constants, none longer than 200 units. `own`: where the function stands.
Words WordsIn(const syntax::Tree& tree, syntax::Range own);

}  // namespace kingbird::concolic
