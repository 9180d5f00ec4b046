#include "diff/setup_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "diff/built_in_setup.h"
#include "runtime/fake_executor.h"

namespace kingbird::diff {
namespace {

using runtime::FakeExecutor;

/// Ends every test whose setup code has the text in it.
FakeExecutor Without(const std::string& text, model::End end) {
  return FakeExecutor([=](const model::TestCase&, const runtime::RunOptions& options) {
    model::Execution execution;
    if (options.setup.find(text) != std::string::npos) execution.end = end;
    return execution;
  });
}

TEST(SetupCode, PartsThatOneSideCannotRunAreLeftOut) {
  const auto setup = SetupOf({{"var a = f();\n", {"a"}}, {"var b = g();\n", {"b"}}, {"var c, d = h();\n", {"c", "d"}}});
  FakeExecutor one = Without("f()", model::End::kUncaughtException);
  FakeExecutor other = Without("g()", model::End::kUnhandledRejection);
  runtime::Executor* const sides[] = {&one, &other};
  const auto rest = RunnablePart(setup, sides);
  ASSERT_TRUE(rest.ok());
  EXPECT_EQ(rest->code, "var c, d = h();\n");
  EXPECT_EQ(rest->names, (std::vector<std::string>{"c", "d"}));
}

TEST(SetupCode, WhatBothSidesRunStaysAsItIs) {
  const auto setup = BuiltInSetup("Promise", true);
  FakeExecutor side = Without("nothing of this kind", model::End::kTimedOut);
  runtime::Executor* const sides[] = {&side, &side};
  const auto rest = RunnablePart(setup, sides);
  ASSERT_TRUE(rest.ok());
  EXPECT_EQ(rest->code, setup.code);
}

TEST(SetupCode, CodeOfAUserIsOnePart) {
  const auto setup = ReadSetup("const a = 1;\nconst b = [a];\n", "mine.js");
  ASSERT_TRUE(setup.ok());
  EXPECT_EQ(setup->parts.size(), 1);
  EXPECT_EQ(setup->names, (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(ReadSetup("const = 1;", "mine.js").ok());
  EXPECT_FALSE(ReadSetup("f();", "mine.js").ok());
}

TEST(SetupCode, ScriptsTakeThePartsThatTheTestNames) {
  const auto setup = SetupOf({{"var a = 1;\n", {"a"}}, {"var b, c = 2;\n", {"b", "c"}}});
  model::Argument variable;
  variable.kind = model::Argument::Kind::kSetup;
  variable.keys = {"c"};
  model::Call call;
  call.kind = model::Call::Kind::kMethod;
  call.receiver = variable;
  model::Callback root;
  root.body.push_back(call);
  EXPECT_EQ(SetupNeeded(setup, {std::make_shared<model::Callback>(root), 1}), "var b, c = 2;\n");
  EXPECT_EQ(SetupNeeded(setup, {std::make_shared<model::Callback>(), 1}), "");
}

TEST(BuiltInSetup, IsAPartPerLineWithNamesOfItsOwn) {
  for (const char* name : {"Array", "String", "Promise", "Map", "Set", "Iterator", "Object"}) {
    std::vector<std::string> names = BuiltInSetup(name, true).names;
    EXPECT_GT(names.size(), 2) << name;
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << name;
  }
  EXPECT_GE(BuiltInSetup("Array", true).parts.size(), BuiltInSetup("Array", false).parts.size());
}

}  // namespace
}  // namespace kingbird::diff
