#include "syntax/literals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kingbird::syntax {
namespace {

using testing::ElementsAre;

TEST(Literals, FindsStringsWithTheirValues) {
  const Literals found = FindLiterals(
      R"('use strict'; const x = require('./y'); f('a\n\x41\u{1F600}', "b", `plain`, `no ${x}`, 'a' + 'b'))");
  EXPECT_THAT(found.strings, ElementsAre("a", "a\nA\xf0\x9f\x98\x80", "b", "plain"));
}

TEST(Literals, FindsQuotedKeysOfObjects) {
  EXPECT_THAT(FindLiterals("const users = { 'token-1': 'ada', plain: 1 };").strings, ElementsAre("ada", "token-1"));
}

TEST(Literals, FindsNumbersOfEveryForm) {
  const Literals found = FindLiterals("f(1, -2, 0x1F, 0b11, 0o17, 017, 1_000, .5, 1e3, 12n, 0xffn)");
  EXPECT_THAT(found.numbers, ElementsAre(-2, 0.5, 1, 3, 15, 31, 1000));
  EXPECT_THAT(found.bigints, ElementsAre("0xff", "12"));
}

TEST(Literals, FindsRegexes) { EXPECT_THAT(FindLiterals("x.test(/a[/]b/gi)").regexes, ElementsAre("/a[/]b/gi")); }

TEST(Literals, FindsKeysReadFromParameters) {
  const Literals found = FindLiterals(R"(
    function read(file, options, {deep: d, flat} = {}) {
      if (options.encoding) return options['flag'];
      const {mode, other: {inner}} = options;
      return global.process + local.unrelated;
    }
    const f = o => o.only;)");
  EXPECT_THAT(found.property_keys, ElementsAre("deep", "encoding", "flag", "flat", "inner", "mode", "only", "other"));
}

}  // namespace
}  // namespace kingbird::syntax
