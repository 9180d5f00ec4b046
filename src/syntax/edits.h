// What the passes want changed in one file. Every edit is anchored to a node of the tree: what stands before it, its
// own text, what stands behind it. Two nodes that begin at the same place keep their edits apart, so passes need not
// know of each other.
//
// The text of a node, outermost first:
//
//   body begin | { | befores | own text | afters | } | behind
//
// where own text is what a pass rebuilt it to, or the source with the texts of the children in their places. The braces
// are there where MakeBlock asked for them. Befores stand in the order of the list of passes, afters in the opposite
// order, so what passes put around a node nests, the first pass outermost. Nothing is put together before the end: an
// edit costs the same however deep its node lies, and the file is written in one go, in linear time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "syntax/tree.h"

namespace kingbird::syntax {

/// A node's new own text: a sequence of texts and of nodes below it, which stand for all of their text, insertions
/// included.
class Pieces {
 public:
  struct Piece {
    std::string text;
    uint32_t node = Node::kNull;  ///< kNull: the piece is `text`.
  };

  Pieces& operator<<(std::string_view text);
  Pieces& operator<<(Node node);
  const std::vector<Piece>& list() const { return list_; }

 private:
  friend class Edits;
  std::vector<Piece> list_;
};

/// The place of a node's own text in the rewritten file, without the texts that were put around the node.
struct Span {
  uint32_t node = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Lines stay: an insertion has no line break (CHECKed), a rebuilt node has as many as before (see Rebuild). Refers to
/// the tree, which must outlive it. Thread-compatible.
class Edits {
 public:
  explicit Edits(const Tree& tree);

  /// Directly before and behind a node of any kind, tokens included. Later calls of one pass lie further inside.
  void Before(Node node, std::string text) { Insert(node, Slot::kBefore, std::move(text)); }
  void After(Node node, std::string text) { Insert(node, Slot::kAfter, std::move(text)); }
  void Wrap(Node node, std::string before, std::string after);

  /// Statements before a statement: outside its labels, and in braces together with it where only one statement may
  /// stand.
  void BeforeStatement(Node statement, std::string text);
  /// Gives a statement braces of its own, once, unless it is a block.
  void MakeBlock(Node statement);
  /// Outside of everything else at the node, braces included: an else that the source does not have.
  void Behind(Node node, std::string text) { Insert(node, Slot::kBehind, std::move(text)); }

  /// Statements at the head of a body's inside, in the order of the passes: a block (behind its directives), a case or
  /// default of a switch, or the program.
  void BodyBegin(Node body, std::string text);

  /// Makes the expression that is an arrow function's body a block that begins with `head` and returns it; outside of
  /// everything else at the node. One pass of a list may do this.
  void MakeBody(Node expression, const std::string& head);

  /// Gives the node its own text. Each node in `pieces` lies below `node`, and none within another (CHECKed). Children
  /// that are left out go, with all that was inserted in them. False, and nothing is changed, if
  /// - it was rebuilt before;
  /// - the lines cannot be kept: a child must stay on its lines. Missing line breaks are added before a child, and
  /// before
  ///   a last text behind other pieces; a break must be harmless there (inside of parentheses it is).
  bool Rebuild(Node node, Pieces pieces);

  /// Apply tells where the own text of this node came to lie.
  void Track(Node node);

  /// Everything put together; once. Spans of tracked nodes are in the order of the rewritten file.
  std::string Apply(std::vector<Span>* spans = nullptr);
  /// After Apply: insertions that are not in the text, because a rebuilt node left their node out.
  size_t dropped() const { return insertions_.size() - written_; }

  /// Sets the pass that makes the following edits, by its position in the list of passes.
  void SetPass(uint8_t position) { pass_ = position; }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  static constexpr int kSlotShift = 40;
  enum class Slot : uint8_t { kBodyBegin, kBefore, kAfter, kBehind };
  struct Insertion {
    uint64_t order;  ///< Slot, position of the pass, number: insertions of a node stand in this order.
    uint32_t next;
    std::string text;
  };
  struct NodeEdits {
    uint32_t first = kNone;  ///< Insertions of this node, in order.
    uint32_t last = kNone;   ///< The last one of them.
    uint32_t own = kNone;    ///< Index into rebuilt_.
    bool edited = false;     ///< Something is different here or below.
    bool block = false;
    bool tracked = false;
  };
  struct Writing;

  void Insert(Node node, Slot slot, std::string text);
  Node OutsideLabels(Node statement);
  void MarkEdited(Node node);
  bool KeepLines(Node node, Pieces& pieces) const;
  void CheckPieces(Node node, const Pieces& pieces) const;
  uint32_t WriteInsertions(uint32_t at, Slot last, Writing& to) const;
  bool Open(uint32_t node, Writing& to) const;
  void Close(Writing& to) const;
  void Write(uint32_t root, Writing& to) const;

  const Tree& tree_;
  std::vector<NodeEdits> slots_;  ///< Indexed by node.
  std::vector<Insertion> insertions_;
  std::unordered_map<uint32_t, uint32_t> outside_;  ///< Outermost statement of each labelled statement.
  std::vector<Pieces> rebuilt_;
  size_t added_ = 0;  ///< Length of all insertions.
  size_t written_ = 0;
  uint8_t pass_ = 0;
};

}  // namespace kingbird::syntax
