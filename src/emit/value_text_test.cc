#include "emit/value_text.h"

#include <gtest/gtest.h>

namespace kingbird::emit {
namespace {

using model::Value;

TEST(ValueText, LettersAreReadableAndWhatIsInvisibleIsEscaped) {
  EXPECT_EQ(ValueText(Value::String("17.98 €")), "'17.98 €'");
  EXPECT_EQ(ValueText(Value::String("Привет, 世界 …")), "'Привет, 世界 …'");
  EXPECT_EQ(ValueText(Value::String("it's\n")), "'it\\'s\\n'");
  EXPECT_EQ(ValueText(Value::String("a\u202eb\u200bc")), "'a\\u202eb\\u200bc'")
      << "turns the text round, takes no room";
}

TEST(ValueText, ObjectsAreToldInAWord) {
  Value function;
  function.kind = Value::Kind::kFunction;
  EXPECT_EQ(ValueText(function), "a function");
  Value error;
  error.kind = Value::Kind::kError;
  error.type = "TypeError";
  error.text = "no\nmore";
  EXPECT_EQ(ValueText(error), "TypeError: no");
  EXPECT_EQ(Shortened("a\nb  ", 10), "a b");
  EXPECT_EQ(Shortened("abcdef", 3), "abc…");
}

}  // namespace
}  // namespace kingbird::emit
