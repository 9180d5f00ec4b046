#include "mine/documented_code.h"

#include <gtest/gtest.h>

namespace kingbird::mine {
namespace {

TEST(CommentExamples, StandBehindTheirTag) {
  const auto programs =
      CommentExamples("/**\n * Words.\n * @example\n * clamp(10, 0, 5)\n * // => 5\n * @returns x\n */\n");
  ASSERT_EQ(programs.size(), 1U);
  EXPECT_EQ(programs[0], " clamp(10, 0, 5)\n // => 5\n");
}

TEST(BlocksOf, AreProgramsBetweenFences) {
  const Blocks blocks = BlocksOf("a\n```js\nf(1)\n```\n```sh\nrm x\n```\ntext\n```\ng(2)\nh()\n```\n");
  EXPECT_EQ(blocks.programs, (std::vector<std::string>{"f(1)\n", "g(2)\nh()\n"}));
  EXPECT_TRUE(blocks.samples.empty());
}

TEST(BlocksOf, AreIndentedBehindAnEmptyLine) {
  const Blocks blocks = BlocksOf("So:\n\n    f(1)\n\n      .g()\n\n- a list\n    goes on\n\n\th(2)\nwords\n");
  EXPECT_EQ(blocks.programs, (std::vector<std::string>{"f(1)\n\n  .g()\n", "h(2)\n"}));
}

TEST(BlocksOf, AreSamplesInOtherLanguages) {
  const Blocks blocks =
      BlocksOf("```ini\n[a]\nb = 1\n```\n\n    [s]\n    two words\n\n```json\n{\"a\": 1}\n```\n    $ run\n");
  EXPECT_EQ(blocks.samples, (std::vector<std::string>{"[a]\nb = 1", "[s]\ntwo words", "{\"a\": 1}"}));
}

}  // namespace
}  // namespace kingbird::mine
