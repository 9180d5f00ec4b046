#include "discover/exports.h"

#include <gtest/gtest.h>

namespace kingbird::discover {
namespace {

using model::Function;

base::Result<model::Api> Read(std::string_view text) {
  base::Result<base::Json> json = base::ParseJson(text, "test");
  return ReadExports(*json);
}

TEST(Exports, KeepsKindOwnerAndParameters) {
  const auto api = Read(R"({"functions": [
      {"kind": "function", "path": ["read"], "length": 1, "parameters": ["file", "options="], "source": "function read() {}"},
      {"kind": "constructor", "path": ["Glob"], "class": true, "constructs": true, "length": 0, "parameters": []},
      {"kind": "method", "path": ["abort"], "owner": "Glob", "length": 0, "parameters": ["...rest"]}], "constants": []})");
  ASSERT_TRUE(api.ok()) << api.error().ToString();
  ASSERT_EQ(api->functions.size(), 3u);
  EXPECT_EQ(api->functions[0].parameters, (std::vector<std::string>{"file", "options="}));
  EXPECT_EQ(api->functions[1].Name(), "new Glob");
  EXPECT_EQ(api->functions[2].Name(), "Glob#abort");
}

TEST(Exports, AFunctionThatConstructsIsBoth) {
  const auto api =
      Read(R"({"functions": [{"kind": "function", "path": ["Deferred"], "constructs": true}], "constants": []})");
  ASSERT_TRUE(api.ok());
  ASSERT_EQ(api->functions.size(), 2u);
  EXPECT_EQ(api->functions[0].kind, Function::Kind::kFunction);
  EXPECT_EQ(api->functions[1].kind, Function::Kind::kConstructor);
}

TEST(Exports, ReadsConstants) {
  const auto api = Read(R"({"functions": [], "constants": [{"path": ["a", "b"], "value": {"k": "number", "n": 5}}]})");
  ASSERT_TRUE(api.ok());
  ASSERT_EQ(api->constants.size(), 1u);
  EXPECT_EQ(model::ToString(api->constants[0].path), "a.b");
  EXPECT_EQ(api->constants[0].value, model::Value::Number(5));
}

TEST(Exports, MalformedDescriptionsAreErrors) {
  for (const char* text :
       {R"({})", R"([])", R"({"functions": 3, "constants": []})", R"({"functions": [{"path": 1}], "constants": []})",
        R"({"functions": [{"path": ["a"], "length": "x"}], "constants": []})",
        R"({"functions": [], "constants": [{"path": ["a"], "value": {"k": "nonsense"}}]})"}) {
    EXPECT_FALSE(Read(text).ok()) << text;
  }
}

}  // namespace
}  // namespace kingbird::discover
