#include "concolic/guard_paths.h"

#include <gtest/gtest.h>

#include "concolic/explorer.h"
#include "concolic/fake_functions.h"
#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

base::Json PathOf(const FakeRunner::Function& function, bool by_nature, bool reads = false) {
  FakeRunner runner(function);
  FakeSolver solver;
  ExploreOptions options{.strategy = OrderOf("ta-dfs")};
  const auto ignore = [](uint32_t, base::Json&) {};
  const auto nature = [&](uint32_t) { return by_nature; };
  const auto read = [&](uint32_t) { return reads; };
  return Explore("f", runner, solver, base::FakeClock(), options)
      .guard.ToJson(ignore, {.fails = nature, .reads = read});
}

/// The object and its method matter where z is 1, and nowhere else; x and y may be anything.
TEST(GuardPaths, UsesThatFailBehindTheDecisionsThatLeadToThem) {
  const base::Json json = PathOf(Foo, true);
  ASSERT_EQ(json["path"].size(), 1u) << json.dump(2);
  const base::Json& decision = json["path"][0];
  EXPECT_EQ(decision["text"], "arg2 == 1");
  EXPECT_EQ(decision["else"], base::Json::array());
  ASSERT_EQ(decision["then"].size(), 2u);
  EXPECT_EQ(decision["then"][0]["use"], "arg3");
  EXPECT_EQ(decision["then"][1]["use"], "arg3.bar");
  EXPECT_EQ(decision["then"][1]["called"], true);
  EXPECT_EQ(json["inputs"]["arg3.bar"], base::Json({"arg", 3, "bar"}));
}

/// `o.bar.bind` alone takes any o.bar that has members.
TEST(GuardPaths, WhatIsReadFromNeedNotBeAFunction) {
  const base::Json json = PathOf(Foo, true, true);
  EXPECT_FALSE(json["path"][0]["then"][1].contains("called")) << json.dump(2);
}

}  // namespace
}  // namespace kingbird::concolic
