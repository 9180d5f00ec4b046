#include "generate/value_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kingbird::generate {
namespace {

using model::Value;

constexpr int kDraws = 2000;

size_t At(Taste taste) { return static_cast<size_t>(taste); }

/// What the name of a parameter makes more likely than it is otherwise.
std::set<Taste> BoostedBy(const std::string& name) {
  const TasteWeights plain = WeightsForName("");
  const TasteWeights weights = WeightsForName(name);
  std::set<Taste> boosted;
  for (size_t i = 0; i < kTastes; ++i) {
    EXPECT_GE(weights[i], plain[i]) << name << ": a name says what is likely, not what is not";
    if (weights[i] > plain[i]) boosted.insert(static_cast<Taste>(i));
  }
  return boosted;
}

TEST(WeightsForName, AreThoseOfWhatTheNameStandsFor) {
  const std::set<Taste> function = {Taste::kFunction};
  const std::set<Taste> path = {Taste::kPath, Taste::kFolder};
  const std::set<Taste> number = {Taste::kNumber};
  const std::set<Taste> array = {Taste::kArray};
  for (const char* name : {"cb", "callback", "onErrorHandler", "fn", "done", "Callback"})
    EXPECT_EQ(BoostedBy(name), function) << name;
  for (const char* name : {"path", "fileName", "srcDir", "from", "to"}) EXPECT_EQ(BoostedBy(name), path) << name;
  for (const char* name : {"n", "count", "ms", "timeoutMs", "index=", "maxLength"})
    EXPECT_EQ(BoostedBy(name), number) << name;
  for (const char* name : {"array", "items", "list", "entries"}) EXPECT_EQ(BoostedBy(name), array) << name;
  for (const char* name : {"options", "opts", "config="})
    EXPECT_EQ(BoostedBy(name), std::set<Taste>{Taste::kOptions}) << name;
  for (const char* name : {"", "foo", "g", "e"}) EXPECT_TRUE(BoostedBy(name).empty()) << name;
}

TEST(WeightsForName, FoldersAreForThoseWhoWantFolders) {
  EXPECT_GT(WeightsForName("dir")[At(Taste::kFolder)], WeightsForName("file")[At(Taste::kFolder)]);
  EXPECT_TRUE(NamesFiles("outputDir"));
  EXPECT_FALSE(NamesFiles("callback"));
}

struct ValuePoolTest : testing::Test {
  std::vector<Value> Drawn(const ValuePool& pool, Taste taste) {
    std::vector<Value> values;
    for (int i = 0; i < kDraws; ++i) values.push_back(pool.Make(taste, rng));
    return values;
  }
  static bool AnyIs(const std::vector<Value>& values, const Value& wanted) {
    return std::ranges::find(values, wanted) != values.end();
  }

  base::Rng rng{5};
};

TEST_F(ValuePoolTest, OffersWhatTheTargetsSourceHas) {
  MinedLiterals mined;
  mined.strings = {"needle"};
  mined.numbers = {4711};
  mined.option_keys = {"verbose"};
  const ValuePool pool(mined, {"dir/file.txt"}, {"dir"});
  for (const Value& value : Drawn(pool, Taste::kMinedString)) EXPECT_EQ(value, Value::String("needle"));
  for (const Value& value : Drawn(pool, Taste::kPath)) EXPECT_EQ(value, Value::String("dir/file.txt"));
  for (const Value& value : Drawn(pool, Taste::kFolder)) EXPECT_EQ(value, Value::String("dir"));
  const std::vector<Value> numbers = Drawn(pool, Taste::kNumber);
  for (const double near : {4710.0, 4711.0, 4712.0}) EXPECT_TRUE(AnyIs(numbers, Value::Number(near))) << near;
  const std::vector<Value> options = Drawn(pool, Taste::kOptions);
  const auto verbose = std::ranges::count_if(options, [](const Value& one) { return one.Find("verbose") != nullptr; });
  EXPECT_GT(verbose, kDraws / 2);
}

TEST_F(ValuePoolTest, HasSomethingWhereTheSourceOffersNothing) {
  const ValuePool pool({}, {});
  for (const Taste taste : {Taste::kPath, Taste::kFolder, Taste::kMinedString, Taste::kString}) {
    for (const Value& value : Drawn(pool, taste)) EXPECT_EQ(value.kind, Value::Kind::kString);
  }
  for (const Value& value : Drawn(pool, Taste::kOptions)) EXPECT_FALSE(value.properties.empty());
}

TEST_F(ValuePoolTest, NoObjectHasAKeyTwice) {
  MinedLiterals mined;
  mined.option_keys = {"a", "b"};
  const ValuePool pool(mined, {});
  for (const Taste taste : {Taste::kOptions, Taste::kObject}) {
    for (const Value& value : Drawn(pool, taste)) {
      std::set<std::string> keys;
      for (const model::Property& property : value.properties) EXPECT_TRUE(keys.insert(property.name).second);
    }
  }
}

TEST_F(ValuePoolTest, TriesToGetAtPrototypes) {
  const std::vector<Value> exotic = Drawn(ValuePool({}, {}), Taste::kExotic);
  EXPECT_TRUE(std::ranges::any_of(exotic, [](const Value& value) { return value.Find("__proto__") != nullptr; }));
  EXPECT_TRUE(AnyIs(exotic, Value::String("constructor.prototype.polluted")));
}

TEST_F(ValuePoolTest, LeavesFunctionsAndEarlierResultsToItsCaller) {
  const ValuePool pool({}, {});
  for (const Taste taste : {Taste::kFunction, Taste::kEarlier, Taste::kTyped})
    EXPECT_EQ(pool.Make(taste, rng), Value::Undefined());
  std::set<Value::Kind> kinds;
  for (int i = 0; i < kDraws; ++i) kinds.insert(pool.Any(rng).kind);
  for (const Value::Kind kind : {Value::Kind::kString, Value::Kind::kNumber, Value::Kind::kBoolean,
                                 Value::Kind::kObject, Value::Kind::kArray, Value::Kind::kNull, Value::Kind::kBytes})
    EXPECT_TRUE(kinds.contains(kind)) << model::KindName(kind);
}

TEST_F(ValuePoolTest, TheSameSeedGivesTheSameValues) {
  const ValuePool pool({}, {});
  base::Rng one(9);
  base::Rng two(9);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(pool.Any(one), pool.Any(two));
}

}  // namespace
}  // namespace kingbird::generate
