// Reads the shapes of functions' inputs out of their texts (shape.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "concolic/text/shape.h"
#include "syntax/counters.h"
#include "syntax/tree.h"

namespace kingbird::concolic {

/// Of one file. Immutable; the tree must outlive it.
class TextShapes {
 public:
  explicit TextShapes(const syntax::Tree& tree);

  /// What becomes of calls.
  enum class CalleesAre : uint8_t {
    kStandIns,  ///< Inputs are called in their place.
    kRun,       ///< They run: methods are left to the receiver's prototype.
    kRead,      ///< They run, and functions of the file that are called by a name only one of them has are read, too.
  };
  /// Of the function with this range; empty where there is none.
  Shapes Of(const syntax::Range& range, CalleesAre callees) const;

 private:
  const syntax::Tree& tree_;
  std::map<syntax::Range, uint32_t> functions_;  ///< Nodes.
  std::map<std::string, syntax::Node> callees_;  ///< By name; null where several have it.
  std::map<std::string, std::string> modules_;   ///< Variables that hold modules → what is required.
};

}  // namespace kingbird::concolic
