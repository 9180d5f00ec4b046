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

TEST(CodeBlocks, AreProgramsBetweenFences) {
  const auto blocks = CodeBlocks("a\n```js\nf(1)\n```\n```sh\nrm x\n```\ntext\n```\ng(2)\nh()\n```\n");
  EXPECT_EQ(blocks, (std::vector<std::string>{"f(1)\n", "g(2)\nh()\n"}));
}

}  // namespace
}  // namespace kingbird::mine
