#include "model/api.h"

#include <gtest/gtest.h>

namespace kingbird::model {
namespace {

Function FunctionOf(Function::Kind kind, AccessPath path, const std::string& owner = "") {
  Function function;
  function.kind = kind;
  function.path = std::move(path);
  function.owner = owner;
  return function;
}

TEST(FunctionName, IsWhatAUserWouldSay) {
  using Kind = Function::Kind;
  EXPECT_EQ(FunctionOf(Kind::kFunction, {"promises", "readFile"}).Name(), "promises.readFile");
  EXPECT_EQ(FunctionOf(Kind::kFunction, {}).Name(), "(module)");
  EXPECT_EQ(FunctionOf(Kind::kConstructor, {"Glob"}).Name(), "new Glob");
  EXPECT_EQ(FunctionOf(Kind::kMethod, {"resolve"}, "Deferred").Name(), "Deferred#resolve");
  EXPECT_EQ(FunctionOf(Kind::kMethod, {"lib", "run"}).Name(), "lib.run");
  EXPECT_EQ(FunctionOf(Kind::kMethod, {}, "curry").Name(), "(handed out)#curry");
}

TEST(FunctionName, EveryAliasGivesOne) {
  Function glob = FunctionOf(Function::Kind::kConstructor, {"Glob"});
  glob.aliases = {{"default"}, {"glob", "Glob"}};
  EXPECT_EQ(glob.Names(), (std::vector<std::string>{"new Glob", "new default", "new glob.Glob"}));
  EXPECT_EQ(glob.path, AccessPath{"Glob"});
}

TEST(Api, FindsFunctionsByTheirNames) {
  Api api;
  api.functions = {FunctionOf(Function::Kind::kFunction, {"Glob"}), FunctionOf(Function::Kind::kConstructor, {"Glob"})};
  EXPECT_EQ(api.Find("new Glob"), &api.functions[1]);
  EXPECT_EQ(api.Find("Glob"), api.functions.data());
  EXPECT_EQ(api.Find("glob"), nullptr);
}

TEST(Function, SurvivesJson) {
  Function function = FunctionOf(Function::Kind::kMethod, {"on"}, "Emitter");
  function.length = 2;
  function.parameters = {"event", "", "...rest"};
  function.aliases = {{"addListener"}};
  function.source = "function on() {}";
  Signature signature;
  signature.arguments = {Position::kPlain, Position::kAsync, Position::kSync};
  signature.options = {{1, "done", Position::kAsync}};
  signature.returns_promise = true;
  signature.weight = 2.5;
  function.signatures = {signature, {}};
  const auto back = FunctionFromJson(base::ParseJson(base::DumpJson(ToJson(function)), "function").value());
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->kind, function.kind);
  EXPECT_EQ(back->path, function.path);
  EXPECT_EQ(back->owner, function.owner);
  EXPECT_EQ(back->length, function.length);
  EXPECT_EQ(back->parameters, function.parameters);
  EXPECT_EQ(back->aliases, function.aliases);
  EXPECT_EQ(back->source, function.source);
  EXPECT_EQ(back->signatures, function.signatures);
}

// A cache may have been written by anybody.
TEST(Function, FromJsonRefusesWhatIsNone) {
  for (const char* text :
       {"[]", "{}", R"({"path": 1})", R"({"path": ["f"], "length": "two"})", R"({"path": ["f"], "length": -1})",
        R"({"path": ["f"], "length": 1e300})", R"({"path": ["f"], "signatures": [{}]})",
        R"({"path": ["f"], "signatures": [{"args": ["later"]}]})", R"({"path": ["f"], "signatures": [{"args": [1]}]})",
        R"({"path": ["f"], "signatures": [{"args": [], "options": [{"position": -1}]}]})",
        R"({"path": ["f"], "parameters": "x"})"})
    EXPECT_FALSE(FunctionFromJson(base::ParseJson(text, "function").value()).ok()) << text;
}

}  // namespace
}  // namespace kingbird::model
