// The same queries for the search and for each solver: models are evaluated, so a wrong one shows as "unknown".
#include <gtest/gtest.h>

#include <limits>

#include "base/rng.h"
#include "concolic/expression/evaluate.h"
#include "concolic/solve/decorators.h"
#include "concolic/solve/query.h"
#include "concolic/solve/query_builder.h"
#include "concolic/solve/smt_engine.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

struct Example {
  const char* name;
  Verdict verdict;
  void (*build)(QueryBuilder&);
  bool search = true;  ///< The search solves it, too.
  bool z3 = true;
  bool cvc5 = true;
};

NodeId Number(QueryBuilder& q, double seed = 0) { return q.Argument(Value::Number(seed)); }
NodeId Text(QueryBuilder& q, std::u16string seed = u"") { return q.Argument(Value::String(std::move(seed))); }

const std::vector<Example> kExamples = {
    {"linear", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kAdd, {q.Make(Op::kMul, {x, q.Of(3)}), q.Of(4)}), q.Of(25)}));
     }},
    {"two unknowns", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q), y = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kAdd, {x, y}), q.Of(100)}));
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kSub, {x, y}), q.Of(12)}));
     },
     false},
    {"order without end", Verdict::kUnsat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q), y = Number(q);
       q.Want(q.Make(Op::kLt, {x, y}));
       q.Want(q.Make(Op::kLt, {y, x}));
     },
     false},
    {"not less and not greater and not equal is NaN", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kLt, {x, q.Of(5)}), false);
       q.Want(q.Make(Op::kGe, {x, q.Of(5)}), false);
     }},
    {"remainder", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kMod, {x, q.Of(7)}), q.Of(3)}));
       q.Want(q.Make(Op::kGt, {x, q.Of(1000)}));
     }},
    {"odd and even", Verdict::kUnsat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kMod, {x, q.Of(2)}), q.Of(0)}));
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kMod, {x, q.Of(4)}), q.Of(3)}));
     },
     false, true, false},
    {"mask", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kBitAnd, {x, q.Of(0xFF)}), q.Of(0x42)}));
       q.Want(q.Make(Op::kGt, {x, q.Of(0x1000)}));
     }},
    {"shift and or", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kBitOr, {q.Make(Op::kShl, {x, q.Of(4)}), q.Of(5)}), q.Of(0x125)}));
     }},
    {"xor of two", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q), y = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kBitXor, {x, y}), q.Of(0x55)}));
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kBitAnd, {x, q.Of(15)}), q.Of(3)}));
     },
     true, false, false},
    {"rounding", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kFloor, {q.Make(Op::kDiv, {x, q.Of(10)})}), q.Of(7)}));
       q.Want(q.Make(Op::kIsInteger, {x}), true);
     }},
    {"prefix and length", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId s = Text(q);
       q.Want(q.Make(Op::kStartsWith, {s, q.Of(u"ab")}));
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kLength, {s}), q.Of(5)}));
     }},
    {"position", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId s = Text(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kIndexOf, {s, q.Of(u"=")}), q.Of(3)}));
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kCharAt, {s, q.Of(0)}), q.Of(u"k")}));
     }},
    {"prefix against suffix", Verdict::kUnsat,
     [](QueryBuilder& q) {
       const NodeId s = Text(q);
       q.Want(q.Make(Op::kStartsWith, {s, q.Of(u"a")}));
       q.Want(q.Make(Op::kEndsWith, {s, q.Of(u"b")}));
       q.Want(q.Make(Op::kLt, {q.Make(Op::kLength, {s}), q.Of(2)}));
     },
     false},
    {"character code", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId s = Text(q);
       const NodeId code = q.Make(Op::kCharCodeAt, {s, q.Of(2)});
       q.Want(q.Make(Op::kGe, {code, q.Of(48)}));
       q.Want(q.Make(Op::kLe, {code, q.Of(57)}));
     }},
    {"trimmed", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId s = Text(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kTrim, {s}), q.Of(u"x")}));
       q.Want(q.Make(Op::kGt, {q.Make(Op::kLength, {s}), q.Of(1)}));
     },
     false, false},
    {"concatenation", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId s = Text(q), t = Text(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kAdd, {q.Make(Op::kAdd, {s, q.Of(u"-")}), t}), q.Of(u"key-value")}));
     }},
    {"text as a number", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId s = Text(q);
       q.Want(q.Make(Op::kEq, {s, q.Of(42)}));
     }},
    {"number in a text", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kAdd, {q.Of(u"v"), x}), q.Of(u"v17")}));
     }},
    {"booleans", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId b = q.Argument(Value::Boolean(false));
       q.Want(q.Make(Op::kEq, {b, q.Of(1)}));
     }},
    {"types decide", Verdict::kUnsat,
     [](QueryBuilder& q) {
       const NodeId x = Number(q);
       q.Want(q.Make(Op::kSeq, {q.Make(Op::kTypeof, {x}), q.Of(u"string")}));
     }},
    {"length of an array", Verdict::kSat,
     [](QueryBuilder& q) {
       const NodeId array = q.Argument(Value::Object(Type::kArray, 1));
       const NodeId element = q.Property(array, "4", Value::Number(0));
       const NodeId length = q.Length(array, 0);
       q.Want(q.Make(Op::kSeq, {element, q.Of(8)}));
       q.Want(q.Make(Op::kLt, {length, q.Of(9)}));
     }},
    {"no room for the element", Verdict::kUnsat,
     [](QueryBuilder& q) {
       const NodeId array = q.Argument(Value::Object(Type::kArray, 1));
       const NodeId element = q.Property(array, "4", Value::Number(0));
       q.Want(q.Make(Op::kSeq, {element, q.Of(8)}));
       q.Want(q.Make(Op::kLt, {q.Length(array, 0), q.Of(3)}));
     },
     false},
};

class Examples : public testing::TestWithParam<Example> {};

Verdict Ask(std::unique_ptr<Solver> engine, const Example& example) {
  QueryBuilder builder;
  example.build(builder);
  ValidatingSolver solver(std::move(engine), nullptr);
  return solver.Solve(builder.query()).verdict;
}

TEST_P(Examples, Search) {
  if (GetParam().search) {
    EXPECT_EQ(Ask(std::make_unique<SearchSolver>(), GetParam()), GetParam().verdict);
  }
}
TEST_P(Examples, Z3) {
  if (GetParam().z3) {
    EXPECT_EQ(Ask(MakeZ3Engine(), GetParam()), GetParam().verdict);
  }
}
TEST_P(Examples, Cvc5) {
  if (GetParam().cvc5) {
    EXPECT_EQ(Ask(MakeCvc5Engine(), GetParam()), GetParam().verdict);
  }
}

INSTANTIATE_TEST_SUITE_P(Queries, Examples, testing::ValuesIn(kExamples), [](const auto& example) {
  std::string name;
  for (const char* c = example.param.name; *c != 0; ++c) name.push_back(*c == ' ' ? '_' : *c);
  return name;
});

}  // namespace
}  // namespace kingbird::concolic
