// event_codec_test has logs as a whole; here are the values.
#include "runtime/value_codec.h"

#include <gtest/gtest.h>

#include <cstring>

namespace kingbird::runtime {
namespace {

using model::Value;
using Kind = Value::Kind;

// What agent/byte_writer.js would append.
std::string Bytes(std::initializer_list<int> bytes) {
  std::string text;
  for (int byte : bytes) text.push_back(static_cast<char>(byte));
  return text;
}
std::string Sized(std::string_view text) { return static_cast<char>(text.size()) + std::string(text); }
std::string TagOf(Kind kind, int flags = 0) { return Bytes({static_cast<int>(kind) | flags}); }

constexpr int kInteger = 30;
constexpr int kEnd = 31;
constexpr int kCut = 64;
constexpr int kMethods = 128;
constexpr int kInline = 255;

std::optional<Value> Decoded(const std::string& bytes, size_t budget = 1000) {
  ByteReader reader(bytes);
  ValueBudget left{budget};
  std::optional<Value> value = DecodeValue(reader, left);
  EXPECT_TRUE(!value || reader.AtEnd()) << "all of it is one value";
  return value;
}

// [[1], <the inner list again>]
std::string Shared() {
  const std::string inner = TagOf(Kind::kArray) + Bytes({2, kInteger, 2, kEnd, 0});
  return TagOf(Kind::kArray) + Bytes({2}) + inner + TagOf(Kind::kReference) + Bytes({1, kEnd, 0});
}

TEST(ValueCodec, ReadsWhatIsSharedOnce) {
  const auto value = Decoded(Shared());
  ASSERT_TRUE(value);
  ASSERT_EQ(value->items.size(), 2U);
  EXPECT_EQ(value->items[0].items, std::vector{Value::Number(1)});
  EXPECT_EQ(value->id, 0U) << "nobody refers to the outer one";
  EXPECT_NE(value->items[0].id, 0U);
  EXPECT_EQ(value->items[1].kind, Kind::kReference);
  EXPECT_EQ(value->items[1].number, value->items[0].id);
}

TEST(ValueCodec, RefusesReferencesToNothing) {
  EXPECT_FALSE(Decoded(TagOf(Kind::kArray) + Bytes({2}) + TagOf(Kind::kReference) + Bytes({1, kEnd, 0})));
  EXPECT_FALSE(Decoded(TagOf(Kind::kReference) + Bytes({0})));
}

TEST(ValueCodec, ReadsWhatWasCutShort) {
  const auto text = Decoded(TagOf(Kind::kString, kCut) + Sized("begin") + Bytes({100}));
  ASSERT_TRUE(text);
  EXPECT_EQ(text->text, "begin");
  ASSERT_EQ(text->items.size(), 1U);
  EXPECT_EQ(text->items[0].kind, Kind::kCut);
  EXPECT_EQ(text->items[0].number, 100);
  const auto unknown = Decoded(TagOf(Kind::kCut) + Bytes({0}));
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->number, -1) << "nobody knows how many";
}

TEST(ValueCodec, ReadsErrorsWithTheirProperties) {
  const auto error =
      Decoded(TagOf(Kind::kError) + Bytes({kInline}) + Sized("OddError") + TagOf(Kind::kString) + Sized("went wrong") +
              Bytes({1}) + Sized("code") + TagOf(Kind::kString) + Sized("E1") + Bytes({0}));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->type, "OddError");
  EXPECT_EQ(error->text, "went wrong");
  ASSERT_NE(error->Find("code"), nullptr);
  EXPECT_EQ(*error->Find("code"), Value::String("E1"));
  EXPECT_FALSE(Decoded(TagOf(Kind::kError) + Bytes({9}) + TagOf(Kind::kNull) + Bytes({0}))) << "a message is a text";
}

TEST(ValueCodec, ReadsTheMethodsOfTheTopAlone) {
  const auto value = Decoded(TagOf(Kind::kObject, kMethods) + Bytes({1, kEnd, 0, 2}) + Sized("run") + Sized("stop"));
  ASSERT_TRUE(value);
  EXPECT_EQ(value->methods, (std::vector<std::string>{"run", "stop"}));
}

TEST(ValueCodec, ReadsNumbersOfAllSizes) {
  const auto number = [](double wanted) {
    std::string bytes(sizeof wanted, '\0');
    std::memcpy(bytes.data(), &wanted, sizeof wanted);
    return TagOf(Kind::kNumber) + bytes;
  };
  EXPECT_EQ(Decoded(number(-0.0)), Value::Number(-0.0));
  EXPECT_EQ(Decoded(number(1e300)), Value::Number(1e300));
  EXPECT_EQ(Decoded(Bytes({kInteger, 1})), Value::Number(-1));
  EXPECT_EQ(Decoded(Bytes({kInteger, 0x80, 0x01})), Value::Number(64));
  EXPECT_EQ(Decoded(TagOf(Kind::kBigInt) + Sized("-12")), Value::BigInt("-12"));
  EXPECT_FALSE(Decoded(TagOf(Kind::kBigInt) + Sized("1; attack()"))) << "it would be written as it is";
}

TEST(ValueCodec, RefusesWhatEndsTooEarlyOrIsNoKind) {
  const std::string whole = Shared();
  for (size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(Decoded(whole.substr(0, size))) << size;
  EXPECT_FALSE(Decoded(Bytes({KINGBIRD_VALUES_COUNT})));
  EXPECT_FALSE(Decoded(TagOf(Kind::kObject) + Bytes({254}) + Bytes({kEnd, 0}))) << "a name that is not in the list";
  EXPECT_FALSE(Decoded(TagOf(Kind::kObject) + Bytes({1, kEnd, 2}))) << "neither a property nor the end";
}

TEST(ValueCodec, RefusesWhatIsTooDeepOrTooMuch) {
  const auto nested = [](int depth) {
    std::string bytes;
    for (int i = 0; i < depth; ++i) bytes += TagOf(Kind::kArray) + Bytes({2});
    for (int i = 0; i < depth; ++i) bytes += Bytes({kEnd, 0});
    return bytes;
  };
  EXPECT_TRUE(Decoded(nested(8))) << "the deepest that the agent writes";
  EXPECT_FALSE(Decoded(nested(100000), 1000000));
  std::string many = TagOf(Kind::kArray) + Bytes({2});
  for (int i = 0; i < 50; ++i) many += TagOf(Kind::kNull);
  many += Bytes({kEnd, 0});
  EXPECT_TRUE(Decoded(many, 60));
  EXPECT_FALSE(Decoded(many, 40));
}

}  // namespace
}  // namespace kingbird::runtime
