#include "guard/splice_points.h"

#include <fmt/format.h>

#include "base/text.h"
#include "syntax/edits.h"
#include "syntax/parser.h"

namespace kingbird::guard {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

std::string WithoutMark(std::string source) {
  if (source.starts_with("\xEF\xBB\xBF")) source.erase(0, 3);
  return source;
}

syntax::Range RangeOf(const syntax::Tree& tree, Node node) {
  return {tree.PositionAt(node.begin()), tree.PositionAt(node.end())};
}

std::string ParameterName(Node parameter) {
  if (parameter.Is(Kind::kAssignmentPattern)) parameter = parameter.Child(Field::kLeft);
  return parameter.Is(Kind::kIdentifier) ? std::string(parameter.text()) : "";
}

std::vector<std::string> ParametersOf(Node function) {
  // `x => x.y`
  if (Node single = function.Child(Field::kParameter)) return {ParameterName(single)};
  std::vector<std::string> names;
  for (Node parameter : function.Child(Field::kParameters).children()) names.push_back(ParameterName(parameter));
  return names;
}

/// A derived class has no `this` before super() and an arrow never has one of its own.
bool HasReceiver(Node function) {
  if (function.Is(Kind::kArrowFunction)) return false;
  if (!function.Is(Kind::kMethodDefinition) || function.Child(Field::kName).text() != "constructor") return true;
  const Node owner = function.parent().parent();
  for (Node part : owner.children()) {
    if (part.Is(Kind::kClassHeritage)) return false;
  }
  return true;
}

/// Behind the brace and the directives.
uint32_t BodyBegin(Node block) {
  uint32_t begin = block.begin() + 1;
  for (Node statement : block.children()) {
    if (!statement.directive()) break;
    begin = statement.end();
  }
  return begin;
}

bool IsChain(Node node) {
  while (node.Is(Kind::kMemberExpression)) {
    if (!node.Child(Field::kProperty).Is(Kind::kPropertyIdentifier)) return false;
    node = node.Child(Field::kObject);
  }
  return node.Is(Kind::kIdentifier);
}

bool IsCall(Node node) { return node.Is(Kind::kCallExpression) || node.Is(Kind::kNewExpression); }

/// `o.x`, `o` in it, `f()`, `f` in it.
bool IsUse(Node node) {
  if (IsMember(node) || IsCall(node)) return true;
  const Node parent = node.parent();
  return (IsMember(parent) && node.field() == Field::kObject) ||
         (IsCall(parent) && (node.field() == Field::kFunction || node.field() == Field::kConstructor));
}

bool IsCaught(Node node) {
  for (Node at = node; at && !syntax::IsFunctionSite(at); at = at.parent()) {
    const Node parent = at.parent();
    if (parent.Is(Kind::kTryStatement) && at.field() == Field::kBody && parent.Child(Field::kHandler)) return true;
  }
  return false;
}

}  // namespace

std::string HashText(std::string_view text) { return fmt::format("{:016x}", base::Hash(text)); }

SpliceSource::SpliceSource(std::string source) : tree_(syntax::Parse(WithoutMark(std::move(source)))) {
  if (tree_.has_error()) return;
  for (uint32_t i = 0; i < tree_.size(); ++i) {
    const Node node = tree_.At(i);
    if (syntax::IsFunctionSite(node) && node.Child(Field::kBody)) functions_[RangeOf(tree_, node)] = i;
    if (node.named() && IsUse(node)) uses_[RangeOf(tree_, node)] = !IsCaught(node);
    if (IsMember(node.parent()) && node.field() == Field::kObject && !IsCall(node))
      objects_.insert(RangeOf(tree_, node));
  }
}

std::string SpliceSource::hash() const { return HashText(tree_.source()); }

std::optional<SplicePoint> SpliceSource::FunctionAt(const syntax::Range& range) const {
  const auto found = functions_.find(range);
  if (found == functions_.end()) return std::nullopt;
  const Node function = tree_.At(found->second);
  const Node body = function.Child(Field::kBody);
  SplicePoint point;
  point.bytes = {function.begin(), function.end()};
  point.units = {tree_.UnitsBefore(function.begin()), tree_.UnitsBefore(function.end())};
  if (body.Is(Kind::kStatementBlock)) {
    point.enter = tree_.UnitsBefore(BodyBegin(body));
  } else if (function.Is(Kind::kArrowFunction)) {
    point.enter = tree_.UnitsBefore(body.begin());
    point.leave = tree_.UnitsBefore(body.end());
  } else {
    return std::nullopt;
  }
  point.parameters = ParametersOf(function);
  point.receiver = HasReceiver(function);
  point.hash = HashText(function.text());
  return point;
}

bool SpliceSource::EndsWithoutIt(const syntax::Range& range) const {
  const auto found = uses_.find(range);
  return found != uses_.end() && found->second;
}

bool SpliceSource::ReadsFrom(const syntax::Range& range) const { return objects_.contains(range); }

std::vector<std::string> SpliceSource::InstanceChecks(const syntax::Range& range) const {
  std::vector<std::string> checks;
  for (uint32_t i = 0; i < tree_.size(); ++i) {
    const Node node = tree_.At(i);
    if (!node.Is(Kind::kBinaryExpression) || node.Child(Field::kOperator).text() != "instanceof") continue;
    const syntax::Range at = RangeOf(tree_, node);
    if (at.begin < range.begin || range.end < at.end) continue;
    const Node right = node.Child(Field::kRight);
    checks.push_back(IsChain(right) ? std::string(right.text()) : "");
  }
  return checks;
}

}  // namespace kingbird::guard
