#include "mine/sample_calls.h"

#include <gtest/gtest.h>

namespace kingbird::mine {
namespace {

model::Api ApiOf(size_t functions) {
  model::Api api;
  for (size_t i = 0; i < functions; ++i) {
    model::Function function;
    function.path = {"f" + std::to_string(i)};
    function.length = 1;
    api.functions.push_back(function);
  }
  return api;
}

std::string TextOf(const model::TestCase& test) { return test.root->body[0].arguments[0].literal.text; }

TEST(SampleCalls, TryEachSampleAndItsPartsWithEachFunction) {
  const auto calls = SampleCalls(ApiOf(2), {"a = 1\n\n[s]\nb = 2"});
  ASSERT_EQ(calls.size(), 6U);
  EXPECT_EQ(TextOf(calls[0]), "a = 1\n\n[s]\nb = 2");
  EXPECT_EQ(calls[1].root->body[0].path, model::AccessPath{"f1"});
  EXPECT_EQ(TextOf(calls[2]), "a = 1");
  EXPECT_EQ(TextOf(calls[4]), "[s]\nb = 2");
}

TEST(SampleCalls, AreFewForManyFunctionsAndNoneForThoseWithoutParameters) {
  EXPECT_EQ(SampleCalls(ApiOf(30), {"a", "b", "c"}).size(), 60U);
  EXPECT_TRUE(SampleCalls(ApiOf(100), {"a"}).empty());
  model::Api none = ApiOf(1);
  none.functions[0].length = 0;
  EXPECT_TRUE(SampleCalls(none, {"a"}).empty());
}

}  // namespace
}  // namespace kingbird::mine
