// Istanbul reads the comments that Babel attaches to a node: those in the gap before the node's first token, given to
// the outermost node that starts with it; a parenthesis is no node, so a comment before "(" belongs to what is inside.
// c8 works by lines: a comment alone on its line takes out the next line (or n lines), one behind code takes out its
// own line.
#include "syntax/pass/hints.h"

#include <cctype>
#include <charconv>

namespace kingbird::syntax {
namespace {

constexpr uint32_t kEndOfFile = 0xffffffffu;

std::string_view Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n\f\v");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n\f\v") - begin + 1);
}

std::string_view Body(std::string_view comment) {
  if (comment.starts_with("//")) return Trim(comment.substr(2));
  if (comment.starts_with("/*") && comment.size() >= 4) return Trim(comment.substr(2, comment.size() - 4));
  return "";
}

/// Takes the next word (letters and digits) off the text; stops where something else follows.
std::string_view NextWord(std::string_view& text) {
  text = Trim(text);
  size_t length = 0;
  while (length < text.size() && (std::isalnum(static_cast<unsigned char>(text[length])) || text[length] == '_'))
    ++length;
  std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

/// The end of the run of blanks and comments at `offset`: where the next token starts.
uint32_t NextToken(std::string_view source, const Tree& tree, size_t comment_number) {
  const auto& comments = tree.comments();
  uint32_t offset = tree.At(comments[comment_number]).end();
  for (size_t next = comment_number + 1;; ++next) {
    const size_t token = source.find_first_not_of(" \t\r\n\f\v", offset);
    if (token == std::string_view::npos) return kEndOfFile;
    if (next >= comments.size() || tree.At(comments[next]).begin() != token) return static_cast<uint32_t>(token);
    offset = tree.At(comments[next]).end();
  }
}

/// The parentheses of if, while, switch and with belong to the statement, not to the expression in them.
bool IsStatementHead(Node parentheses) {
  switch (parentheses.parent().kind()) {
    case Kind::kIfStatement:
    case Kind::kWhileStatement:
    case Kind::kDoStatement:
    case Kind::kSwitchStatement:
    case Kind::kWithStatement:
      return parentheses.field() != Field::kBody;
    default:
      return false;
  }
}

/// Nothing but comments and directives before it.
bool AtTheHead(const Tree& tree, Node comment) {
  for (Node statement : tree.root().children()) {
    if (statement.begin() > comment.begin()) return true;
    if (statement.kind() != Kind::kExpressionStatement || statement.first_child().kind() != Kind::kString) return false;
  }
  return true;
}

}  // namespace

Hints::Hints(const Tree& tree) {
  for (size_t i = 0; i < tree.comments().size(); ++i) {
    const Node comment = tree.At(tree.comments()[i]);
    std::string_view body = Body(comment.text());
    const std::string_view tool = NextWord(body);
    if (tool == "c8" || tool == "v8") ReadC8(tree, comment);
    if (tool != "istanbul" || NextWord(body) != "ignore") continue;
    const std::string_view what = NextWord(body);
    if (what == "file" && AtTheHead(tree, comment)) ignore_file_ = true;
    const Hint hint = what == "next"   ? Hint::kNext
                      : what == "if"   ? Hint::kIf
                      : what == "else" ? Hint::kElse
                                       : Hint::kNone;
    if (hint != Hint::kNone) by_offset_[NextToken(tree.source(), tree, i)] = hint;
  }
  if (c8_open_ != 0) c8_lines_.emplace_back(c8_open_, kEndOfFile);
}

void Hints::ReadC8(const Tree& tree, Node comment) {
  std::string_view body = Body(comment.text());
  NextWord(body);
  if (NextWord(body) != "ignore") return;
  const std::string_view what = NextWord(body);
  const uint32_t line = tree.PositionAt(comment.begin()).line;
  if (what == "start" && c8_open_ == 0) c8_open_ = line;
  if (what == "stop" && c8_open_ != 0) {
    c8_lines_.emplace_back(c8_open_, line);
    c8_open_ = 0;
  }
  if (what != "next") return;
  const size_t line_begin = tree.source().find_last_of("\n", comment.begin()) + 1;
  if (!Trim(tree.source().substr(line_begin, comment.begin() - line_begin)).empty()) {
    c8_lines_.emplace_back(line, line);
    return;
  }
  uint32_t count = 1;
  const std::string_view number = NextWord(body);
  std::from_chars(number.data(), number.data() + number.size(), count);
  const uint32_t last = tree.PositionAt(comment.end()).line;
  c8_lines_.emplace_back(last, last + count);
}

Hints::Hint Hints::For(Node node) const {
  if (by_offset_.empty()) return Hint::kNone;
  for (Node at = node; at; at = at.parent()) {
    const Node parent = at.parent();
    const bool outermost = !parent || parent.Is(Kind::kProgram) || parent.begin() < at.begin();
    if (outermost) {
      if (auto found = by_offset_.find(at.begin()); found != by_offset_.end()) return found->second;
    }
    if (!parent.Is(Kind::kParenthesizedExpression) || IsStatementHead(parent)) {
      break;
    }
  }
  return Hint::kNone;
}

bool Hints::IgnoresLine(uint32_t line) const {
  for (const auto& [first, last] : c8_lines_) {
    if (line >= first && line <= last) return true;
  }
  return false;
}

}  // namespace kingbird::syntax
