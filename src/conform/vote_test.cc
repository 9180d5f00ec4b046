#include "conform/vote.h"

#include <gtest/gtest.h>

namespace kingbird::conform {
namespace {

using Kind = Outcome::Kind;

Outcome Did(std::string text) { return {Kind::kDid, std::move(text), false, false}; }

Verdict VoteOf(const std::vector<Outcome>& voters, const std::vector<Outcome>& candidates = {}) {
  std::vector<Ballot> ballots;
  for (const Outcome& outcome : voters) ballots.push_back({ballots.size(), true, &outcome});
  for (const Outcome& outcome : candidates) ballots.push_back({ballots.size(), false, &outcome});
  return Vote(ballots);
}

TEST(Vote, AllAgree) {
  const Verdict verdict = VoteOf({Did("returns 1"), Did("returns 1"), Did("returns 1")});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kAgree);
  EXPECT_EQ(verdict.expected, "returns 1");
}

TEST(Vote, OneDissents) {
  const Verdict verdict = VoteOf({Did("returns 1"), Did("returns 2"), Did("returns 1")});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kDissent);
  EXPECT_EQ(verdict.dissenters, std::vector<size_t>{1});
  EXPECT_EQ(verdict.expected, "returns 1");
}

TEST(Vote, SeveralDissentsAreForPeople) {
  const Verdict verdict = VoteOf({Did("a"), Did("b"), Did("c"), Did("a")}, {Did("x")});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kReview);
  EXPECT_TRUE(verdict.candidates.empty()) << "nobody knows what is right";
}

TEST(Vote, TwoThatDisagreeDecideNothing) {
  EXPECT_EQ(VoteOf({Did("a"), Did("b")}).kind, Verdict::Kind::kReview);
  EXPECT_EQ(VoteOf({Did("a"), {Kind::kAbsent, "", false, false}}).kind, Verdict::Kind::kSilent);
}

TEST(Vote, WhoHasNoAnswerAbstains) {
  for (const Kind kind : {Kind::kAbsent, Kind::kUnfit, Kind::kTimeout, Kind::kMemory, Kind::kLost}) {
    const Verdict verdict = VoteOf({Did("a"), {kind, "", false, false}, Did("a")});
    EXPECT_EQ(verdict.kind, Verdict::Kind::kAgree) << Told({kind, "", false, false});
    EXPECT_TRUE(verdict.dissenters.empty());
  }
}

TEST(Vote, ACrashIsADissent) {
  const Verdict verdict = VoteOf({Did("a"), {Kind::kCrash, "", false, false}, Did("a")});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kDissent);
}

TEST(Vote, CandidatesAreJudgedAndDoNotVote) {
  const Verdict verdict = VoteOf({Did("a"), Did("a")}, {Did("b"), Did("b"), Did("b"), Did("a")});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kAgree);
  EXPECT_EQ(verdict.expected, "a");
  EXPECT_EQ(verdict.candidates, (std::vector<size_t>{2, 3, 4}));
}

TEST(Vote, ACandidateThatDoesNotEndDiffers) {
  EXPECT_EQ(VoteOf({Did("a"), Did("a")}, {{Kind::kTimeout, "", false, false}}).candidates.size(), 1U);
}

TEST(Vote, LimitsOfEnginesAreNoBugs) {
  const Outcome huge{Kind::kDid, "returns 'aaaa'", false, true};
  const Outcome limited{Kind::kDid, "throws RangeError", true, false};
  const Verdict verdict = VoteOf({huge, huge, limited}, {limited, Did("returns ''")});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kAgree);
  EXPECT_EQ(verdict.candidates, std::vector<size_t>{4});
}

TEST(DifferenceOf, NamesTheKind) {
  EXPECT_EQ(DifferenceOf(Did("returns 1"), "returns 2"), "returns another number");
  EXPECT_EQ(DifferenceOf(Did("returns 1"), "throws TypeError"), "returns, must throw TypeError");
  EXPECT_EQ(DifferenceOf(Did("throws RangeError"), "throws TypeError"), "throws RangeError, must throw TypeError");
  EXPECT_EQ(DifferenceOf(Did("returns 'a; b'"), "returns ['a']"), "returns a string, must return an array");
  EXPECT_EQ(DifferenceOf(Did("returns this; this becomes [1]"), "returns this; this becomes [2]"),
            "changes this in another way");
  EXPECT_EQ(DifferenceOf(Did("returns this"), "returns this; this becomes [2]"),
            "leaves this as it is, must change it");
  EXPECT_EQ(DifferenceOf(Did("returns 1; f1(2)"), "returns 1; f1(3)"), "asks and calls in another way");
  EXPECT_EQ(DifferenceOf({Kind::kTimeout, "", false, false}, "returns 1"), "does not end");
}

}  // namespace
}  // namespace kingbird::conform
