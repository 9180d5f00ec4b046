#include "concolic/text/hints.h"

#include <gtest/gtest.h>

#include "syntax/parser.h"

namespace kingbird::concolic {
namespace {

TEST(TextHints, UsesGiveTypes) {
  const auto hints =
      TextHints(syntax::Parse("function f(o) { if (o.a) o.a(1); new o.b(2); o.c.d; o.e[0]; x = o.g - 1; o.h++; o.i -= "
                              "2; y = o.j + 1; k(o.l); }"));
  EXPECT_EQ(hints.at("a"), TypeSet{Type::kFunction});
  EXPECT_EQ(hints.at("b"), TypeSet{Type::kFunction});
  EXPECT_EQ(hints.at("c"), TypeSet{Type::kObject});
  EXPECT_EQ(hints.at("e"), TypeSet{Type::kObject});
  EXPECT_EQ(hints.at("g"), TypeSet{Type::kNumber});
  EXPECT_EQ(hints.at("h"), TypeSet{Type::kNumber});
  EXPECT_EQ(hints.at("i"), TypeSet{Type::kNumber});
  for (const char* nothing : {"d", "j", "l"}) EXPECT_FALSE(hints.contains(nothing)) << nothing;
}

TEST(TextHints, SeveralUsesGiveSeveralTypes) {
  const auto hints = TextHints(syntax::Parse("a.x(); b.x.y;"));
  EXPECT_EQ(hints.at("x"), (TypeSet{Type::kFunction, Type::kObject}));
}

}  // namespace
}  // namespace kingbird::concolic
