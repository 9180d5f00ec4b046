// Homogeneous lists: what is selected from them, by the evaluator, the search and both engines.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "concolic/expression/type_fold.h"
#include "concolic/solve/query.h"
#include "concolic/solve/query_builder.h"
#include "concolic/solve/search.h"
#include "concolic/solve/smt_engine.h"

namespace kingbird::concolic {
namespace {

/// A list of inputs of one type with room for more, and two indices.
class ListQuery : public QueryBuilder {
 public:
  explicit ListQuery(const std::vector<Value>& elements, size_t room = 4) {
    array = Argument(Value::Object(Type::kArray, 0));
    i = Argument(Value::Number(0));
    j = Argument(Value::Number(0));
    length = Length(array, static_cast<double>(elements.size()));
    std::vector<NodeId> all;
    for (const Value& element : elements) all.push_back(Property(array, std::to_string(all.size()), element));
    Value more;
    more.type = elements[0].type;
    for (size_t k = 0; k < room; ++k) all.push_back(Cell(array, std::to_string(all.size()), more));
    list = path().expressions.Add({.op = Op::kList, .operands = all});
  }
  NodeId Inside(NodeId index) { return Make(Op::kWithin, {index, length, list}); }
  NodeId At(NodeId whole, NodeId index) { return Make(Op::kSelect, {whole, index}); }

  NodeId array = 0, i = 0, j = 0, length = 0, list = 0;
};

std::vector<Value> Solved(Solver& solver, const Query& query) {
  const Answer answer = solver.Solve(query);
  EXPECT_EQ(answer.verdict, Answer::Verdict::kSat) << solver.name() << ": " << ToText(query);
  std::vector<Value> values = StartValues(query);
  for (const auto& [symbol, value] : answer.model) values[symbol] = value;
  return values;
}

void WantTwoValues(ListQuery& query, const Value& first, const Value& second) {
  query.Want(query.Inside(query.i));
  query.Want(query.Make(Op::kSeq, {query.At(query.list, query.i), query.Constant(first)}));
  query.Want(query.Inside(query.j));
  query.Want(query.Make(Op::kSeq, {query.At(query.list, query.j), query.Constant(second)}));
  query.Want(query.Make(Op::kLt, {query.i, query.j}));
}

TEST(Lists, EnginesChooseIndicesAndElements) {
  for (const auto& engine : {MakeZ3Engine(), MakeCvc5Engine()}) {
    ListQuery numbers({Value::Number(7)});
    WantTwoValues(numbers, Value::Number(7), Value::Number(9));
    EXPECT_EQ(Verify(numbers.query(), Solved(*engine, numbers.query())), Verification::kHolds) << engine->name();
    ListQuery texts({Value::String(u"left")});
    WantTwoValues(texts, Value::String(u"right"), Value::String(u"left"));
    EXPECT_EQ(Verify(texts.query(), Solved(*engine, texts.query())), Verification::kHolds) << engine->name();
    ListQuery flags({Value::Boolean(true)});
    WantTwoValues(flags, Value::Boolean(false), Value::Boolean(true));
    EXPECT_EQ(Verify(flags.query(), Solved(*engine, flags.query())), Verification::kHolds) << engine->name();
  }
}

TEST(Lists, OneElementIsNotTwoValues) {
  for (const auto& engine : {MakeZ3Engine(), MakeCvc5Engine()}) {
    ListQuery query({Value::Number(7)});
    query.Want(query.Make(Op::kSeq, {query.i, query.j}));
    query.Want(query.Make(Op::kSeq, {query.At(query.list, query.i), query.Of(7)}));
    query.Want(query.Make(Op::kSeq, {query.At(query.list, query.j), query.Of(9)}));
    EXPECT_NE(engine->Solve(query.query()).verdict, Answer::Verdict::kSat) << engine->name();
  }
}

TEST(Lists, WhatWasWrittenIsReadWhereTheIndicesMeet) {
  for (const auto& engine : {MakeZ3Engine(), MakeCvc5Engine()}) {
    ListQuery query({Value::Number(1), Value::Number(2), Value::Number(3)}, 0);
    const NodeId written = query.Make(Op::kStore, {query.list, query.i, query.Of(40)});
    query.Want(query.Inside(query.i));
    query.Want(query.Inside(query.j));
    query.Want(query.Make(Op::kSeq, {query.At(written, query.Of(2)), query.Of(40)}));
    query.Want(query.Make(Op::kSeq, {query.At(written, query.j), query.Of(-5)}));
    const std::vector<Value> values = Solved(*engine, query.query());
    EXPECT_EQ(Verify(query.query(), values), Verification::kHolds) << engine->name();
    EXPECT_NE(values[query.path().expressions[query.j].symbol].number, 2);
  }
}

TEST(Lists, TheSearchWritesWhereTheIndexPoints) {
  ListQuery query({Value::Number(1), Value::Number(2)});
  query.Want(query.Inside(query.i));
  query.Want(query.Make(Op::kSeq, {query.At(query.list, query.i), query.Of(12)}));
  SearchSolver search;
  EXPECT_EQ(Verify(query.query(), Solved(search, query.query())), Verification::kHolds);
}

TEST(Lists, NoIndexIsUnknownToTheEvaluator) {
  ListQuery query({Value::Number(1), Value::Number(2)}, 0);
  const NodeId element = query.At(query.list, query.i);
  const NodeId inside = query.Inside(query.i);
  const SymbolId index = query.path().expressions[query.i].symbol;
  Evaluator evaluator(query.path(), {element, inside}, query.query().seeds);
  EXPECT_EQ(*evaluator.Get(element), Value::Number(1));
  for (double outside : {2.0, -1.0, 0.5}) {
    evaluator.Set(index, Value::Number(outside));
    EXPECT_EQ(evaluator.Get(element), nullptr);
    EXPECT_EQ(evaluator.Truth(inside), false);
  }
  evaluator.Set(index, Value::Number(1));
  EXPECT_EQ(*evaluator.Get(element), Value::Number(2));
  EXPECT_EQ(evaluator.Truth(inside), true);
}

TEST(Lists, AThousandListsAreWhatWasWrittenToThem) {
  base::Rng rng(21);
  for (int round = 0; round < 1000; ++round) {
    std::vector<double> plain(1 + rng.Below(6));
    std::vector<Value> elements;
    for (double& number : plain) elements.push_back(Value::Number(number = static_cast<double>(rng.Below(100))));
    ListQuery query(elements, 0);
    NodeId whole = query.list;
    for (size_t writes = rng.Below(5); writes > 0; --writes) {
      const size_t at = rng.Below(plain.size());
      const NodeId index = query.Argument(Value::Number(static_cast<double>(at)));
      plain[at] = static_cast<double>(rng.Below(100));
      whole = query.Make(Op::kStore, {whole, index, query.Of(plain[at])});
    }
    const size_t at = rng.Below(plain.size());
    const NodeId element = query.At(whole, query.Argument(Value::Number(static_cast<double>(at))));
    const Evaluator evaluator(query.path(), {element}, query.query().seeds);
    ASSERT_EQ(*evaluator.Get(element), Value::Number(plain[at]));
  }
}

TEST(Lists, AnElementThatMayBeChosenNeedsNoRoom) {
  ListQuery query({Value::Number(1), Value::Number(2), Value::Number(3)});
  query.Want(query.Make(Op::kSeq, {query.At(query.list, query.i), query.Of(1)}));
  EXPECT_EQ(LengthBounds(query.query())[0].least, 0);
}

TEST(Lists, CellsBehindTheEndAreNotWritten) {
  ListQuery query({Value::Number(1)}, 2);
  Assignment input;
  input.arguments.push_back({.type = Type::kArray, .number = 2, .properties = {{"0", {.type = Type::kNumber}}}});
  const auto& cells = query.path().expressions[query.list].operands;
  const auto assign = [&](NodeId cell, double number) {
    Assign(input, query.path(), query.path().expressions[cell].symbol, Value::Number(number));
  };
  assign(cells[1], 5);
  assign(cells[2], 6);
  EXPECT_EQ(input.arguments[0].number, 2);
  EXPECT_EQ(input.arguments[0].properties.at("1").number, 5);
  EXPECT_FALSE(input.arguments[0].properties.contains("2"));
}

TEST(Lists, OnlyTheChosenElementMayGetAnotherType) {
  ListQuery query({Value::Number(1), Value::Number(2)}, 0);
  const NodeId chosen = query.path().expressions[query.list].operands[0];
  const NodeId element = query.Make(Op::kSelect, {query.list, query.i, chosen});
  const Expressions& expressions = query.path().expressions;
  const std::vector<SymbolId> expected = {expressions[query.i].symbol, expressions[chosen].symbol};
  EXPECT_EQ(ChosenSymbolsOf(expressions, element), expected);
}

}  // namespace
}  // namespace kingbird::concolic
