#include "concolic/text/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax/parser.h"

namespace kingbird::concolic {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(Words, OwnConstantsStandBeforeThoseOfTheFile) {
  const std::string text = "const far = 'far';\nfunction f(x) { return x === 'near' && x < 12 && o[`a${x}`]; }\n";
  const syntax::Range own = {{2, 0}, {2, 73}};
  const Words words = WordsIn(syntax::Parse(text), own);
  EXPECT_THAT(words.texts, ElementsAre(u"near", u"a", u"far"));
  EXPECT_THAT(words.numbers, ElementsAre(12));
}

TEST(Words, BigIntegersAndKeysAndPatternsGiveTexts) {
  const Words words = WordsIn(syntax::Parse("f = { close: 9007199254740993n, p: /^ab$/ }"), {});
  EXPECT_THAT(words.texts, Contains(u"9007199254740993"));
  EXPECT_THAT(words.texts, Contains(u"close"));
  EXPECT_THAT(words.texts, Contains(u"ab"));
}

}  // namespace
}  // namespace kingbird::concolic
