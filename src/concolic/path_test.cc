#include "concolic/path.h"

#include <gtest/gtest.h>

namespace kingbird::concolic {
namespace {

using Step = Symbol::Step;

Path ExamplePath() {
  Path path;
  path.symbols = {{.step = Step::kThis},
                  {.step = Step::kArgument, .index = 0},
                  {.step = Step::kProperty, .parent = 1, .name = "x"},
                  {.step = Step::kProperty, .parent = 2, .name = "2"},
                  {.step = Step::kLength, .parent = 2},
                  {.step = Step::kArgument, .index = 1},
                  {.step = Step::kResult, .parent = 5, .index = 0},
                  {.step = Step::kResult, .parent = 5, .index = 1},
                  {.step = Step::kGlobal, .name = "require:fs"},
                  {.step = Step::kProperty, .parent = 8, .name = "odd name"}};
  return path;
}

TEST(Path, SymbolNames) {
  EXPECT_EQ(SymbolNames(ExamplePath()),
            (std::vector<std::string>{"this", "arg0", "arg0.x", "arg0.x[2]", "arg0.x.length", "arg1", "arg1()",
                                      "arg1()#2", "require:fs", "require:fs['odd name']"}));
}

TEST(Path, FindAnswersNullForWhatIsNotMentioned) {
  const Path path = ExamplePath();
  const Assignment assignment;
  EXPECT_NE(Find(assignment, path, 0), nullptr);
  for (SymbolId id = 1; id < path.symbols.size(); ++id) EXPECT_EQ(Find(assignment, path, id), nullptr) << id;
  EXPECT_EQ(ValueOf(assignment, path, 3).type, Type::kAbsent);
}

TEST(Path, MakeTurnsParentsIntoWhatHoldsTheChild) {
  const Path path = ExamplePath();
  Assignment assignment;
  assignment.arguments = {{.type = Type::kNumber, .number = 7}};
  Make(assignment, path, 2) = {.type = Type::kArray};
  EXPECT_EQ(assignment.arguments[0].type, Type::kObject);
  Assign(assignment, path, 3, Value::String(u"s"));
  EXPECT_EQ(ValueOf(assignment, path, 3), Value::String(u"s"));
  EXPECT_EQ(ValueOf(assignment, path, 4), Value::Number(3));
  Assign(assignment, path, 7, Value::Boolean(true));
  EXPECT_EQ(ValueOf(assignment, path, 5), Value::Object(Type::kFunction, 6));
  EXPECT_EQ(ValueOf(assignment, path, 6).type, Type::kAbsent);
  EXPECT_EQ(ValueOf(assignment, path, 7), Value::Boolean(true));
}

TEST(Path, AShorterArrayLosesItsEnd) {
  const Path path = ExamplePath();
  Assignment assignment;
  Make(assignment, path, 2) = {.type = Type::kArray};
  Assign(assignment, path, 3, Value::Number(1));
  Assign(assignment, path, 4, Value::Number(2));
  EXPECT_EQ(ValueOf(assignment, path, 4), Value::Number(2));
  EXPECT_EQ(ValueOf(assignment, path, 3).type, Type::kAbsent);
}

TEST(Path, ANewTypeDropsTheOldValue) {
  const Path path = ExamplePath();
  Assignment assignment;
  Assign(assignment, path, 2, Value::Number(1));
  Assign(assignment, path, 1, Value::Object(Type::kFunction, 2));
  EXPECT_EQ(ValueOf(assignment, path, 2), Value::Number(1));
  Assign(assignment, path, 1, Value::String(u"a"));
  EXPECT_EQ(ValueOf(assignment, path, 2).type, Type::kAbsent);
}

}  // namespace
}  // namespace kingbird::concolic
