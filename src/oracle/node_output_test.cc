#include "oracle/node_output.h"

#include <gtest/gtest.h>

namespace kingbird::oracle {
namespace {

constexpr char kThrown[] = R"(/home/me/pkg/lib/parse.js:12
    return node.value;
                ^

TypeError: Cannot read properties of undefined (reading 'value')
    at visit (/home/me/pkg/lib/parse.js:12:17)
    at async Object.parse (file:///home/me/pkg/index.mjs:3:5)
    at /home/me/out/findings/exception-parse-1.cjs:6:5
    at Module._compile (node:internal/modules/cjs/loader:1521:14)

Node.js v20.20.2
)";

TEST(NodeOutputTest, AnErrorWithItsFrames) {
  const auto error = ReadPrintedError(kThrown);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->type, "TypeError");
  EXPECT_EQ(error->message, "Cannot read properties of undefined (reading 'value')");
  ASSERT_EQ(error->frames.size(), 4U);
  EXPECT_EQ(error->frames[0].function, "visit");
  EXPECT_EQ(error->frames[0].line, 12);
  EXPECT_EQ(error->frames[1].file, "/home/me/pkg/index.mjs");
  EXPECT_EQ(error->frames[2].file, "/home/me/out/findings/exception-parse-1.cjs");
  EXPECT_FALSE(error->emitted);
}

TEST(NodeOutputTest, TheFirstFrameOfThePackageItself) {
  const auto error = ReadPrintedError(kThrown);
  const auto own = OwnFrame(error->frames, "/home/me/pkg");
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(own->file, "lib/parse.js");
  EXPECT_FALSE(OwnFrame(error->frames, "/home/me/other").has_value());
  // A dependency is another package.
  const std::vector<Frame> frames = {{"dig", "/home/me/pkg/node_modules/dep/dep.js", 1},
                                     {"use", "/home/me/pkg/a.js", 2}};
  EXPECT_EQ(OwnFrame(frames, "/home/me/pkg")->file, "a.js");
}

TEST(NodeOutputTest, WarningsAreNodesOwn) {
  EXPECT_EQ(WithoutWarnings("(node:4711) [DEP0005] DeprecationWarning: Buffer() is deprecated\n"
                            "(Use `node --trace-deprecation ...` to show where the warning was created)\nmine\n\n"),
            "mine\n");
}

TEST(NodeOutputTest, WhatElseIsThrown) {
  EXPECT_FALSE(
      ReadPrintedError("node:internal/process/promises:288\n[UnhandledPromiseRejection: reason]\n").has_value());
  const auto code = ReadPrintedError(
      "x.js:1\n^\n\nError [ERR_CODE]: words\nmore words\n    at f (/p/x.js:1:2) {\n  code: 'ERR_CODE'\n}\n");
  ASSERT_TRUE(code.has_value());
  EXPECT_EQ(code->type, "Error");
  EXPECT_EQ(code->message, "words");
  EXPECT_EQ(code->frames[0].file, "/p/x.js");
  const auto emitted = ReadPrintedError(
      "node:events:1\n^\n\nError: ENOENT: no such file\n    at f (/p/x.js:1:2)\nEmitted 'error' event on S instance "
      "at:\n    at g (/p/y.js:1:2)\n");
  EXPECT_TRUE(emitted->emitted);
  EXPECT_EQ(emitted->frames.size(), 1U);
}

}  // namespace
}  // namespace kingbird::oracle
