// The second half of the coverage pass: giving out counters, and the text that goes into the file.
#include "base/json.h"
#include "syntax/pass/coverage.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
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

void CoveragePass::Insert(Place place, Node node, Counter counter, Around text) {
  if (counter) actions_.push_back({place, node.index(), counter, std::move(text)});
}

/// Into a block behind its directives, or before a statement that gets braces.
void CoveragePass::InsertAtBodyStart(Node body, Counter counter) {
  const Place place = body.Is(Kind::kStatementBlock) ? Place::kBodyBegin : Place::kStatement;
  Insert(place, body, counter, {"", ";", ""});
}

void CoveragePass::WrapExpression(Node expression, Counter counter) {
  Insert(Place::kAround, expression, counter, {"(", ",", ")"});
}

/// An object literal gives its function the name of the key; a computed key also when it is "__proto__".
void CoveragePass::WrapNamed(Node expression, Counter counter, const std::string& key) {
  Insert(Place::kAround, expression, counter, {"(", ",{[" + key + "]:", "})[" + key + "]"});
}

/// As Istanbul does it, also where nothing in it is counted.
void CoveragePass::WrapStatement(Node statement) { actions_.push_back({Place::kBlock, statement.index(), {}, {}}); }

size_t CoveragePass::IndexOf(Counter counter) const {
  switch (counter.slot) {
    case Slot::kStatement:
      return counters_.StatementIndex(counter.id);
    case Slot::kPath:
      return counters_.FirstBranchIndex() + first_path_[counter.id] + counter.path;
    case Slot::kFunction:
      return first_function_ + counter.id;
    case Slot::kText:
      break;
  }
  return 0;
}

void CoveragePass::Apply(const Action& action, Edits& edits) const {
  const Node node = tree_->At(action.node);
  if (action.place == Place::kBlock) return edits.MakeBlock(node);
  std::string text = action.text.before;
  text.append("++").append(variable_).append("[");
  text.append(std::to_string(IndexOf(action.counter))).append("]").append(action.text.after);
  switch (action.place) {
    case Place::kAround:
      return edits.Wrap(node, std::move(text), action.text.close);
    case Place::kStatement:
      return edits.BeforeStatement(node, std::move(text));
    case Place::kBehind:
      return edits.Behind(node, std::move(text));
    default:
      return edits.BodyBegin(node, std::move(text));
  }
}

void CoveragePass::Describe(FileFacts& facts) const {
  facts.counters = counters_;
  const auto first_branch = static_cast<uint32_t>(counters_.FirstBranchIndex());
  const auto first_function = static_cast<uint32_t>(first_function_);
  const auto path = [&](uint32_t branch) {
    return branch < first_path_.size() ? first_branch + static_cast<uint32_t>(first_path_[branch]) : first_function;
  };
  for (FunctionSite& site : facts.sites) {
    const auto found = given_.find(site.node);
    if (found == given_.end()) continue;
    const auto& [before, after] = found->second;
    site.statements = {before.statements + 1, after.statements + 1};
    site.paths = {path(before.branches), path(after.branches)};
    site.functions = {first_function + before.functions, first_function + after.functions};
  }
}

std::string CoveragePass::Prologue(bool module) const {
  if (counters_.Size() == 1) return "";
  // Without the agent (another realm, another process) counting goes nowhere. Nothing here can be shadowed by the file.
  const std::string fetch = "typeof __kingbird$===\"function\"?__kingbird$(" + base::DumpJson(key_) + "," +
                            std::to_string(counters_.Size()) + "):[]";
  return FetchInPrologue(variable_, fetch, module);
}

}  // namespace kingbird::syntax
