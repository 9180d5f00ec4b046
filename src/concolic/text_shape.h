// Reads the shapes of functions' inputs out of their texts (shape.h).
#pragma once

#include <map>
#include <string>

#include "concolic/shape.h"
#include "syntax/counters.h"
#include "syntax/tree.h"

namespace kingbird::concolic {

/// Of one file. Immutable; the tree must outlive it.
class TextShapes {
 public:
  explicit TextShapes(const syntax::Tree& tree);

  /// Of the function with this range; empty where there is none. `callees`: functions of the file that it calls by a
  /// name only one of them has are read, too, and methods are left to the receiver's prototype.
  Shapes Of(const syntax::Range& range, bool callees) const;

 private:
  const syntax::Tree& tree_;
  std::map<syntax::Range, uint32_t> functions_;  ///< Nodes.
  std::map<std::string, syntax::Node> callees_;  ///< By name; null where several have it.
  std::map<std::string, std::string> modules_;   ///< Variables that hold modules → what is required.
};

}  // namespace kingbird::concolic
