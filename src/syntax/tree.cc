#include "syntax/tree.h"

#include <algorithm>

namespace kingbird::syntax {
namespace {

/// Bodies whose first statements may be directives.
bool HasDirectives(Node body) {
  if (body.Is(Kind::kProgram)) return true;
  return body.Is(Kind::kStatementBlock) && body.field() == Field::kBody && IsFunction(body.parent());
}

bool IsStringStatement(Node statement) {
  return statement.Is(Kind::kExpressionStatement) && statement.NamedChild(0).Is(Kind::kString);
}

}  // namespace

std::string_view Node::type() const {
  return index_ == kNull ? "" : (*tree_->symbol_names_)[tree_->nodes_[index_].symbol];
}

std::string_view Node::text() const {
  return index_ == kNull ? "" : std::string_view(tree_->source_).substr(begin(), end() - begin());
}

Node Node::Child(Field field) const {
  for (Node child = first_child(); child; child = child.next()) {
    if (child.field() == field && !child.comment()) return child;
  }
  return Node();
}

Node Node::NamedChild(size_t i) const {
  for (Node child : children()) {
    if (i-- == 0) return child;
  }
  return Node();
}

Node Node::Token(std::string_view text) const {
  for (Node child = first_child(); child; child = child.next()) {
    if (child.kind() == Kind::kToken && child.type() == text) return child;
  }
  return Node();
}

bool Tree::EndsLine(std::string_view text, size_t i) {
  const char byte = text[i];
  if (byte == '\n') return true;
  if (byte == '\r') return i + 1 >= text.size() || text[i + 1] != '\n';
  // U+2028 and U+2029 end a line too.
  return (byte == '\xa8' || byte == '\xa9') && i >= 2 && text[i - 1] == '\x80' && text[i - 2] == '\xe2';
}

void Tree::IndexPositions() {
  const std::string_view text = source_;
  line_starts_ = {text.starts_with("\xef\xbb\xbf") ? 3u : 0u};
  uint32_t units = 0;
  bool ascii = true;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i % kStride == 0) units_.push_back(units);
    units += UnitsOf(text[i]);
    ascii = ascii && static_cast<unsigned char>(text[i]) < 0x80;
    if (EndsLine(text, i)) line_starts_.push_back(static_cast<uint32_t>(i + 1));
  }
  if (ascii) units_.clear();
}

void Tree::IndexDirectives() {
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (!HasDirectives(At(i))) continue;
    for (Node statement : At(i).children()) {
      if (statement.Is(Kind::kHashBangLine)) continue;
      if (!IsStringStatement(statement)) break;
      directives_.push_back(statement.index());
    }
  }
  std::sort(directives_.begin(), directives_.end());
}

bool Node::directive() const {
  return index_ != kNull && std::binary_search(tree_->directives_.begin(), tree_->directives_.end(), index_);
}

/// A semicolon that is not written stands behind the comments that follow the statement, so that the grammar counts
/// them in; a node ends with its last child that is no comment.
void Tree::TrimEnd(uint32_t index) {
  uint32_t end = 0;
  bool comments = false;
  for (uint32_t child = nodes_[index].first_child; child != Node::kNull; child = nodes_[child].next) {
    const bool comment = nodes_[child].kind == Kind::kComment || nodes_[child].kind == Kind::kHtmlComment;
    if (!comment) end = nodes_[child].end;
    comments = comment;
  }
  if ((comments || end < nodes_[index].end) && end != 0) nodes_[index].end = end;
}

/// The grammar accepts some programs and reads them wrongly. Each of these can be told from the tree or the text:
/// - a carriage return alone ends a line, and an HTML comment ("a<!--b") is one, for the language but not for the
/// grammar;
/// - "{a: 1}" as a statement or as the body of an arrow is a block with a label, never an object; in the same way no
/// expression
///   statement starts with "function" or "class".
bool Tree::IsMisread() const {
  for (size_t at = source_.find('\r'); at != std::string::npos; at = source_.find('\r', at + 1)) {
    if (at + 1 >= source_.size() || source_[at + 1] != '\n') return true;
  }
  const bool html = source_.find("<!--") != std::string::npos;
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    const Raw& node = nodes_[i];
    if (html && node.kind == Kind::kToken && node.end == node.begin + 1 &&
        source_.compare(node.begin, 4, "<!--") == 0) {
      return true;
    }
    if (node.kind == Kind::kArrowFunction) {
      const Node body = At(i).Child(Field::kBody);
      if (!body.Is(Kind::kStatementBlock) && source_[body.begin()] == '{') return true;
    }
    if (node.kind != Kind::kExpressionStatement) continue;
    if (source_[node.begin] == '{') return true;
    Node first = At(i);
    while (first.first_child()) first = first.first_child();
    if (first.type() == "function" || first.type() == "class") return true;
  }
  return false;
}

/// The grammar reads "let", a line break and a name as two statements; for the language it is a declaration wherever
/// one may stand. Gives the gaps between the two.
std::vector<std::pair<uint32_t, uint32_t>> Tree::SplitDeclarations() const {
  std::vector<std::pair<uint32_t, uint32_t>> gaps;
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    const Raw& node = nodes_[i];
    if (node.kind != Kind::kExpressionStatement || source_.compare(node.begin, node.end - node.begin, "let") != 0)
      continue;
    const Kind around = At(node.parent).kind();
    if (around != Kind::kProgram && around != Kind::kStatementBlock && around != Kind::kSwitchCase &&
        around != Kind::kSwitchDefault) {
      continue;
    }
    Node next = At(i).next();
    while (next && next.comment()) next = next.next();
    Node first = next;
    while (first.first_child()) first = first.first_child();
    const char opens = next ? source_[next.begin()] : ' ';
    const bool named = next.Is(Kind::kExpressionStatement) && first.Is(Kind::kIdentifier);
    if (named || opens == '[' || opens == '{') gaps.emplace_back(node.end, next.begin());
  }
  return gaps;
}

uint32_t Tree::UnitsBefore(uint32_t offset) const {
  if (units_.empty()) return offset;
  const uint32_t slot = std::min<uint32_t>(offset / kStride, static_cast<uint32_t>(units_.size()) - 1);
  uint32_t units = units_[slot];
  for (uint32_t i = slot * kStride; i < offset; ++i) units += UnitsOf(source_[i]);
  return units;
}

uint32_t Tree::LineAt(uint32_t offset) const {
  return static_cast<uint32_t>(std::upper_bound(line_starts_.begin() + 1, line_starts_.end(), offset) -
                               line_starts_.begin());
}

Position Tree::PositionAt(uint32_t offset) const {
  auto line = std::upper_bound(line_starts_.begin() + 1, line_starts_.end(), offset) - 1;
  const uint32_t column = offset < *line ? 0 : UnitsBefore(offset) - UnitsBefore(*line);
  return {static_cast<uint32_t>(line - line_starts_.begin()) + 1, column};
}

}  // namespace kingbird::syntax
