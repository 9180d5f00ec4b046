#include "mine/example_miner.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace kingbird::mine {
namespace {

model::Api ApiOf(const std::vector<model::AccessPath>& paths) {
  model::Api api;
  for (const model::AccessPath& path : paths) {
    model::Function function;
    function.path = path;
    api.functions.push_back(std::move(function));
  }
  return api;
}

bool IsApi(const std::string& specifier) { return specifier == "api"; }

std::vector<model::TestCase> Mined(const model::Api& api, const std::string& program) {
  ExampleMiner miner(api, "api");
  miner.Read(program, IsApi);
  return miner.Take();
}

const model::Call& Last(const model::TestCase& test) { return test.root->body.back(); }

TEST(ExampleMiner, CallsWithLiteralsAreTests) {
  const model::Api api = ApiOf({{"gt"}, {"inc"}});
  const auto found = Mined(api, R"(const api = require('api');
    api.gt('1.2.3', "9.8.7") // false
    assert.equal(api.inc('1.2.3', { loose: true, at: [-1, /x+/i] }), '1.2.4');
    api.gt(unknown(), 1); api.missing(1); api.gt('1.2.3', '9.8.7'))");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(Last(found[0]).path, model::AccessPath{"gt"});
  EXPECT_EQ(Last(found[0]).arguments[1].literal, model::Value::String("9.8.7"));
  const model::Value& options = Last(found[1]).arguments[1].literal;
  ASSERT_NE(options.Find("at"), nullptr);
  EXPECT_EQ(options.Find("at")->items[0], model::Value::Number(-1));
  EXPECT_EQ(options.Find("at")->items[1].type, "i");
}

TEST(ExampleMiner, ChainsAndVariablesBecomeCallsBefore) {
  const model::Api api = ApiOf({{"string"}, {"object"}});
  const auto found = Mined(api, R"(import { string, object } from 'api';
    const schema = object({ name: string().min(5) });
    schema.parse({ name: "Ludwig" });)");
  ASSERT_EQ(found.size(), 2U);
  const model::TestCase& test = found[1];
  ASSERT_EQ(test.root->body.size(), 4U);
  EXPECT_EQ(test.root->body[1].kind, model::Call::Kind::kMethod);
  EXPECT_EQ(test.root->body[1].path, model::AccessPath{"min"});
  EXPECT_EQ(Last(test).path, model::AccessPath{"parse"});
  EXPECT_EQ(Last(test).receiver->node, test.root->body[2].id);
}

TEST(ExampleMiner, WithoutAnImportNamesOfTheApiAreMeant) {
  const model::Api api = ApiOf({{}, {"chunk"}});
  const auto found = Mined(api, "api('2 days'); _.chunk(['a', 'b'], 2); chunk([1], 1); Math.chunk(3); other(1);");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_TRUE(Last(found[0]).path.empty());
  EXPECT_EQ(Last(found[1]).path, model::AccessPath{"chunk"});
}

TEST(ExampleMiner, CallbacksMustStandByThemselves) {
  const model::Api api = ApiOf({{"map"}});
  const auto found = Mined(api, "const { map } = require('api'); map([1], (x) => x * 2); map([2], (x) => x * factor);");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(Last(found[0]).arguments[1].callback->source, "(x) => x * 2");
}

TEST(ExampleMiner, DatesAreInUtc) {
  const model::Api api = ApiOf({{"addDays"}});
  const auto found = Mined(api, R"(import { addDays } from 'api';
    addDays(new Date(2014, 8, 1), 10); addDays(new Date("2014-09-01T00:00:00.000Z"), 11); addDays(new Date(), 1);)");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(Last(found[0]).arguments[0].literal.number, 1409529600000.0);
  EXPECT_EQ(Last(found[1]).arguments[0].literal.number, 1409529600000.0);
}

TEST(ExampleMiner, BlocksOfAPageShareTheirNames) {
  const model::Api api = ApiOf({{"gt"}});
  ExampleMiner miner(api, "api");
  miner.Read("const v = require('api'); const old = '1.0.0';", IsApi);
  miner.Read("v.gt(old, '2.0.0')", IsApi);
  miner.EndPage();
  miner.Read("v.gt(old, '3.0.0')", IsApi);
  const auto found = miner.Take();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(Last(found[0]).arguments[0].literal, model::Value::String("1.0.0"));
}

}  // namespace
}  // namespace kingbird::mine
