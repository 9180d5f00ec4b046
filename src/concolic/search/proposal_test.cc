#include "concolic/search/proposal.h"

#include <gtest/gtest.h>

#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

Constraint Decided(uint32_t site, bool held) { return {.site = site, .held = held}; }
Constraint Used(uint64_t label, bool held) { return {.kind = Event::Kind::kType, .held = held, .label = label}; }

bool TookAll(std::vector<Constraint> constraints, const Proposal& proposal) {
  SeenRun run;
  run.constraints = std::move(constraints);
  return Took(run, proposal);
}

TEST(Took, MeansTheBranchesInTheirOrderWhateverComesBetween) {
  const Proposal proposal{.branches = {{1, true}, {2, false}}};
  EXPECT_TRUE(TookAll({Decided(1, true), Decided(2, false)}, proposal));
  EXPECT_TRUE(TookAll({Decided(7, true), Decided(1, true), Decided(8, false), Decided(2, false)}, proposal));
  EXPECT_FALSE(TookAll({Decided(1, false), Decided(2, false)}, proposal));
  EXPECT_FALSE(TookAll({Decided(1, true), Decided(2, true)}, proposal));
  EXPECT_FALSE(TookAll({Decided(1, true)}, proposal)) << "the last one was not reached";
  EXPECT_FALSE(TookAll({Decided(2, false), Decided(1, true)}, proposal));
}

TEST(Took, OfUsesOneHasToTurnOutAsWanted) {
  const Proposal proposal{.uses = {{5, true}, {6, true}}};
  EXPECT_TRUE(TookAll({Used(6, true)}, proposal));
  EXPECT_FALSE(TookAll({Used(5, false), Used(6, false)}, proposal));
  EXPECT_FALSE(TookAll({Decided(1, true)}, proposal));
}

/// Remembers a run of a function of the fake engine with these numbers.
std::shared_ptr<const SeenRun> RunWith(FakeRunner& runner, const std::vector<double>& numbers) {
  Assignment input;
  for (double number : numbers) input.arguments.push_back({.type = Type::kNumber, .number = number});
  Run run = *runner.Execute(input);
  constexpr size_t kPerSite = 100;
  return std::make_shared<SeenRun>(Remember(std::move(run), std::move(input), 1, kPerSite));
}

size_t PlaceOf(const SeenRun& run, uint32_t site) {
  for (size_t i = 0; i < run.constraints.size(); ++i) {
    if (run.constraints[i].IsBranch() && run.constraints[i].site == site) return i;
  }
  ADD_FAILURE() << "site " << site << " decided nothing";
  return 0;
}

/// if (a > 5) { if (b > 7) … ; if (c > 9) … }
void Nested(FakeCall& call) {
  if (!call.If(1, call.Binary(10, Op::kGt, call.Argument(0), FakeCall::Number(5)))) return;
  call.If(2, call.Binary(11, Op::kGt, call.Argument(1), FakeCall::Number(7)));
  call.If(3, call.Binary(12, Op::kGt, call.Argument(2), FakeCall::Number(9)));
}

/// Counts what it is asked, and may know nothing.
class CountingSolver : public FakeSolver {
 public:
  Answer Solve(const Query& query) override {
    ++asked;
    clock.Advance(std::chrono::seconds(2));
    return ignorant ? Answer{.solver = "ignorant"} : FakeSolver::Solve(query);
  }
  bool ignorant = false;
  int asked = 0;
  base::FakeClock clock;
};

struct ProposerTest : testing::Test {
  Proposal Flipped(const std::shared_ptr<const SeenRun>& run, uint32_t site, std::vector<uint32_t> also = {}) {
    Flip flip{.run = run, .constraints = {PlaceOf(*run, site)}};
    for (uint32_t other : also) flip.also.push_back(PlaceOf(*run, other));
    flip.keep = !also.empty();
    return proposer.Propose(flip, {});
  }

  FakeRunner runner{Nested};
  CountingSolver solver;
  Proposer proposer{solver, solver.clock, {}};
};

TEST_F(ProposerTest, TheInputDoesWhatIsExpectedOfIt) {
  const auto run = RunWith(runner, {6, 0, 0});
  const Proposal proposal = Flipped(run, 2);
  ASSERT_EQ(proposal.verdict, Verdict::kSat);
  EXPECT_EQ(proposal.branches, (std::vector<std::pair<uint32_t, bool>>{{1, true}, {2, true}}));
  const SeenRun next = Remember(*runner.Execute(proposal.input), proposal.input, 2, 100);
  EXPECT_TRUE(Took(next, proposal));
  EXPECT_FALSE(Took(*run, proposal)) << "the run it comes from did not";
}

TEST_F(ProposerTest, WhatIsReadBehindTheFlipIsDroppedUnlessItIsKept) {
  const auto run = RunWith(runner, {6, 0, 44});
  EXPECT_LE(Flipped(run, 2).input.arguments.size(), 2U);
  Flip keeping{.run = run, .constraints = {PlaceOf(*run, 2)}, .keep = true};
  const Proposal kept = proposer.Propose(keeping, {});
  ASSERT_EQ(kept.input.arguments.size(), 3U);
  EXPECT_EQ(kept.input.arguments[2].number, 44);
}

TEST_F(ProposerTest, OtherDecisionsAreFlippedInTheSameInputWhereTheyDoNotMatter) {
  const Proposal proposal = Flipped(RunWith(runner, {6, 0, 0}), 2, {3});
  ASSERT_EQ(proposal.verdict, Verdict::kSat);
  ASSERT_EQ(proposal.input.arguments.size(), 3U);
  EXPECT_GT(proposal.input.arguments[1].number, 7);
  EXPECT_GT(proposal.input.arguments[2].number, 9);
}

TEST_F(ProposerTest, WhatTheFlipDependsOnIsNotChangedForOthers) {
  runner = FakeRunner([](FakeCall& call) {
    const Sym a = call.Argument(0);
    call.If(1, call.Binary(10, Op::kGt, a, FakeCall::Number(5)));
    call.If(2, call.Binary(11, Op::kGt, a, FakeCall::Number(-3)));
  });
  const auto run = RunWith(runner, {0});
  const Proposal proposal = Flipped(run, 1, {2});
  ASSERT_EQ(proposal.verdict, Verdict::kSat);
  EXPECT_GT(proposal.input.arguments.at(0).number, 5) << "no number is above 5 and not above -3";
}

TEST_F(ProposerTest, WhoDoesNotKnowRefutesNothing) {
  const auto run = RunWith(runner, {6, 0, 0});
  solver.ignorant = true;
  EXPECT_EQ(Flipped(run, 2).verdict, Verdict::kUnknown);
  EXPECT_GT(proposer.statistics().unknown, 0U);
  EXPECT_EQ(proposer.statistics().by.count("ignorant"), 1U);
}

TEST_F(ProposerTest, CountsQuestionsAndTheTimeTheyTook) {
  Flipped(RunWith(runner, {6, 0, 0}), 2);
  const QueryCounts& counts = proposer.statistics();
  EXPECT_EQ(counts.queries, static_cast<size_t>(solver.asked));
  EXPECT_EQ(counts.sat + counts.unsat + counts.unknown, counts.queries);
  EXPECT_EQ(counts.time_s, 2.0 * solver.asked);
}

}  // namespace
}  // namespace kingbird::concolic
