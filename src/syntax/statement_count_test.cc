#include "syntax/statement_count.h"

#include <gtest/gtest.h>

#include "syntax/parser.h"

namespace kingbird::syntax {
namespace {

TEST(StatementCount, IsThatOfTheCounters) {
  EXPECT_EQ(CountStatements(Parse("const a = 1, b = 2;\nlet c;\nexport function f(x) {\n  if (x) return a;\n"
                                  "  for (const y of x) g(y);\n  return x.map((z) => z + 1);\n}\n")),
            8U);
  EXPECT_EQ(CountStatements(Parse("")), 0U);
  EXPECT_GE(CountStatements(Parse("const a = 1;\nconst b = ;;;\nf();\n")), 2U) << "what can be read of a broken file";
}

TEST(StatementCount, ComponentsOfFrameworksHaveScripts) {
  EXPECT_EQ(ScriptOf("<template><p/></template>\n<script setup>\nconst a = 1;\n</script>\n<style>p {}</style>"),
            "\nconst a = 1;\n\n");
  EXPECT_EQ(ScriptOf("const a = 1;"), "const a = 1;");
  EXPECT_EQ(ScriptOf("---\nconst a = 1;\n---\n<p/>"), "const a = 1;");
}

}  // namespace
}  // namespace kingbird::syntax
