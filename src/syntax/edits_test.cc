#include "syntax/edits.h"

#include <gtest/gtest.h>

namespace kingbird::syntax {
namespace {

TEST(Edits, KeepTheOrderOfInsertionsAtOnePlace) {
  Edits edits("abc");
  edits.Insert(1, "(");
  edits.Insert(1, "[");
  edits.Insert(0, "<");
  edits.Insert(3, ">");
  EXPECT_EQ(edits.Apply(), "<a([bc>");
}

TEST(Edits, RenderShowsAPartWithItsEdits) {
  Edits edits("a + b");
  edits.Insert(4, "(x,");
  edits.Insert(5, ")");
  EXPECT_EQ(edits.Render(4, 5), "(x,b)");
  EXPECT_EQ(edits.Render(0, 1), "a");
}

TEST(Edits, ReplaceTakesThePlaceOfEditsInside) {
  Edits edits("f(a + b)");
  edits.Insert(2, "(");
  edits.Insert(3, ")");
  const std::string left = edits.Render(2, 3);
  edits.Replace(2, 7, "add(" + left + ", b)");
  EXPECT_EQ(edits.Apply(), "f(add((a), b))");
}

TEST(Edits, PositionsMapBack) {
  Edits edits("one;two;");
  edits.Insert(0, "++c;");
  edits.Insert(4, "++d;");
  PositionMap map;
  const std::string text = edits.Apply(&map);
  EXPECT_EQ(map.ToOriginal(static_cast<uint32_t>(text.find("one"))), 0u);
  EXPECT_EQ(map.ToOriginal(static_cast<uint32_t>(text.find("two"))), 4u);
  EXPECT_EQ(map.ToOriginal(static_cast<uint32_t>(text.find("wo;"))), 5u);
  EXPECT_EQ(map.ToOriginal(static_cast<uint32_t>(text.find("d;"))), 4u);  // inside an insertion
}

TEST(EditsDeathTest, RefusesNewLines) {
  Edits edits("a");
  EXPECT_DEATH(edits.Insert(0, "\n"), "must not add a line");
}

}  // namespace
}  // namespace kingbird::syntax
