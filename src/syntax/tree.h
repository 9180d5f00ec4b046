// A parsed file as one flat array of nodes in preorder. Nodes are indices: parent, child and sibling steps are array
// reads, which tree-sitter's own nodes do not offer (finding a parent there searches from the root).
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/kind.h"

namespace kingbird::syntax {

enum class Language : uint8_t { kJavaScript, kTypeScript };

/// Lines count from 1, columns from 0 in UTF-16 units: what Istanbul, source maps and V8 use.
struct Position {
  uint32_t line = 0;
  uint32_t column = 0;
  auto operator<=>(const Position&) const = default;
};

class Tree;

/// A cheap handle, valid as long as its Tree; a default one is null. All steps from a null node give null.
class Node {
 public:
  static constexpr uint32_t kNull = 0xffffffffu;

  Node() = default;
  Node(const Tree* tree, uint32_t index) : tree_(tree), index_(index) {}

  explicit operator bool() const { return index_ != kNull; }
  bool operator==(const Node& other) const { return index_ == other.index_; }
  uint32_t index() const { return index_; }

  Kind kind() const;
  bool Is(Kind kind) const { return index_ != kNull && this->kind() == kind; }
  /// The grammar's name: "call_expression", "=>".
  std::string_view type() const;
  /// Under which field of its parent the node stands.
  Field field() const;
  bool named() const { return index_ != kNull && kind() != Kind::kToken; }
  /// A string statement at the head of a program or function body ("use strict" and the like).
  bool directive() const;
  bool comment() const { return Is(Kind::kComment) || Is(Kind::kHtmlComment); }

  /// Byte range in the source.
  uint32_t begin() const;
  uint32_t end() const;
  std::string_view text() const;

  Node parent() const;
  Node first_child() const;
  Node next() const;
  /// The first child under this field; null if there is none.
  Node Child(Field field) const;
  /// The i-th child that is neither token nor comment.
  Node NamedChild(size_t i) const;
  /// The first token child with this text, e.g. Token("async").
  Node Token(std::string_view text) const;

  /// Children that are neither tokens nor comments: `for (Node child : node.children())`.
  class Children;
  Children children() const;

 private:
  const Tree* tree_ = nullptr;
  uint32_t index_ = kNull;
};

/// Immutable after parsing; safe to read from several threads. Owns its copy of the source.
class Tree {
 public:
  Node root() const { return Node(this, nodes_.empty() ? Node::kNull : 0); }
  Node At(uint32_t index) const { return Node(this, index); }
  size_t size() const { return nodes_.size(); }
  std::string_view source() const { return source_; }
  Language language() const { return language_; }
  /// Syntax errors or missing tokens: the tree covers the text, but do not rewrite it.
  bool has_error() const { return has_error_; }
  /// Indices of all comments, in order.
  const std::vector<uint32_t>& comments() const { return comments_; }
  Position PositionAt(uint32_t offset) const;
  uint32_t LineAt(uint32_t offset) const;
  /// UTF-16 units from the beginning of the file.
  uint32_t UnitsBefore(uint32_t offset) const;
  /// UTF-16 units that a byte of UTF-8 stands for: a character's first byte counts for all of it.
  static uint32_t UnitsOf(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return (value & 0xc0) == 0x80 ? 0 : value >= 0xf0 ? 2 : 1;
  }
  /// Whether the byte at `i` is the last of a line break, as the language counts lines.
  static bool EndsLine(std::string_view text, size_t i);

 private:
  friend class Node;
  friend class Parser;
  struct Raw {
    uint16_t symbol;
    Kind kind;
    Field field;
    uint32_t begin;
    uint32_t end;
    uint32_t parent;
    uint32_t first_child;
    uint32_t next;
  };

  static constexpr uint32_t kStride = 32;
  void IndexPositions();
  void IndexDirectives();
  void TrimEnd(uint32_t index);
  bool IsMisread() const;
  std::vector<std::pair<uint32_t, uint32_t>> SplitDeclarations() const;

  std::string source_;
  Language language_ = Language::kJavaScript;
  bool has_error_ = false;
  std::vector<Raw> nodes_;
  std::vector<uint32_t> comments_;
  std::vector<uint32_t> directives_;  ///< In the order of the text.
  std::vector<uint32_t> line_starts_;
  std::vector<uint32_t> units_;  ///< UTF-16 units before every kStride-th byte; empty for plain ASCII.
  const std::vector<std::string_view>* symbol_names_ = nullptr;  ///< Lives as long as the program.
};

class Node::Children {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Node;
    using difference_type = std::ptrdiff_t;
    using pointer = const Node*;
    using reference = const Node&;

    explicit Iterator(Node node) : node_(node) { Skip(); }
    const Node& operator*() const { return node_; }
    const Node* operator->() const { return &node_; }
    Iterator& operator++() {
      node_ = node_.next();
      Skip();
      return *this;
    }
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    void Skip() {
      while (node_ && (!node_.named() || node_.comment())) node_ = node_.next();
    }
    Node node_;
  };
  explicit Children(Node first) : first_(first) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(Node()); }
  bool empty() const { return begin() == end(); }

 private:
  Node first_;
};

inline Kind Node::kind() const { return index_ == kNull ? Kind::kOther : tree_->nodes_[index_].kind; }
inline Field Node::field() const { return index_ == kNull ? Field::kNone : tree_->nodes_[index_].field; }
inline uint32_t Node::begin() const { return index_ == kNull ? 0 : tree_->nodes_[index_].begin; }
inline uint32_t Node::end() const { return index_ == kNull ? 0 : tree_->nodes_[index_].end; }
inline Node Node::parent() const { return index_ == kNull ? *this : Node(tree_, tree_->nodes_[index_].parent); }
inline Node Node::first_child() const {
  return index_ == kNull ? *this : Node(tree_, tree_->nodes_[index_].first_child);
}
inline Node Node::next() const { return index_ == kNull ? *this : Node(tree_, tree_->nodes_[index_].next); }
inline Node::Children Node::children() const { return Children(first_child()); }

/// `o.x` or `o[x]`.
inline bool IsMember(Node node) { return node.Is(Kind::kMemberExpression) || node.Is(Kind::kSubscriptExpression); }
/// A function that is written where a value stands, to be called by somebody else: no generator.
inline bool IsFunctionValue(Node node) { return node.Is(Kind::kArrowFunction) || node.Is(Kind::kFunctionExpression); }
inline bool IsFunctionExpression(Node node) { return IsFunctionValue(node) || node.Is(Kind::kGeneratorFunction); }
/// Whether the node has parameters and a body.
inline bool IsFunction(Node node) {
  return IsFunctionExpression(node) || node.Is(Kind::kFunctionDeclaration) ||
         node.Is(Kind::kGeneratorFunctionDeclaration) || node.Is(Kind::kMethodDefinition);
}

/// Calls enter(node) in preorder and leave(node) in postorder for every node, tokens and comments included. No
/// recursion: generated code nests thousands of levels deep. When enter returns false the children are skipped (leave
/// still comes).
template <typename Enter, typename Leave>
void Walk(Node root, Enter&& enter, Leave&& leave) {
  Node node = root;
  while (node) {
    const bool descend = enter(node);
    if (Node child = node.first_child(); descend && child) {
      node = child;
      continue;
    }
    while (true) {
      leave(node);
      if (node == root) return;
      if (Node next = node.next()) {
        node = next;
        break;
      }
      node = node.parent();
    }
  }
}

}  // namespace kingbird::syntax
