#include "mine/callback_miner.h"

#include <gtest/gtest.h>

namespace kingbird::mine {
namespace {

std::vector<std::string> Mined(const std::string& source, const std::string& name) {
  CallbackSources sources;
  MineCallbacks(source, sources);
  return sources[name];
}

TEST(CallbackMiner, FunctionsByTheNameOfWhatTheyArePassedTo) {
  const std::string source = "list.map(function (x) { return x * 2; }); go((a) => a, 5); list.map(5);";
  EXPECT_EQ(Mined(source, "map"), std::vector<std::string>{"function (x) { return x * 2; }"});
  EXPECT_EQ(Mined(source, "go"), std::vector<std::string>{"(a) => a"});
}

TEST(CallbackMiner, OwnVariablesAndBuiltInsNeedNothing) {
  EXPECT_EQ(Mined("f(function g(a, { b }, ...c) { var d = Math.max(a, b); return g && c && d && arguments; })", "f"),
            std::vector<std::string>{
                "function g(a, { b }, ...c) { var d = Math.max(a, b); return g && c && d && arguments; }"});
}

TEST(CallbackMiner, AFewFreeVariablesAreBoundToUndefined) {
  EXPECT_EQ(Mined("const k = 1; f((x) => x + k + other)", "f"),
            std::vector<std::string>{"(function (k, other) { return (x) => x + k + other; })()"});
}

TEST(CallbackMiner, WhatLeansOnItsSurroundingsIsLeftOut) {
  EXPECT_TRUE(Mined("f(() => require('x')); f(() => [a, b, c, d]); f(() => process.exit(1))", "f").empty());
  EXPECT_TRUE(Mined("class A { m() { f(() => super.m()); } }", "f").empty());
}

TEST(CallbackMiner, TheSameFunctionCountsOnce) { EXPECT_EQ(Mined("f((x) => x); f((x) => x);", "f").size(), 1U); }

}  // namespace
}  // namespace kingbird::mine
