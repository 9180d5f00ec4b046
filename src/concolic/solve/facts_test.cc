#include "concolic/solve/facts.h"

#include <gtest/gtest.h>

#include "concolic/solve/query_builder.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

Verdict Ask(QueryBuilder& q) { return FactsSolver().Solve(q.query()).verdict; }

/// `s.charAt(at)`, made anew each time.
NodeId CharAt(QueryBuilder& q, NodeId s, double at) { return q.Make(Op::kCharAt, {s, q.Of(at)}); }

TEST(FactsTest, AConditionAndItsOppositeContradict) {
  QueryBuilder q;
  const NodeId s = q.Argument(Value::String(u""));
  q.Want(CharAt(q, s, 0));
  q.Want(q.Make(Op::kNot, {CharAt(q, s, 0)}));
  EXPECT_EQ(Ask(q), Verdict::kUnsat);
}

TEST(FactsTest, NegationsMayBeAsLongAsATrace) {
  QueryBuilder q;
  const NodeId s = q.Argument(Value::String(u""));
  NodeId node = s;
  for (int i = 0; i < 200'000; ++i) node = q.Make(Op::kNot, {node});
  q.Want(node);
  EXPECT_EQ(Ask(q), Verdict::kUnknown);
  q.Want(s, false);
  EXPECT_EQ(Ask(q), Verdict::kUnsat);
}

TEST(FactsTest, AValueThatIsDemandedRulesOutOthersAndWhatIsMadeOfThem) {
  for (const bool same : {true, false}) {
    QueryBuilder equal;
    NodeId s = equal.Argument(Value::String(u""));
    equal.Want(equal.Make(Op::kSeq, {CharAt(equal, s, 0), equal.Of(u"[")}));
    equal.Want(equal.Make(Op::kSeq, {CharAt(equal, s, same ? 0 : 1), equal.Of(u"{")}));
    EXPECT_EQ(Ask(equal), same ? Verdict::kUnsat : Verdict::kUnknown);
    QueryBuilder made;
    s = made.Argument(Value::String(u""));
    made.Want(made.Make(Op::kSne, {CharAt(made, s, 0), made.Of(u"[")}), false);
    made.Want(made.Make(Op::kRegexTest, {made.Of(u"[a-z]"), made.Of(u""), CharAt(made, s, same ? 0 : 1)}));
    EXPECT_EQ(Ask(made), same ? Verdict::kUnsat : Verdict::kUnknown);
  }
}

TEST(FactsTest, NothingLiesBehindOneTextAndBeforeAnotherThatIsNoGreater) {
  for (const char16_t most : {u'9', u'Z', u'z'}) {
    QueryBuilder q;
    const NodeId s = q.Argument(Value::String(u""));
    q.Want(q.Make(Op::kLe, {CharAt(q, s, 0), q.Of(u"Z")}), false);
    q.Want(q.Make(Op::kGe, {q.Of(std::u16string(1, most)), CharAt(q, s, 0)}));
    EXPECT_EQ(Ask(q), most == u'z' ? Verdict::kUnknown : Verdict::kUnsat);
  }
  QueryBuilder exact;
  const NodeId s = exact.Argument(Value::String(u""));
  exact.Want(exact.Make(Op::kLe, {s, exact.Of(u"Z")}));
  exact.Want(exact.Make(Op::kGe, {s, exact.Of(u"Z")}));
  EXPECT_EQ(Ask(exact), Verdict::kUnknown);
  exact.Want(exact.Make(Op::kGt, {s, exact.Of(u"Z")}));
  EXPECT_EQ(Ask(exact), Verdict::kUnsat);
  QueryBuilder numbers;
  const NodeId x = numbers.Argument(Value::Number(0));
  numbers.Want(numbers.Make(Op::kLe, {x, numbers.Of(u"5")}), false);
  numbers.Want(numbers.Make(Op::kGe, {x, numbers.Of(u"5")}), false);
  EXPECT_EQ(Ask(numbers), Verdict::kUnknown) << "neither holds of NaN";
}

TEST(FactsTest, WhatMayBeHeldTogetherIsLeftToOthers) {
  QueryBuilder q;
  const NodeId x = q.Argument(Value::Number(0));
  q.Want(q.Make(Op::kSeq, {x, q.Of(0)}));
  q.Want(q.Make(Op::kLt, {q.Make(Op::kDiv, {q.Of(1), x}), q.Of(0)}));
  EXPECT_EQ(Ask(q), Verdict::kUnknown) << "-0 === 0";
  QueryBuilder unequal;
  const NodeId s = unequal.Argument(Value::String(u""));
  unequal.Want(unequal.Make(Op::kSeq, {s, unequal.Of(u"a")}), false);
  unequal.Want(unequal.Make(Op::kSeq, {s, unequal.Of(u"b")}), false);
  EXPECT_EQ(Ask(unequal), Verdict::kUnknown);
}

// text.substring(0, 0) + "[1" + text, as whoever edits a text makes it.
TEST(FactsTest, WhatATextBeginsWithIsNoInput) {
  for (const double at : {0.0, 1.0, 2.0}) {
    for (const bool cut : {false, true}) {
      QueryBuilder q;
      const NodeId s = q.Argument(Value::String(u""));
      NodeId text = q.Make(Op::kSubstring, {s, q.Of(0.0), q.Of(0.0)});
      text = q.Make(Op::kAdd, {q.Make(Op::kAdd, {text, q.Of(u"[1")}), s});
      if (cut) text = q.Make(Op::kSlice, {text, q.Of(0.0), q.Of(2.0)});
      q.Want(q.Make(Op::kSeq, {q.Make(Op::kCharCodeAt, {text, q.Of(at)}), q.Of(47.0)}));
      EXPECT_EQ(Ask(q), at == 2 && !cut ? Verdict::kUnknown : Verdict::kUnsat) << at << cut;
    }
  }
}

TEST(FactsTest, ATextThatBeginsWithAnInputMayBeginWithAnything) {
  QueryBuilder q;
  const NodeId s = q.Argument(Value::String(u""));
  const NodeId text = q.Make(Op::kAdd, {s, q.Of(u"[1")});
  q.Want(q.Make(Op::kSeq, {q.Make(Op::kCharCodeAt, {text, q.Of(0.0)}), q.Of(47.0)}));
  EXPECT_EQ(Ask(q), Verdict::kUnknown);
  QueryBuilder sum;
  const NodeId x = sum.Argument(Value::Number(0));
  sum.Want(sum.Make(Op::kSeq, {sum.Make(Op::kAdd, {x, sum.Of(1.0)}), sum.Of(47.0)}));
  EXPECT_EQ(Ask(sum), Verdict::kUnknown);
}

}  // namespace
}  // namespace kingbird::concolic
