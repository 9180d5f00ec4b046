#include "explore/flip_seeds.h"

#include <gtest/gtest.h>

#include "syntax/instrument.h"

namespace kingbird::explore {
namespace {

loop::Candidate Reaching(model::Hits hits, int calls = 1) {
  model::Callback root;
  for (int i = 1; i <= calls; ++i) root.body.push_back({.id = i});
  return {.test = {std::make_shared<model::Callback>(root), calls + 1}, .hits = std::move(hits), .behaviours = {}};
}

std::vector<size_t> Chosen(const std::vector<loop::Candidate>& candidates, std::vector<bool> wanted) {
  std::vector<size_t> chosen;
  SeedChooser chooser(candidates, wanted);
  while (const loop::Candidate* candidate = chooser.Next()) {
    chosen.push_back(static_cast<size_t>(candidate - candidates.data()));
    chooser.Take(*candidate);
  }
  return chosen;
}

TEST(SeedChooser, TakesAsFewAsReachWhatIsWanted) {
  const std::vector<loop::Candidate> candidates = {Reaching({0}), Reaching({0, 1, 2}, 3), Reaching({2, 3}),
                                                   Reaching({0, 1, 2}), Reaching({5, 99})};
  EXPECT_EQ(Chosen(candidates, {true, true, true, true, false, false}), (std::vector<size_t>{3, 2}));
  EXPECT_TRUE(Chosen(candidates, std::vector<bool>(6)).empty());
}

TEST(Apart, CallsThatNeedNoOtherAreSeedsOfTheirOwn) {
  const auto call = [](int id, model::Argument argument) {
    return model::Call{.id = id, .path = {"f"}, .arguments = {std::move(argument)}};
  };
  const auto test = [](std::vector<model::Call> calls) {
    model::Callback root;
    root.body = std::move(calls);
    return model::TestCase{std::make_shared<model::Callback>(root), 9};
  };
  const model::Argument one = model::Argument::Literal(model::Value::Number(1));
  const model::Argument list = model::Argument::Array({one, one});
  const std::vector<model::TestCase> apart = Apart(test({call(1, one), call(2, list)}));
  ASSERT_EQ(apart.size(), 2u);
  EXPECT_EQ(apart[1].root->body, std::vector<model::Call>{call(1, list)});
  const model::TestCase chained = test({call(1, one), call(2, model::Argument::Array({model::Argument::Result(1)}))});
  EXPECT_EQ(Apart(chained), std::vector<model::TestCase>{chained});
}

TEST(NextToUnreached, IsWhatUnfinishedFunctionsHave) {
  syntax::Manifest manifest;
  syntax::FileFacts facts =
      syntax::Instrument("function f(x) { if (x) g(); }\nfunction h() { return 1; }", "a.js").facts;
  manifest.files.push_back({"a.js", 0, facts.counters, facts.sites, {}});
  manifest.Layout();
  model::Hits all;
  for (uint32_t i = 0; i < manifest.size(); ++i) all.push_back(i);
  const model::Hits of_f = manifest.files[0].CountersOf(facts.sites[0]);
  const model::Hits of_h = manifest.files[0].CountersOf(facts.sites[1]);
  syntax::CoverageMap covered(manifest.size());
  std::erase(all, of_f.back());
  covered.Add(all);
  const std::vector<bool> next = NextToUnreached(manifest, covered, false);
  for (uint32_t counter : of_f) EXPECT_TRUE(next[counter]);
  for (uint32_t counter : of_h) EXPECT_FALSE(next[counter]);
  EXPECT_TRUE(NextToUnreached(manifest, covered, true)[of_h[0]]);
}

}  // namespace
}  // namespace kingbird::explore
