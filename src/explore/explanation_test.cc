#include "explore/explanation.h"

#include <gtest/gtest.h>

namespace kingbird::explore {
namespace {

using Lost = std::pair<std::pair<uint32_t, std::string>, concolic::LostThere>;

/// Places 100 to 102 are on lines 1 to 3 of lib.js.
syntax::Manifest ThreePlaces() {
  syntax::Manifest manifest;
  syntax::ManifestFile file;
  file.key = "lib.js";
  file.concolic.resize(3);
  for (uint32_t i = 0; i < 3; ++i) file.concolic[i].range.begin.line = i + 1;
  manifest.files = {file};
  manifest.Layout();
  return manifest;
}

ExploredFunction Losing(std::vector<Lost> losses) {
  ExploredFunction function;
  for (Lost& lost : losses) function.exploration.losses.insert(std::move(lost));
  return function;
}

std::vector<Explanation> ExplainAll(const std::vector<ExploredFunction>& functions) {
  const syntax::Manifest manifest = ThreePlaces();
  const SiteIndex sites(manifest, {{"files", {{{"key", "lib.js"}, {"offset", 100}}}}});
  return Explain(functions, sites);
}

concolic::LostThere In(size_t runs, std::map<uint32_t, concolic::Loss::Ways> decisions) {
  concolic::LostThere lost;
  lost.runs = runs;
  lost.decisions = std::move(decisions);
  return lost;
}

TEST(Explanation, AddsUpWhatSeveralFunctionsLostInOnePlace) {
  const auto found = ExplainAll({Losing({{{101, "delete"}, In(2, {{7, {true, false}}, {8, {true, false}}})}}),
                                 Losing({{{101, "delete"}, In(3, {{7, {false, true}}})}})});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, "lib.js");
  EXPECT_EQ(found[0].line, 2U);
  EXPECT_EQ(found[0].runs, 5U);
  EXPECT_EQ(found[0].decisions, 2U);
  EXPECT_EQ(found[0].one_sided, 1U) << "one went one way here and the other way there";
}

TEST(Explanation, TheMostCostlyComesFirst) {
  const auto found = ExplainAll({Losing({{{100, "often"}, In(1000, {})},
                                         {{101, "decided"}, In(10, {{7, {true, true}}, {8, {true, true}}})},
                                         {{102, "one-sided"}, In(1, {{7, {true, false}}})}})});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].what, "one-sided");
  EXPECT_EQ(found[1].what, "decided");
  EXPECT_EQ(found[2].what, "often");
}

TEST(Explanation, HasAdviceForLossesAndForAnyNativeFunction) {
  const auto found = ExplainAll({Losing(
      {{{100, "for await"}, In(3, {})}, {{101, "crypto.hash()"}, In(2, {})}, {{5, "nobody knows"}, In(1, {})}})});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NE(found[0].advice.find("array"), std::string::npos);
  EXPECT_NE(found[1].advice.find("model"), std::string::npos);
  EXPECT_EQ(found[2].advice, "");
  EXPECT_EQ(found[2].file, "") << "no file has a place 5";
}

TEST(Explanation, OfManyTheFirstOnesAreShown) {
  EXPECT_EQ(ToText({}), "nothing symbolic was lost\n");
  std::vector<Explanation> many(23);
  for (size_t i = 0; i < many.size(); ++i) many[i].line = static_cast<uint32_t>(i + 1);
  const std::string text = ToText(many);
  EXPECT_NE(text.find(":20  "), std::string::npos);
  EXPECT_EQ(text.find(":21  "), std::string::npos);
  EXPECT_NE(text.find("and 3 more"), std::string::npos);
  EXPECT_EQ(ToJson(many).size(), 23U) << "other programs read all of them";
}

}  // namespace
}  // namespace kingbird::explore
