#include "diff/shared_api.h"

#include <gtest/gtest.h>

namespace kingbird::diff {
namespace {

using model::Function;
using Names = std::vector<std::string>;

Function Named(const std::string& name, std::vector<model::AccessPath> aliases = {}) {
  Function function;
  function.path = {name};
  function.aliases = std::move(aliases);
  return function;
}

Names Removed(const model::Api& before, const model::Api& after) {
  Names names;
  for (const Function& function : CompareApis(before, after).removed) names.push_back(function.Name());
  return names;
}

TEST(SharedApi, SecondNamesOfAFunctionAreTheSameFunction) {
  const model::Api before{{Named("resolve"), Named("reject")}, {}};
  const model::Api after{{Named("cast", {{"resolve"}}), Named("reject")}, {}};
  EXPECT_EQ(Removed(before, after), Names{});
  EXPECT_EQ(CompareApis(before, after).added, Names{"cast"});
  const model::Api shared = SharedApi(before, after);
  ASSERT_EQ(shared.functions.size(), 2u);
  EXPECT_EQ(shared.functions[0].Names(), Names{"resolve"});
}

TEST(SharedApi, ASecondNameThatIsGoneIsMissed) {
  const model::Api before{{Named("cast", {{"resolve"}, {"default", "cast"}})}, {}};
  const model::Api after{{Named("resolve")}, {}};
  EXPECT_EQ(Removed(before, after), Names{"cast"}) << "default.cast is only another way to it";
  ASSERT_EQ(SharedApi(before, after).functions.size(), 1u);
  EXPECT_EQ(SharedApi(before, after).functions[0].Name(), "resolve");
  EXPECT_EQ(CompareApis(after, before).added, Names{"cast"});
}

TEST(SharedApi, WhatHasBecomeTwoFunctionsIsComparedWithBoth) {
  const model::Api before{{Named("first", {{"second"}, {"third"}})}, {}};
  const model::Api after{{Named("first"), Named("second", {{"third"}})}, {}};
  const model::Api shared = SharedApi(before, after);
  ASSERT_EQ(shared.functions.size(), 2u);
  EXPECT_EQ(shared.functions[0].Names(), Names{"first"});
  EXPECT_EQ(shared.functions[1].Names(), (Names{"second", "third"}));
}

}  // namespace
}  // namespace kingbird::diff
