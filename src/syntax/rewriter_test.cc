// Passes compose in any combination and order. SamplePass is how a rebuilding pass looks: it makes sums and conditions
// calls, and knows of every expression what it means, beside the text.
#include "syntax/rewriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "syntax/parser.h"
#include "syntax/pass/coverage.h"
#include "syntax/pass/read_trace.h"
#include "syntax/pass/type_hooks.h"

namespace kingbird::syntax {
namespace {

class SamplePass : public Pass {
 public:
  std::string_view name() const override { return "sample"; }
  std::string Prologue(bool module) const override { return module ? "" : "/*sample*/"; }

  void Run(const Tree& tree, Edits& edits) override {
    Walk(
        tree.root(), [](Node) { return true; }, [&](Node node) { Leave(node, edits); });
  }

  /// What an expression means, in terms of names and numbers; "0" for what the pass does not understand.
  std::string Shadow(Node node) const {
    auto found = shadows_.find(node.index());
    return found == shadows_.end() ? "0" : found->second;
  }
  std::vector<std::string> conditions;

 private:
  void Leave(Node node, Edits& edits) {
    switch (node.kind()) {
      case Kind::kIdentifier:
      case Kind::kNumber:
        shadows_[node.index()] = std::string(node.text());
        break;
      case Kind::kParenthesizedExpression:
        LeaveParentheses(node, edits);
        break;
      case Kind::kBinaryExpression:
        LeaveBinary(node, edits);
        break;
      case Kind::kStatementBlock:
        edits.BodyBegin(node, "enter();");
        break;
      default:
        break;
    }
  }

  void LeaveParentheses(Node node, Edits& edits) {
    const Node inner = node.NamedChild(0);
    shadows_[node.index()] = Shadow(inner);
    if (node.field() != Field::kCondition || node.parent().Is(Kind::kTernaryExpression)) return;
    if (edits.Rebuild(node, Pieces() << "(test(" << inner << "))")) conditions.push_back(Shadow(inner));
  }

  void LeaveBinary(Node node, Edits& edits) {
    const Node left = node.Child(Field::kLeft);
    const Node right = node.Child(Field::kRight);
    if (node.Child(Field::kOperator).text() != "+") return;
    if (!edits.Rebuild(node, Pieces() << "add(" << left << "," << right << ")")) return;
    shadows_[node.index()] = "(+ " + Shadow(left) + " " + Shadow(right) + ")";
  }

  std::unordered_map<uint32_t, std::string> shadows_;
};

struct Passes {
  CoveragePass coverage{"f.js"};
  ReadTracePass read_trace;
  TypeHooksPass type_hooks;
  SamplePass sample;
  std::vector<Pass*> all = {&coverage, &read_trace, &type_hooks, &sample};
};

/// The text without prologue, with short names.
std::string Short(std::string text, const std::vector<Pass*>& passes) {
  for (Pass* pass : passes) {
    const std::string prologue = pass->Prologue(false);
    if (const size_t at = text.find(prologue); at != std::string::npos) text.erase(at, prologue.size());
  }
  for (size_t at; (at = text.find("$k")) != std::string::npos;) text.replace(at, text.find('[', at) - at, "#");
  for (size_t at; (at = text.find("$t.")) != std::string::npos;) text.replace(at, 3, "H.");
  return text;
}

TEST(Rewriter, ARebuildingPassAloneAndWithOthers) {
  const Tree tree = Parse("function f(a, b) { if (a + b) return a.x + 1 }");
  Passes passes;
  std::vector<Pass*> some = {&passes.sample};
  EXPECT_EQ(Short(Rewrite(tree, some).text, some),
            "function f(a, b) {enter(); if (test(add(a,b))) return add(a.x,1) }");
  EXPECT_THAT(passes.sample.conditions, testing::ElementsAre("(+ a b)"));

  some = {&passes.coverage, &passes.read_trace, &passes.sample};
  EXPECT_EQ(
      Short(Rewrite(tree, some).text, some),
      "function f(a, b) {++#[5];enter(); ++#[1];if (test(add(a,b))) {++#[3];++#[2];return add($r.o(a,\"x\").x,1)} "
      "else{++#[4]} }");
}

TEST(Rewriter, TypeHooksAndCountersShareACopy) {
  const Tree tree = Parse("function f(a) { if (a || a < 3) g() }");
  Passes passes;
  const std::vector<Pass*> some = {&passes.coverage, &passes.type_hooks};
  EXPECT_EQ(
      Short(Rewrite(tree, some).text, some),
      "function f(a) {++#[7]; ++#[1];if ((++#[5],H.f(a)) || (++#[6],H.d(H.b(\"<\",a ,/*<*/ 3)))) {++#[3];++#[2];g()} "
      "else{++#[4]} }");
}

/// Line by line: what is left of the source's own names, in order, is the same.
TEST(Rewriter, EveryCombinationInEveryOrderIsAProgramWithTheSameLines) {
  const std::string source =
      "#!/usr/bin/node\n'use strict'\nvar o = {k: 1}, list = [1, 2]\n"
      "a: for (var i = 0;\n i < 3; i++) if (i == 1) continue a\n else (list[i] + o.k +\n  flag);\n"
      "class A extends (o || Object) { #p = () => {}; static [o] = function () {}; get x() { return this.#p } }\n"
      "switch (typeof o) { case 'object': o?.k.j; default: o.k ?\?= i\n}\n"
      "const g = async (x = o ? 1 : 2) => { await (x + 1) && x in\no }, h = () => { 'use strict' }\n"
      "do list.pop(); while (list.length || o.k)\n";
  const Tree tree = Parse(source);
  ASSERT_FALSE(tree.has_error());
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  std::vector<int> order = {0, 1, 2, 3};
  std::set<std::string> texts;
  do {
    for (size_t count = 1; count <= order.size(); ++count) {
      Passes passes;
      std::vector<Pass*> some;
      for (size_t i = 0; i < count; ++i) some.push_back(passes.all[static_cast<size_t>(order[i])]);
      const Rewritten result = Rewrite(tree, some);
      EXPECT_FALSE(Parse(result.text).has_error()) << result.text;
      EXPECT_EQ(lines(result.text), lines(source)) << result.text;
      EXPECT_EQ(result.dropped, 0u) << result.text;
      texts.insert(result.text);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_GT(texts.size(), 15u);
}

}  // namespace
}  // namespace kingbird::syntax
