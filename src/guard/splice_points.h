// Where checks are spliced into the functions of a file, and what they can name there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "syntax/counters.h"
#include "syntax/function_sites.h"
#include "syntax/tree.h"

namespace kingbird::guard {

/// Of one function. Texts are counted twice: in UTF-16 units, as the program that splices does, and in bytes. A byte
/// order mark does not count: Node takes it away before anybody sees the text.
struct SplicePoint {
  syntax::Extent units;  ///< The function's text.
  syntax::Extent bytes;
  uint32_t enter = 0;                   ///< In units: the check goes here, behind directives.
  std::optional<uint32_t> leave;        ///< In units, where the body is an expression: its end.
  std::vector<std::string> parameters;  ///< By position; "" for a pattern or rest parameter.
  bool receiver = false;                ///< `this` is the function's own and there at once.
  std::string hash;                     ///< Of the function's text.
};

/// A parsed file; immutable.
class SpliceSource {
 public:
  explicit SpliceSource(std::string source);
  /// The function with this range; none where the file is not (any more) what was rewritten.
  std::optional<SplicePoint> FunctionAt(const syntax::Range& range) const;
  /// What `instanceof` asks for in this range: the right operands that are names or chains of names; "" for others.
  std::vector<std::string> InstanceChecks(const syntax::Range& range) const;
  /// Whether a value used in this range ends the function by a TypeError when it is of no use there: its members or
  /// calls of it are what the range is, and no try block with a catch clause is around it.
  bool EndsWithoutIt(const syntax::Range& range) const;
  /// Whether the value in this range is one that a member is read from, not one that is called.
  bool ReadsFrom(const syntax::Range& range) const;
  std::string hash() const;
  uint32_t units() const { return tree_.UnitsBefore(static_cast<uint32_t>(tree_.source().size())); }

 private:
  syntax::Tree tree_;
  std::map<syntax::Range, uint32_t> functions_;  ///< Nodes.
  std::map<syntax::Range, bool> uses_;           ///< Ranges of members, calls and what they are of.
  std::set<syntax::Range> objects_;              ///< Of members.
};

/// Sixteen hexadecimal digits; guard.js counts the same.
std::string HashText(std::string_view text);

}  // namespace kingbird::guard
