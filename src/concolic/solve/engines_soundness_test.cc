// A condition that an input is known to fulfil must never be called unsatisfiable, and models must hold.
#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "base/text.h"
#include "concolic/expression/evaluate.h"
#include "concolic/solve/decorators.h"
#include "concolic/solve/query.h"
#include "concolic/solve/query_builder.h"
#include "concolic/solve/smt_engine.h"
#include "regex/matcher.h"
#include "regex/sampler.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

const std::vector<std::u16string> kTexts = {u"", u"a", u"abc", u"key=1", u" x ", u"42", u"-7", u"Zz", u"aXaX"};

/// `op` of an unknown and constants, where the unknown has the value of the seed.
NodeId BuildCall(QueryBuilder& q, Op op, base::Rng& rng) {
  const auto number = [&] { return rng.Between(0, 3) == 0 ? 2.5 : static_cast<double>(rng.Between(-9, 40)); };
  const bool text = op >= Op::kLength && op <= Op::kToUpperCase;
  const bool parse = op == Op::kParseInt || op == Op::kParseFloat;
  const NodeId x = text || parse ? q.Argument(Value::String(rng.Pick(kTexts))) : q.Argument(Value::Number(number()));
  const bool finds = op >= Op::kIndexOf && op <= Op::kEndsWith;
  const bool replaces = op == Op::kReplaceString || op == Op::kReplaceAllString;
  if (replaces) return q.Make(op, {x, q.Of(u"a"), q.Of(u"bb")});
  if (finds) return q.Make(op, {x, q.Of(rng.Pick(kTexts))});
  if (op >= Op::kSlice && op <= Op::kSubstr) return q.Make(op, {x, q.Of(number()), q.Of(number())});
  const bool one = op == Op::kLength || parse || (op >= Op::kTrim && op <= Op::kTrimEnd) || op >= Op::kToLowerCase;
  if (one || (op >= Op::kNeg && op <= Op::kToBoolean)) return q.Make(op, {x});
  return q.Make(op, {x, q.Of(op == Op::kRepeat ? 2 : number())});
}

bool IsLeftOut(Op op) {
  return op <= Op::kConstant || op >= Op::kRegexTest || (op >= Op::kPresent && op <= Op::kInstanceOf) ||
         op == Op::kMin || op == Op::kMax || op == Op::kPow;
}

void CheckEngine(std::unique_ptr<Solver> engine) {
  base::Rng rng(7);
  SolverStatistics statistics;
  ValidatingSolver solver(std::move(engine), &statistics);
  int answered = 0;
  for (int i = 0; i < kOps; ++i) {
    const auto op = static_cast<Op>(i);
    if (IsLeftOut(op)) continue;
    for (int k = 0; k < 3; ++k) {
      QueryBuilder q;
      const NodeId call = BuildCall(q, op, rng);
      const Evaluator evaluator(q.path(), {call}, StartValues(q.query()));
      const Value* value = evaluator.Get(call);
      if (value == nullptr || value->type == Type::kUndefined) continue;
      q.Want(q.Make(Op::kSeq, {call, q.Constant(*value)}), !(*value == Value::Number(std::nan(""))));
      q.query().time_limit = std::chrono::milliseconds(300);
      const Answer answer = solver.Solve(q.query());
      EXPECT_NE(answer.verdict, Verdict::kUnsat) << ToText(q.query());
      answered += answer.verdict == Verdict::kSat ? 1 : 0;
    }
  }
  EXPECT_GE(answered, 80);
  EXPECT_LE(statistics.invalid, 5U);
}

TEST(EnginesSoundness, Z3) { CheckEngine(MakeZ3Engine()); }
TEST(EnginesSoundness, Cvc5) { CheckEngine(MakeCvc5Engine()); }

const std::vector<std::pair<std::u16string, std::u16string>> kRegexes = {
    {u"^ab*c$", u""},
    {u"a|bc", u""},
    {u"(?=.*\\d)[a-z\\d]{3}", u""},
    {u"^(?!ab)\\w+", u""},
    {u"\\bab\\b", u""},
    {u"^a$", u"m"},
    {u"a.c", u"s"},
    {u"[^a-c]", u"i"},
    {u"(a)(b)?$", u""},
    {u"^\\s*(.*?)\\s*$", u""},
    {u"(.)\\1", u""},
    {u"a{2,3}", u"y"},
    {u"(?:^|,)b(?=,|$)", u""},
    {u"\\Ba", u""},
    {u"x{20,}", u""},
};

/// A text and what the matcher says of it is no contradiction, and its opposite is one or unknown.
void CheckLanguages(std::unique_ptr<Solver> engine) {
  base::Rng rng(9);
  const std::vector<std::u16string> texts = {u"",    u"a",     u"ab",   u"abc", u"ac",
                                             u"1ab", u"ab ab", u"a\nb", u",b,", u"aaa"};
  for (const auto& [source, flags] : kRegexes) {
    for (int k = 0; k < 4; ++k) {
      const std::u16string sample = *regex::Sample(*regex::Parse(source, flags), {}, rng);
      const std::u16string text = k < 2 ? sample : rng.Pick(texts);
      const bool matches = regex::Find(*regex::Parse(source, flags), text).match.has_value();
      for (bool truth : {true, false}) {
        QueryBuilder q;
        const NodeId x = q.Argument(Value::String(u"?"));
        q.Want(q.Make(Op::kSeq, {x, q.Of(text)}));
        q.Want(q.Make(Op::kRegexTest, {q.Of(source), q.Of(flags), x}), truth);
        const Answer answer = engine->Solve(q.query());
        if (truth == matches) {
          EXPECT_NE(answer.verdict, Answer::Verdict::kUnsat) << base::Wtf8FromUtf16(source + u" in " + text);
        } else {
          EXPECT_NE(answer.verdict, Answer::Verdict::kSat) << base::Wtf8FromUtf16(source + u" in " + text);
        }
      }
    }
  }
}

TEST(EnginesSoundness, Cvc5DoesNotContradictTheMatcher) { CheckLanguages(MakeCvc5Engine()); }
TEST(EnginesSoundness, Z3DoesNotContradictTheMatcher) { CheckLanguages(MakeZ3Engine()); }

}  // namespace
}  // namespace kingbird::concolic
