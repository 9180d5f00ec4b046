#include "concolic/solve/solver_chain.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

#include "concolic/solve/answer_codec.h"
#include "concolic/solve/decorators.h"
#include "concolic/solve/query_builder.h"
#include "concolic/solve/race.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;
using Behaviour = std::function<Answer(const Query&)>;

/// An engine that does as it is told and counts, which works only in this process.
class FakeEngine final : public Solver {
 public:
  FakeEngine(std::string name, Behaviour behaviour, int* calls = nullptr)
      : name_(std::move(name)), behaviour_(std::move(behaviour)), calls_(calls) {}
  Answer Solve(const Query& query) override {
    if (calls_ != nullptr) ++*calls_;
    return behaviour_(query);
  }
  std::string_view name() const override { return name_; }

 private:
  std::string name_;
  Behaviour behaviour_;
  int* calls_;
};

Answer Hang(const Query&) {
  while (true) ::pause();
}
Answer Crash(const Query&) {
  std::signal(SIGSEGV, SIG_DFL);  // A sanitizer would take its time to tell about it.
  std::raise(SIGSEGV);
  return {};
}
Answer Throw(const Query&) { throw std::runtime_error("no"); }
Answer Nonsense(const Query&) { return {Verdict::kSat, {{0, Value::Number(-1)}, {77, Value::Null()}}, "", true}; }
Answer WrongType(const Query&) { return {Verdict::kSat, {{0, Value::String(u"8")}}, "", true}; }
Answer Eight(const Query&) { return {Verdict::kSat, {{0, Value::Number(8)}}, "", true}; }
Answer Unknown(const Query&) { return {}; }
Answer Unsat(const Query&) { return {Verdict::kUnsat, {}, "", true}; }

/// arg0 > 7
void BuildGreater(QueryBuilder& q, double seed = 0) {
  const NodeId x = q.Argument(Value::Number(seed));
  q.Want(q.Make(Op::kGt, {x, q.Of(7)}));
  q.query().time_limit = std::chrono::milliseconds(1500);
}

std::vector<std::unique_ptr<Solver>> Engines(std::vector<std::pair<std::string, Behaviour>> behaviours) {
  std::vector<std::unique_ptr<Solver>> engines;
  for (auto& [name, behaviour] : behaviours) engines.push_back(std::make_unique<FakeEngine>(name, behaviour));
  return engines;
}

const base::SteadyClock kMachine;

SolverOptions Noting(SolverStatistics& statistics) {
  SolverOptions options;
  options.statistics = &statistics;
  return options;
}

TEST(Race, TheNextEngineAnswersForOneThatHangsCrashesOrLies) {
  for (const Behaviour& bad : std::vector<Behaviour>{Hang, Crash, Throw, Nonsense, WrongType}) {
    QueryBuilder q;
    BuildGreater(q);
    SolverStatistics statistics;
    RacingSolver race(Engines({{"z3", bad}, {"cvc5", Eight}}), kMachine, Noting(statistics));
    const Answer answer = race.Solve(q.query());
    EXPECT_EQ(answer.verdict, Verdict::kSat);
    EXPECT_EQ(answer.solver, "cvc5");
    EXPECT_EQ(answer.model.at(0), Value::Number(8));
  }
}

TEST(Race, NobodyKnowsWhenAllHang) {
  QueryBuilder q;
  BuildGreater(q);
  q.query().time_limit = std::chrono::milliseconds(400);
  SolverStatistics statistics;
  RacingSolver race(Engines({{"z3", Hang}, {"cvc5", Hang}}), kMachine, Noting(statistics));
  EXPECT_EQ(race.Solve(q.query()).verdict, Verdict::kUnknown);
  EXPECT_EQ(statistics.by_solver["z3"].silent, 1U);
}

TEST(Race, NonsenseIsCounted) {
  QueryBuilder q;
  BuildGreater(q);
  SolverStatistics statistics;
  RacingSolver race(Engines({{"z3", Nonsense}, {"cvc5", WrongType}}), kMachine, Noting(statistics));
  EXPECT_EQ(race.Solve(q.query()).verdict, Verdict::kUnknown);
  EXPECT_EQ(statistics.invalid, 2U);
  EXPECT_EQ(Troubles(statistics), "cvc5 gave 1 answers that are wrong; z3 gave 1 answers that are wrong");
}

TEST(Race, EnginesThatBreakDownOrNeverAnswerAreNamed) {
  SolverStatistics statistics;
  RacingSolver race(Engines({{"z3", Crash}, {"cvc5", Unknown}}), kMachine, Noting(statistics));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Troubles(statistics), i == 0 ? "" : fmt::format("z3 broke down on {} questions", i));
    QueryBuilder q;
    BuildGreater(q);
    q.query().time_limit = std::chrono::minutes(1);
    EXPECT_EQ(race.Solve(q.query()).verdict, Verdict::kUnknown);
  }
  EXPECT_EQ(Troubles(statistics), "cvc5 had no answer to any of 3 questions; z3 broke down on 3 questions");
  ++statistics.by_solver["cvc5"].answers;
  EXPECT_EQ(Troubles(statistics), "z3 broke down on 3 questions");
  statistics.by_solver["search"].wrong = 1;
  EXPECT_EQ(Troubles(statistics), "z3 broke down on 3 questions") << "Kingbird's own search guesses";
}

TEST(Race, QuestionsThatNobodyAnswersAreHard) {
  SolverStatistics statistics;
  statistics.by_solver["cvc5"].silent = 9;
  EXPECT_EQ(Troubles(statistics), "cvc5 had no answer to any of 9 questions");
  statistics.by_solver["z3"].silent = 9;
  EXPECT_EQ(Troubles(statistics), "");
  statistics.by_solver["z3"].answers = 1;
  EXPECT_EQ(Troubles(statistics), "cvc5 had no answer to any of 9 questions");
}

TEST(Race, StringsGoToCvc5First) {
  QueryBuilder q;
  const NodeId s = q.Argument(Value::String(u""));
  q.Want(q.Make(Op::kSeq, {s, q.Of(u"x")}));
  RacingSolver race(Engines({{"z3", Unsat}, {"cvc5", Unsat}}), kMachine, SolverOptions());
  EXPECT_EQ(race.Solve(q.query()).solver, "cvc5");
}

TEST(AnswerCodec, KeepsAnAnswerAndRefusesOtherBytes) {
  const Answer answer{Verdict::kSat, {{3, Value::String(u"a\xD800")}, {9, Value::Number(-0.0)}}, "", true};
  const std::string bytes = Encode(answer);
  const std::optional<Answer> back = DecodeAnswer(bytes);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->model, answer.model);
  for (size_t i = 0; i < bytes.size(); ++i) EXPECT_FALSE(DecodeAnswer(bytes.substr(0, i)).has_value());
  EXPECT_FALSE(DecodeAnswer(bytes + "x").has_value());
}

TEST(Slicing, OnlyThePartThatFailsIsSolved) {
  QueryBuilder q;
  const NodeId x = q.Argument(Value::Number(1));
  const NodeId y = q.Argument(Value::Number(2));
  const NodeId z = q.Argument(Value::Number(3));
  q.Want(q.Make(Op::kLt, {x, y}));
  q.Want(q.Make(Op::kGt, {z, q.Of(7)}));
  int calls = 0;
  const Behaviour check = [&](const Query& query) {
    EXPECT_EQ(query.literals.size(), 1U);
    return Answer{Verdict::kSat, {{2, Value::Number(9)}}, "fake", true};
  };
  SlicingSolver slicing(std::make_unique<FakeEngine>("fake", check, &calls));
  const Answer answer = slicing.Solve(q.query());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(answer.verdict, Verdict::kSat);
  EXPECT_EQ(answer.model.at(0), Value::Number(1));
  EXPECT_EQ(answer.model.at(2), Value::Number(9));
}

TEST(Slicing, SeedsThatHoldNeedNobody) {
  QueryBuilder q;
  BuildGreater(q, 10);
  int calls = 0;
  SlicingSolver slicing(std::make_unique<FakeEngine>("fake", Unsat, &calls));
  EXPECT_EQ(slicing.Solve(q.query()).solver, "seeds");
  EXPECT_EQ(calls, 0);
}

TEST(Caching, KnowsTheSameQueryOfAnotherPath) {
  int calls = 0;
  CachingSolver caching(std::make_unique<FakeEngine>("fake", Eight, &calls));
  for (int i = 0; i < 3; ++i) {
    QueryBuilder q;
    for (int k = 0; k < i; ++k) q.Of(k);  // Other node numbers.
    BuildGreater(q);
    EXPECT_EQ(caching.Solve(q.query()).model.at(0), Value::Number(8));
  }
  EXPECT_EQ(calls, 1);
}

TEST(Caching, ASupersetOfAnUnsatisfiableSetIsUnsatisfiable) {
  int calls = 0;
  CachingSolver caching(std::make_unique<FakeEngine>("fake", Unsat, &calls));
  QueryBuilder small;
  BuildGreater(small);
  EXPECT_EQ(caching.Solve(small.query()).verdict, Verdict::kUnsat);
  QueryBuilder large;
  BuildGreater(large);
  large.Want(large.Make(Op::kLt, {1, large.Of(3)}));
  EXPECT_EQ(caching.Solve(large.query()).solver, "cache");
  QueryBuilder other;
  const NodeId x = other.Argument(Value::Number(0));
  other.Want(other.Make(Op::kGt, {x, other.Of(8)}));
  EXPECT_EQ(caching.Solve(other.query()).solver, "");
  EXPECT_EQ(calls, 2);
}

TEST(Caching, TypesAreAPartOfTheQuestion) {
  int calls = 0;
  CachingSolver caching(std::make_unique<FakeEngine>("fake", Unsat, &calls));
  QueryBuilder number, text;
  number.Want(number.Argument(Value::Number(0)));
  text.Want(text.Argument(Value::String(u"")));
  caching.Solve(number.query());
  caching.Solve(text.query());
  EXPECT_EQ(calls, 2);
}

TEST(SolverChain, CountsByWhoAnswered) {
  SolverStatistics statistics;
  int logged = 0;
  SolverOptions options;
  options.statistics = &statistics;
  options.log = [&](const Query&, const Answer&, double) { ++logged; };
  const auto solver = MakeSolver(kMachine, options);
  ASSERT_TRUE(solver.ok());
  QueryBuilder held, searched, contradiction, hard;
  BuildGreater(held, 10);
  BuildGreater(searched);
  const NodeId x = contradiction.Argument(Value::Number(1));
  contradiction.Want(contradiction.Make(Op::kLt, {x, contradiction.Of(3)}));
  contradiction.Want(contradiction.Make(Op::kGt, {x, contradiction.Of(4)}));
  EXPECT_EQ((*solver)->Solve(held.query()).solver, "seeds");
  EXPECT_EQ((*solver)->Solve(searched.query()).solver, "search");
  EXPECT_EQ((*solver)->Solve(contradiction.query()).verdict, Verdict::kUnsat);
  EXPECT_EQ((*solver)->Solve(contradiction.query()).solver, "cache");
  EXPECT_EQ(statistics.queries, 4U);
  EXPECT_EQ(statistics.sat, 2U);
  EXPECT_EQ(statistics.unsat, 2U);
  EXPECT_EQ(statistics.invalid, 0U);
  EXPECT_EQ(statistics.by_solver.at("search").answers, 1U);
  EXPECT_EQ(logged, 4);
}

TEST(SolverChain, TellsHowLongQueriesTake) {
  SolverStatistics statistics;
  base::FakeClock clock;
  SolverOptions options = Noting(statistics);
  options.engines.clear();
  double told = -1;
  options.log = [&](const Query&, const Answer&, double seconds) { told = seconds; };
  const auto solver = MakeSolver(clock, options);
  QueryBuilder q;
  BuildGreater(q);
  (*solver)->Solve(q.query());
  EXPECT_EQ(told, 0) << "the clock stands still";
  class Ticking : public base::FakeClock {
   public:
    Time Now() const override {
      now_ += std::chrono::milliseconds(250);
      return now_;
    }

   private:
    mutable Time now_{};
  } ticking;
  (*MakeSolver(ticking, options))->Solve(q.query());
  EXPECT_EQ(told, 0.25);
  EXPECT_EQ(statistics.time_s, 0.25);
}

TEST(SolverChain, AnUnknownLiteralThatIsNotTouchedHolds) {
  QueryBuilder q;
  const NodeId s = q.Argument(Value::String(u"abc"));
  const NodeId x = q.Argument(Value::Number(0));
  // Property classes are not known here.
  const NodeId regex = q.Make(Op::kRegexTest, {q.Of(u"\\p{L}"), q.Of(u"u"), s});
  q.Want(q.Make(Op::kEq, {regex, q.Make(Op::kGt, {x, q.Of(-5)})}));
  q.Want(q.Make(Op::kGt, {q.Make(Op::kLength, {s}), q.Of(5)}));
  const auto solver = MakeSolver(kMachine, SolverOptions{});
  const Answer answer = (*solver)->Solve(q.query());
  EXPECT_EQ(answer.verdict, Verdict::kSat);
  EXPECT_FALSE(answer.checked);
  // But a decision that cannot be evaluated cannot be changed on purpose.
  q.Want(regex, false);
  EXPECT_EQ((*solver)->Solve(q.query()).verdict, Verdict::kUnknown);
}

TEST(SolverChain, ValuesThatSolversDoNotHaveAreTriedFirst) {
  const auto solver = MakeSolver(kMachine, SolverOptions{});
  QueryBuilder q;
  const NodeId x = q.Argument(Value::Number(1));
  q.Want(q.Make(Op::kLt, {x, q.Of(0)}));
  q.Want(q.Make(Op::kSeq, {q.Make(Op::kSub, {x, q.Of(1)}), x}));
  EXPECT_EQ((*solver)->Solve(q.query()).verdict, Verdict::kSat);
}

TEST(SolverChain, AnEngineThatDoesNotExistIsAUsageError) {
  SolverOptions options;
  options.engines = {"z4"};
  const auto solver = MakeSolver(kMachine, options);
  ASSERT_FALSE(solver.ok());
  EXPECT_EQ(solver.error().ToString(), "there is no solver 'z4' (z3 and cvc5 are there)");
}

TEST(SearchTest, APositionThatIsNotANumberIsTheFirst) {
  QueryBuilder q;
  const NodeId s = q.Argument(Value::String(u"xyz"));
  q.Want(q.Make(Op::kStartsWith, {s, q.Of(u"ab"), q.Of(std::nan(""))}));
  const Answer answer = SearchSolver().Solve(q.query());
  ASSERT_EQ(answer.verdict, Verdict::kSat);
  EXPECT_EQ(answer.model.at(0).text.substr(0, 2), u"ab");
}

}  // namespace
}  // namespace kingbird::concolic
