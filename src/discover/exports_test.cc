#include "discover/exports.h"

#include <gtest/gtest.h>

#include <vector>

#include "runtime/answer.h"

namespace kingbird::discover {
namespace {

using model::Function;

// As the agent writes a function, with `own` in place of what is usual.
base::Json Described(const base::Json& own) {
  base::Json function = {{"name", ""},     {"class", false},     {"constructs", false},
                         {"length", 0},    {"source", ""},       {"parameters", base::Json::array()},
                         {"native", true}, {"kind", "function"}, {"aliases", base::Json::array()}};
  function.update(own);
  return function;
}

base::Result<model::Api> Read(const std::vector<base::Json>& functions, const base::Json& constants) {
  const base::Json answer = {{"functions", functions},
                             {"constants", constants},
                             {"cut", false},
                             {"http", false},
                             {"servers", base::Json::array()}};
  ASSIGN_OR_RETURN(const base::Json decoded, runtime::DecodeAnswer("exports", base::DumpJson(answer)));
  return ReadExports(decoded);
}

TEST(Exports, KeepsKindOwnerAndParameters) {
  const auto api =
      Read({Described({{"path", {"read"}}, {"length", 1}, {"parameters", {"file", "options="}}}),
            Described({{"kind", "constructor"}, {"path", {"Glob"}}, {"class", true}, {"constructs", true}}),
            Described({{"kind", "method"}, {"path", {"abort"}}, {"owner", "Glob"}})},
           base::Json::array());
  ASSERT_TRUE(api.ok()) << api.error().ToString();
  ASSERT_EQ(api->functions.size(), 3u);
  EXPECT_EQ(api->functions[0].parameters, (std::vector<std::string>{"file", "options="}));
  EXPECT_EQ(api->functions[1].Name(), "new Glob");
  EXPECT_EQ(api->functions[2].Name(), "Glob#abort");
}

TEST(Exports, AFunctionThatConstructsIsBoth) {
  const auto api = Read({Described({{"path", {"Deferred"}}, {"constructs", true}})}, base::Json::array());
  ASSERT_TRUE(api.ok());
  ASSERT_EQ(api->functions.size(), 2u);
  EXPECT_EQ(api->functions[0].kind, Function::Kind::kFunction);
  EXPECT_EQ(api->functions[1].kind, Function::Kind::kConstructor);
}

TEST(Exports, LeavesOutWhatTheModuleOnlyHandsOn) {
  const base::Json own = Described({{"path", {"own"}}});
  const base::Json foreign = Described({{"path", {"readFile"}}, {"foreign", true}});
  const auto both = Read({foreign, own}, base::Json::array());
  ASSERT_EQ(both->functions.size(), 1u);
  EXPECT_EQ(both->functions[0].Name(), "own");
  EXPECT_EQ(Read({foreign}, base::Json::array())->functions.size(), 1u) << "there is nothing else";
}

TEST(Exports, ReadsConstants) {
  const auto api = Read({}, {{{"path", {"a", "b"}}, {"value", {{"k", "number"}, {"n", 5}}}}});
  ASSERT_TRUE(api.ok());
  ASSERT_EQ(api->constants.size(), 1u);
  EXPECT_EQ(model::ToString(api->constants[0].path), "a.b");
  EXPECT_EQ(api->constants[0].value, model::Value::Number(5));
}

TEST(Exports, WhatIsNoValueOrFunctionIsAnError) {
  EXPECT_FALSE(Read({}, {{{"path", {"a"}}, {"value", {{"k", "nonsense"}}}}}).ok());
  EXPECT_FALSE(Read({Described({{"path", {"a"}}, {"length", 4000000000U}})}, base::Json::array()).ok());
}

}  // namespace
}  // namespace kingbird::discover
