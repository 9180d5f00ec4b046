// What a function does with its inputs, as its text says it: `o.a.b()` takes an object with an object with a function.
// Inputs that no run has looked at yet are made accordingly, so that runs do not fail once for each step of a chain
// (paper 003 sets the types of a path right at once; this does it for what lies ahead). A guess: runs decide.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "concolic/expression/type.h"
#include "concolic/search/seen_run.h"

namespace kingbird::concolic {

/// How one value is used.
struct Shape {
  static constexpr std::string_view kElement = "[]";
  static constexpr std::string_view kResult = "()";

  uint16_t served = 0;  ///< Bits of the types that serve all uses; meaningless while `used` is false.
  bool used = false;
  bool asked = false;                       ///< Code asks for its type: it is left to the search.
  size_t calls = 0;                         ///< Places that call it.
  std::map<std::string, Shape> properties;  ///< By name; elements and results under the names above.

  void Use(TypeSet types);
  /// What it should be; absent: the text does not tell.
  Type type() const;
};

/// All inputs of a function.
struct Shapes {
  std::map<std::string, Shape> roots;            ///< "this", "0", "1" …, names of globals.
  std::map<std::string, Shape> results;          ///< By the last name of what is called.
  std::map<std::string, std::string> stand_ins;  ///< Globals that stand for functions → their last names.

  bool modules = false;  ///< Modules are inputs, too: roots that begin with "require:".

  bool empty() const { return roots.empty() && results.empty(); }
};

/// The shape of each symbol; null where the text does not speak of it.
std::vector<const Shape*> ShapesOf(const Shapes& shapes, const Path& path);

/// Adds what the text expects and the run has not read to an input that was made from the run.
void Complete(const Shapes& shapes, const SeenRun& run, Assignment& input);

}  // namespace kingbird::concolic
