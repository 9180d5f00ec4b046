// The second half of the coverage pass: giving out counters, and the text that goes into the file.
#include <cctype>

#include "base/json.h"
#include "syntax/pass/coverage.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

/// For the body of a data: URL.
std::string PercentEncode(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view("-_.!~*'()/:@=+$,").find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      encoded.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    }
  }
  return encoded;
}

}  // namespace

Range CoveragePass::RangeOf(Node node) const {
  return {tree_->PositionAt(node.begin()), tree_->PositionAt(node.end())};
}

CoveragePass::Counter CoveragePass::NewStatement(Node node) {
  const Range range = RangeOf(node);
  if (hints_->IgnoresLine(range.begin.line)) return {};
  counters_.statements.push_back(range);
  return {Slot::kStatement, static_cast<uint32_t>(counters_.statements.size() - 1), 0};
}

CoveragePass::Counter CoveragePass::NewFunction(Node node, Node body) {
  const Range whole = RangeOf(node);
  if (hints_->IgnoresLine(whole.begin.line)) return {};
  const Node name = node.Is(Kind::kMethodDefinition) ? Node() : node.Child(Field::kName);
  const auto id = static_cast<uint32_t>(counters_.functions.size());
  Range declaration = {whole.begin, {whole.begin.line, whole.begin.column + 1}};
  if (name) declaration = RangeOf(name);
  counters_.functions.push_back(
      {name ? std::string(name.text()) : "(anonymous_" + std::to_string(id) + ")", declaration, RangeOf(body)});
  return {Slot::kFunction, id, 0};
}

uint32_t CoveragePass::NewBranch(BranchKind kind, Node node) {
  counters_.branches.push_back({kind, RangeOf(node), {}});
  return static_cast<uint32_t>(counters_.branches.size() - 1);
}

CoveragePass::Counter CoveragePass::NewPath(uint32_t branch, const Range& range, uint32_t line) {
  if (hints_->IgnoresLine(line)) return {};
  auto& paths = counters_.branches[branch].paths;
  paths.push_back(range);
  return {Slot::kPath, branch, static_cast<uint32_t>(paths.size() - 1)};
}

void CoveragePass::Insert(uint32_t offset, std::string text) {
  actions_.push_back({current_, false, offset, Slot::kText, 0, 0, std::move(text), ""});
}

void CoveragePass::InsertOnLeave(Node node, std::string text) {
  leaving_[node.index()].push_back({node.index(), true, node.end(), Slot::kText, 0, 0, std::move(text), ""});
}

void CoveragePass::InsertCounter(uint32_t offset, std::string before, Counter counter, std::string after) {
  if (!counter) return;
  actions_.push_back(
      {current_, false, offset, counter.slot, counter.id, counter.path, std::move(before), std::move(after)});
}

/// Into a block behind its directives, or before a statement that WrapStatement gave braces.
void CoveragePass::InsertAtBodyStart(Node block, Counter counter) {
  if (!block.Is(Kind::kStatementBlock)) return InsertCounter(block.begin(), "", counter, ";");
  uint32_t offset = block.begin() + 1;
  bool after_directive = false;
  for (Node statement : block.children()) {
    if (!IsDirective(statement)) break;
    offset = statement.end();
    after_directive = true;
  }
  InsertCounter(offset, after_directive ? ";" : "", counter, ";");
}

void CoveragePass::WrapExpression(Node expression, Counter counter) {
  if (!counter) return;
  InsertCounter(expression.begin(), "(", counter, ",");
  InsertOnLeave(expression, ")");
}

/// An object literal gives its function the name of the key; a computed key also when it is "__proto__".
void CoveragePass::WrapNamed(Node expression, Counter counter, const std::string& key) {
  if (!counter) return;
  InsertCounter(expression.begin(), "(", counter, ",{[" + key + "]:");
  InsertOnLeave(expression, "})[" + key + "]");
}

void CoveragePass::WrapStatement(Node statement) {
  if (statement.Is(Kind::kStatementBlock)) return;
  Insert(statement.begin(), "{");
  InsertOnLeave(statement, "}");
}

size_t CoveragePass::IndexOf(Slot slot, uint32_t id, uint32_t path) const {
  switch (slot) {
    case Slot::kStatement:
      return counters_.StatementIndex(id);
    case Slot::kPath:
      return counters_.FirstBranchIndex() + first_path_[id] + path;
    case Slot::kFunction:
      return first_function_ + id;
    case Slot::kText:
      break;
  }
  return 0;
}

void CoveragePass::RunActions(Node node, bool leave, Edits& edits) {
  for (; next_action_ < actions_.size(); ++next_action_) {
    Action& action = actions_[next_action_];
    if (action.node != node.index() || action.leave != leave) return;
    std::string text = std::move(action.before);
    if (action.slot != Slot::kText) {
      text.append("++").append(variable_).append("[");
      text.append(std::to_string(IndexOf(action.slot, action.id, action.path))).append("]");
    }
    edits.Insert(action.offset, text + action.after);
  }
}

void CoveragePass::Enter(Node node, Edits& edits) { RunActions(node, false, edits); }
void CoveragePass::Leave(Node node, Edits& edits) { RunActions(node, true, edits); }

std::string CoveragePass::Prologue(bool module) const {
  if (counters_.Size() == 1) return "";
  // Without the agent (another realm, another process) counting goes nowhere. Nothing here can be shadowed by the file.
  const std::string fetch = "typeof __kingbird$===\"function\"?__kingbird$(" + base::DumpJson(key_) + "," +
                            std::to_string(counters_.Size()) + "):[]";
  if (!module) return "var " + variable_ + "=" + fetch + ";";
  return "import " + variable_ + " from" +
         base::DumpJson("data:text/javascript," + PercentEncode("export default " + fetch)) + ";";
}

}  // namespace kingbird::syntax
