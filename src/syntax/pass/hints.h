// Comments that take code out of the coverage: "istanbul ignore next|if|else|file" and "c8 ignore next [n]|start|stop".
// "file" counts at the head only (docs/decisions/0005).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "syntax/tree.h"

namespace kingbird::syntax {

class Hints {
 public:
  enum class Hint : uint8_t { kNone, kNext, kIf, kElse };

  explicit Hints(const Tree& tree);

  bool ignore_file() const { return ignore_file_; }
  bool any() const { return !by_offset_.empty(); }
  /// Istanbul's hint that stands before this node: before its first token or before a parenthesis around it, and not
  /// before a larger node that starts at the same place.
  Hint For(Node node) const;
  /// The line lies in a c8 range.
  bool IgnoresLine(uint32_t line) const;

 private:
  void ReadC8(const Tree& tree, Node comment);

  bool ignore_file_ = false;
  std::unordered_map<uint32_t, Hint> by_offset_;         ///< Keyed by the offset of the token that follows the comment.
  std::vector<std::pair<uint32_t, uint32_t>> c8_lines_;  ///< First and last line, in order.
  uint32_t c8_open_ = 0;                                 ///< Line of a start without its stop yet.
};

}  // namespace kingbird::syntax
