// What the passes want changed in one file: insertions and replacements by byte offset. Text outside an edit is copied
// as it is, and no edit may add or remove a line, so line numbers stay the user's own; columns are mapped by
// PositionMap.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kingbird::syntax {

/// Maps byte offsets of rewritten text back to offsets of the original. Inserted text maps to where it was inserted.
class PositionMap {
 public:
  uint32_t ToOriginal(uint32_t rewritten_offset) const;

 private:
  friend class Edits;
  struct Step {
    uint32_t rewritten;  ///< Where copied text begins in the rewritten file …
    uint32_t original;   ///< … and in the original.
  };
  std::vector<Step> steps_;
};

/// Edits at one offset stay in the order in which they were made. Rewriter makes them in the order of one walk (on
/// entering a node at its begin, on leaving it at its end), hence wrappers nest without anyone counting parentheses.
class Edits {
 public:
  explicit Edits(std::string_view source) : source_(source) {}

  void Insert(uint32_t offset, std::string text);
  /// Replaces [begin, end) and drops the edits made inside it so far; CHECKs that the text has as many lines as before.
  void Replace(uint32_t begin, uint32_t end, std::string text);
  /// The text of [begin, end) with the edits made so far inside it, insertions at both ends included: what a pass that
  /// rebuilds an expression from its rewritten parts needs.
  std::string Render(uint32_t begin, uint32_t end) const;

  bool empty() const { return edits_.empty(); }
  size_t size() const { return edits_.size(); }
  std::string Apply(PositionMap* map = nullptr) const;

 private:
  struct Edit {
    uint32_t begin;
    uint32_t end;
    std::string text;
  };
  std::vector<Edit> Sorted() const;

  std::string_view source_;
  std::vector<Edit> edits_;
};

}  // namespace kingbird::syntax
