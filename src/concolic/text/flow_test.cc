#include "concolic/text/flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax/parser.h"

namespace kingbird::concolic {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The texts that are passed over when the first condition written like this comes out so. One line only.
std::vector<std::string> Skipped(const std::string& text, const std::string& condition, bool truthy) {
  const syntax::Tree tree = syntax::Parse(text);
  const auto begin = static_cast<uint32_t>(text.find(condition));
  const auto end = static_cast<uint32_t>(begin + condition.size());
  std::vector<std::string> skipped;
  for (const syntax::Range& range : TextFlow(tree).Skipped({tree.PositionAt(begin), tree.PositionAt(end)}, truthy)) {
    skipped.push_back(text.substr(range.begin.column, range.end.column - range.begin.column));
  }
  return skipped;
}

TEST(TextFlow, TheOtherArmIsPassedOver) {
  EXPECT_THAT(Skipped("function f(a) { if (a) b(); else c(); d(); }", "a) b", true), IsEmpty()) << "no condition";
  EXPECT_THAT(Skipped("function f(x) { if (x) b(); else c(); d(); }", "x) b()", true), IsEmpty());
  const std::string text = "function f(p) { if (q > 1) b(); else c(); d(); }";
  EXPECT_THAT(Skipped(text, "q > 1", true), ElementsAre("else c();"));
  EXPECT_THAT(Skipped(text, "q > 1", false), ElementsAre("b();"));
}

TEST(TextFlow, BehindAJumpNothingRuns) {
  const std::string text = "function f(p) { if (q > 1) { b(); return; } d(); }";
  EXPECT_THAT(Skipped(text, "q > 1", true), ElementsAre(" d(); }"));
  EXPECT_THAT(Skipped(text, "q > 1", false), ElementsAre("{ b(); return; }"));
  const std::string loop = "function f(p) { for (;;) { if (q > 1) break; d(); } e(); }";
  EXPECT_THAT(Skipped(loop, "q > 1", true), ElementsAre(" d(); }")) << "what is behind the loop runs";
  const std::string both = "function f(p) { if (q > 1) { if (r) return 1; else throw 2; } d(); }";
  EXPECT_THAT(Skipped(both, "q > 1", true), ElementsAre(" d(); }"));
  const std::string maybe = "function f(p) { if (q > 1) { if (r) return 1; } d(); }";
  EXPECT_THAT(Skipped(maybe, "q > 1", true), IsEmpty());
}

TEST(TextFlow, OperandsDecideAsFarAsTheyDo) {
  const std::string text = "function f(p) { if (q > 1 && !(r < 2 || s)) b(); else c(); }";
  EXPECT_THAT(Skipped(text, "q > 1", false), ElementsAre("!(r < 2 || s)", "b();"));
  EXPECT_THAT(Skipped(text, "q > 1", true), ElementsAre("else c();")) << "the other operand goes along";
  EXPECT_THAT(Skipped(text, "r < 2", true), ElementsAre("s", "b();"));
  EXPECT_THAT(Skipped(text, "r < 2", false), ElementsAre("else c();"));
}

TEST(TextFlow, ValuesAndLoops) {
  EXPECT_THAT(Skipped("function f(p) { const o = q.x || y(); z(o); }", "q.x", true), ElementsAre("y()"));
  EXPECT_THAT(Skipped("function f(p) { const o = q.x || y(); z(o); }", "q.x", false), IsEmpty());
  EXPECT_THAT(Skipped("function f(p) { return q.x ? y() : z(); }", "q.x", true), ElementsAre("z()"));
  EXPECT_THAT(Skipped("function f(p) { while (q.x) y(); z(); }", "q.x", false), ElementsAre("y();"));
  EXPECT_THAT(Skipped("function f(p) { while (q.x) y(); z(); }", "q.x", true), IsEmpty());
}

TEST(TextFlow, CatchClausesAreHandlers) {
  const std::string text = "try { a(); } catch (e) { b(); }";
  const syntax::Tree tree = syntax::Parse(text);
  const TextFlow flow(tree);
  EXPECT_TRUE(flow.IsHandler({tree.PositionAt(25), tree.PositionAt(29)}));
  EXPECT_FALSE(flow.IsHandler({tree.PositionAt(6), tree.PositionAt(10)}));
  EXPECT_FALSE(flow.IsGuarded({tree.PositionAt(25), tree.PositionAt(29)}));
  EXPECT_TRUE(flow.IsGuarded({tree.PositionAt(6), tree.PositionAt(10)}));
}

TEST(TextFlow, ACaseThatDoesNotFitIsPassedOver) {
  const std::string text = "function f(p) { switch (p) { case 'x': b(); break; default: c(); } }";
  EXPECT_THAT(Skipped(text, "'x'", false), ElementsAre(": b(); break;"));
  EXPECT_THAT(Skipped(text, "'x'", true), IsEmpty());
}

TEST(TextFlow, TheArmOfAnIfIsToldAlsoWhereNoElseIsWritten) {
  const std::string text = "function f(p) { if (!(q > 1)) b(); d(); }";
  const syntax::Tree tree = syntax::Parse(text);
  const TextFlow flow(tree);
  const auto begin = static_cast<uint32_t>(text.find("q > 1"));
  const syntax::Range condition = {tree.PositionAt(begin), tree.PositionAt(begin + 5)};
  const auto whole = static_cast<uint32_t>(text.find("if"));
  const auto yes = flow.Arm(condition, true);
  ASSERT_TRUE(yes);
  EXPECT_EQ(yes->first.begin, tree.PositionAt(whole));
  EXPECT_FALSE(yes->second);
  EXPECT_TRUE(flow.Arm(condition, false)->second);
}

TEST(TextFlow, TheConditionThatEndsALoopKnowsIt) {
  const std::string text = "function f(p) { while (q > 1 && !r) b(); if (s > 2) c(); }";
  const syntax::Tree tree = syntax::Parse(text);
  const TextFlow flow(tree);
  const auto range = [&](const std::string& part) {
    const auto begin = static_cast<uint32_t>(text.find(part));
    return syntax::Range{tree.PositionAt(begin), tree.PositionAt(static_cast<uint32_t>(begin + part.size()))};
  };
  EXPECT_EQ(flow.Loop(range("q > 1")), range("while (q > 1 && !r) b();"));
  EXPECT_EQ(flow.Loop(range("s > 2")), std::nullopt);
}

}  // namespace
}  // namespace kingbird::concolic
