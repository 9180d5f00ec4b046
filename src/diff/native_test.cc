#include "diff/native.h"

#include <gtest/gtest.h>

namespace kingbird::diff {
namespace {

TEST(ParseNatives, TellsMethodsFromFunctionsOfTheClass) {
  const auto native = ParseNatives({"Array.prototype.map", "Array.from", "Array.prototype.flat"});
  ASSERT_TRUE(native.ok());
  EXPECT_EQ(native->class_name, "Array");
  EXPECT_EQ(native->methods, (std::vector<std::string>{"map", "flat"}));
  EXPECT_EQ(native->statics, std::vector<std::string>{"from"});
  EXPECT_EQ(native->names, (std::vector<std::string>{"Array.prototype.map", "Array.from", "Array.prototype.flat"}));
}

TEST(ParseNatives, RefusesWhatNamesNoFunctionOfAClass) {
  for (const char* name : {"map", "", "Array.proto.map", "Array.prototype.map.call"}) {
    const auto native = ParseNatives({name});
    ASSERT_FALSE(native.ok()) << name;
    EXPECT_EQ(native.error().code, base::ErrorCode::kUsage);
  }
  EXPECT_FALSE(ParseNatives({"Array.from", "Object.keys"}).ok()) << "of two classes";
  EXPECT_TRUE(ParseNatives({"Array.from", "Array.of"}).ok());
}

TEST(Natives, MethodsAreCalledOnReceiversAndBorrowed) {
  const Native native = *ParseNatives({"Array.prototype.map", "Array.from"});
  const model::Api api = ApiOf(native);
  EXPECT_NE(api.Find("Array#map"), nullptr);
  EXPECT_NE(api.Find("Function#call"), nullptr);
  EXPECT_NE(api.Find("Array class#from"), nullptr);
  EXPECT_EQ(ApiOf(*ParseNatives({"Array.from"})).Find("Function#call"), nullptr) << "there is nothing to borrow";
  EXPECT_EQ(HoldersOf(native, true).size(), 2U);
  ASSERT_EQ(HoldersOf(native, false).size(), 1U);
  EXPECT_EQ(HoldersOf(native, false)[0].reference, model::Argument::Global({"Array"}));
}

TEST(Natives, ABuiltInThatIsNotThereIsTheUsersMistake) {
  const Native native = *ParseNatives({"Array.prototype.map"});
  // As the loader's error comes back.
  const std::string loader = LoaderText(native, "", "require('x')");
  const size_t at = loader.find("KINGBIRD_");
  ASSERT_NE(at, std::string::npos);
  base::Error error = base::EnvironmentError("x does not load: Error: not there");
  error.reason = loader.substr(at, loader.find('\'', at) - at) + "Array.prototype.map";
  const base::Error missing = ExplainNative(error, native);
  EXPECT_EQ(missing.code, base::ErrorCode::kUsage);
  EXPECT_EQ(missing.message, "this Node has no built-in Array.prototype.map");
  const base::Error other =
      ExplainNative(base::EnvironmentError("this Node has no built-in Array.prototype.map"), native);
  EXPECT_EQ(other.code, base::ErrorCode::kEnvironment);
  EXPECT_EQ(other.message, "this Node has no built-in Array.prototype.map") << "words are anybody's";
}

}  // namespace
}  // namespace kingbird::diff
