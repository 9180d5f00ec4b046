// Insertions hang on their node in a list that is kept in the order of writing (lists are short, or grow at their end).
// Writing walks down from the root with a stack of its own, since generated code nests thousands of levels deep; what
// was not edited is copied as one piece.
#include "syntax/edits.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace kingbird::syntax {
namespace {

/// The last directive of a body, or null.
Node LastDirective(Node body) {
  Node last;
  for (Node statement : body.children()) {
    if (statement.Is(Kind::kHashBangLine)) continue;
    if (!statement.directive()) break;
    last = statement;
  }
  return last;
}

/// A place where the grammar wants exactly one statement.
bool IsSingleStatement(Node statement) {
  switch (statement.parent().kind()) {
    case Kind::kIfStatement:
    case Kind::kElseClause:
    case Kind::kForStatement:
    case Kind::kForInStatement:
    case Kind::kWhileStatement:
    case Kind::kDoStatement:
    case Kind::kWithStatement:
      return statement.field() == Field::kBody || statement.field() == Field::kConsequence ||
             statement.parent().Is(Kind::kElseClause);
    default:
      return false;
  }
}

size_t CountLineBreaks(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) count += Tree::EndsLine(text, i) ? 1 : 0;
  return count;
}

}  // namespace

Pieces& Pieces::operator<<(std::string_view text) {
  if (text.empty()) return *this;
  if (list_.empty() || list_.back().node != Node::kNull) list_.emplace_back();
  list_.back().text += text;
  return *this;
}

Pieces& Pieces::operator<<(Node node) {
  if (node) list_.push_back({"", node.index()});
  return *this;
}

Edits::Edits(const Tree& tree) : tree_(tree), slots_(tree.size()) {}

void Edits::MarkEdited(Node node) {
  for (; node && !slots_[node.index()].edited; node = node.parent()) slots_[node.index()].edited = true;
}

void Edits::Insert(Node node, Slot slot, std::string text) {
  CHECK(static_cast<bool>(node));
  CHECK(text.find('\n') == std::string::npos, "an insertion must not add a line");
  if (text.empty()) return;
  constexpr int kPassShift = 32;
  const auto number = static_cast<uint32_t>(insertions_.size());
  const bool inside_out = slot == Slot::kAfter;
  const uint64_t pass = inside_out ? 0xffu - pass_ : pass_;
  const uint64_t order =
      static_cast<uint64_t>(slot) << kSlotShift | pass << kPassShift | (inside_out ? ~number : number);
  NodeEdits& edits = slots_[node.index()];
  const bool at_end = edits.last != kNone && insertions_[edits.last].order < order;
  uint32_t* at = at_end ? &insertions_[edits.last].next : &edits.first;
  while (*at != kNone && insertions_[*at].order < order) at = &insertions_[*at].next;
  const uint32_t next = std::exchange(*at, number);
  if (next == kNone) edits.last = number;
  added_ += text.size();
  insertions_.push_back({order, next, std::move(text)});
  MarkEdited(node);
}

void Edits::Wrap(Node node, std::string before, std::string after) {
  Before(node, std::move(before));
  After(node, std::move(after));
}

Node Edits::OutsideLabels(Node statement) {
  const uint32_t index = statement.index();
  for (Node at = statement.parent(); at.Is(Kind::kLabeledStatement); at = at.parent()) {
    const auto known = outside_.find(at.index());
    statement = known == outside_.end() ? at : tree_.At(known->second);
    if (known != outside_.end()) break;
  }
  if (statement.index() != index) outside_[index] = statement.index();
  return statement;
}

void Edits::BeforeStatement(Node statement, std::string text) {
  statement = OutsideLabels(statement);
  if (IsSingleStatement(statement)) MakeBlock(statement);
  // A block that is the body of something must stay its body: go inside.
  if (IsSingleStatement(statement) && statement.Is(Kind::kStatementBlock)) return BodyBegin(statement, std::move(text));
  Before(statement, std::move(text));
}

void Edits::MakeBlock(Node statement) {
  if (statement.Is(Kind::kStatementBlock)) return;
  slots_[statement.index()].block = true;
  MarkEdited(statement);
}

void Edits::MakeBody(Node expression, const std::string& head) {
  Insert(expression, Slot::kBodyBegin, "{" + head + "return ");
  Insert(expression, Slot::kBehind, ";}");
}

void Edits::BodyBegin(Node body, std::string text) {
  if (text.empty()) return;
  if (Node directive = LastDirective(body)) {
    // It may lack its semicolon.
    return Insert(directive, Slot::kBehind, fmt::format(";{}", text));
  }
  if (body.Is(Kind::kSwitchCase) || body.Is(Kind::kSwitchDefault)) return Behind(body.Token(":"), std::move(text));
  if (!body.Is(Kind::kProgram)) return Behind(body.Token("{"), std::move(text));
  for (Node statement : body.children()) {
    if (!statement.Is(Kind::kHashBangLine)) return Insert(statement, Slot::kBodyBegin, std::move(text));
  }
}

void Edits::CheckPieces(Node node, const Pieces& pieces) const {
  std::vector<std::pair<uint32_t, uint32_t>> used;
  for (const Pieces::Piece& piece : pieces.list()) {
    if (piece.node == Node::kNull) continue;
    const Node child = tree_.At(piece.node);
    CHECK(piece.node > node.index() && child.begin() >= node.begin() && child.end() <= node.end(),
          "not below the node");
    used.emplace_back(child.begin(), child.end());
  }
  std::sort(used.begin(), used.end());
  for (size_t i = 1; i < used.size(); ++i) CHECK(used[i - 1].second <= used[i].first, "a child is used twice");
}

/// Adds what is missing of the node's line breaks; false if a child, or the end, would come to lie too far down.
bool Edits::KeepLines(Node node, Pieces& pieces) const {
  const uint32_t last_line = tree_.LineAt(node.end());
  uint32_t line = tree_.LineAt(node.begin());
  const bool one_line = line == last_line;
  std::vector<Pieces::Piece> kept;
  for (Pieces::Piece& piece : pieces.list_) {
    if (piece.node == Node::kNull) {
      line += static_cast<uint32_t>(CountLineBreaks(piece.text));
    } else if (!one_line) {
      const Node child = tree_.At(piece.node);
      const uint32_t wanted = tree_.LineAt(child.begin());
      if (line > wanted) return false;
      if (line < wanted) kept.push_back({std::string(wanted - line, '\n')});
      line = tree_.LineAt(child.end());
    }
    kept.push_back(std::move(piece));
  }
  if (line > last_line) return false;
  if (line < last_line) {
    if (kept.size() < 2 || kept.back().node != Node::kNull) return false;
    kept.back().text.insert(0, last_line - line, '\n');
  }
  pieces.list_ = std::move(kept);
  return true;
}

bool Edits::Rebuild(Node node, Pieces pieces) {
  CheckPieces(node, pieces);
  NodeEdits& slot = slots_[node.index()];
  if (slot.own != kNone || !KeepLines(node, pieces)) return false;
  slot.own = static_cast<uint32_t>(rebuilt_.size());
  rebuilt_.push_back(std::move(pieces));
  MarkEdited(node);
  return true;
}

void Edits::Track(Node node) {
  slots_[node.index()].tracked = true;
  MarkEdited(node);
}

struct Edits::Writing {
  struct Frame {
    uint32_t node;
    uint32_t next;  ///< The next child, or the next piece.
    uint32_t at;    ///< The source is copied up to here.
    uint32_t rest;  ///< The first insertion behind the own text.
    uint32_t span;  ///< Index into spans of a tracked node.
  };
  std::string text;
  std::vector<Frame> stack;
  std::vector<Span>* spans = nullptr;
  size_t written = 0;
};

/// Writes insertions of a node from `at` on, up to those of slot `last`; gives the one after them.
uint32_t Edits::WriteInsertions(uint32_t at, Slot last, Writing& to) const {
  for (; at != kNone && static_cast<Slot>(insertions_[at].order >> kSlotShift) <= last; at = insertions_[at].next) {
    to.text += insertions_[at].text;
    ++to.written;
  }
  return at;
}

/// Writes what stands before a node's own text; false if the node is as it was and has been written whole.
bool Edits::Open(uint32_t index, Writing& to) const {
  const NodeEdits& slot = slots_[index];
  const Node node = tree_.At(index);
  if (!slot.edited) {
    to.text += node.text();
    return false;
  }
  const uint32_t at = WriteInsertions(slot.first, Slot::kBodyBegin, to);
  if (slot.block) to.text += '{';
  const uint32_t behind = WriteInsertions(at, Slot::kBefore, to);
  Writing::Frame frame = {index, slot.own == kNone ? node.first_child().index() : 0, node.begin(), behind, kNone};
  if (slot.tracked && to.spans != nullptr) {
    frame.span = static_cast<uint32_t>(to.spans->size());
    to.spans->push_back({index, static_cast<uint32_t>(to.text.size()), 0});
  }
  to.stack.push_back(frame);
  return true;
}

void Edits::Close(Writing& to) const {
  const Writing::Frame frame = to.stack.back();
  to.stack.pop_back();
  const NodeEdits& slot = slots_[frame.node];
  if (frame.span != kNone) (*to.spans)[frame.span].end = static_cast<uint32_t>(to.text.size());
  const uint32_t behind = WriteInsertions(frame.rest, Slot::kAfter, to);
  if (slot.block) to.text += '}';
  WriteInsertions(behind, Slot::kBehind, to);
}

void Edits::Write(uint32_t root, Writing& to) const {
  const std::string_view source = tree_.source();
  if (!Open(root, to)) return;
  while (!to.stack.empty()) {
    Writing::Frame& frame = to.stack.back();
    if (const uint32_t own = slots_[frame.node].own; own != kNone) {
      const std::vector<Pieces::Piece>& pieces = rebuilt_[own].list();
      if (frame.next == pieces.size()) {
        Close(to);
        continue;
      }
      const Pieces::Piece& piece = pieces[frame.next++];
      to.text += piece.text;
      if (piece.node != Node::kNull) Open(piece.node, to);
      continue;
    }
    if (frame.next == Node::kNull) {
      to.text.append(source, frame.at, tree_.At(frame.node).end() - frame.at);
      Close(to);
      continue;
    }
    const Node child = tree_.At(frame.next);
    frame.next = child.next().index();
    if (!slots_[child.index()].edited) continue;
    to.text.append(source, frame.at, child.begin() - frame.at);
    frame.at = child.end();
    Open(child.index(), to);
  }
}

std::string Edits::Apply(std::vector<Span>* spans) {
  const std::string_view source = tree_.source();
  const Node root = tree_.root();
  Writing to;
  to.spans = spans;
  to.text.reserve(source.size() + added_ + added_ / 8);
  // The root need not be all of the file: blanks and a byte order mark may lie outside.
  to.text.append(source, 0, root.begin());
  Write(root.index(), to);
  to.text.append(source, root.end());
  written_ = to.written;
  return std::move(to.text);
}

}  // namespace kingbird::syntax
