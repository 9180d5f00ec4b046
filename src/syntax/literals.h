// Constants and names that a source mentions: seeds for value pools.
#pragma once

#include <string>
#include <vector>

#include "syntax/tree.h"

namespace kingbird::syntax {

/// Each list sorted and without repeats.
struct Literals {
  std::vector<std::string>
      strings;                  ///< Values (escapes resolved, WTF-8), property keys and import sources not included.
  std::vector<double> numbers;  ///< Values of number literals, a minus sign before them taken in.
  std::vector<std::string> bigints;  ///< Decimal or prefixed digits as written, without the n.
  std::vector<std::string> regexes;  ///< "/…/flags" as written.
  std::vector<std::string>
      property_keys;  ///< Names read from or destructured out of a parameter: option names, mostly.
};

Literals FindLiterals(const Tree& tree);
/// Parses as JavaScript; what stands in an unparsable part may be missing.
Literals FindLiterals(std::string source);

/// The value of a string node or of a template without substitutions, as WTF-8.
std::string StringValue(Node string);
/// The value of a number literal that is no bigint.
double NumberValue(std::string text);

}  // namespace kingbird::syntax
