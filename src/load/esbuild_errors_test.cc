#include "load/esbuild_errors.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

// As esbuild 0.25.12 prints it, with --color=false.
TEST(EsbuildErrors, OnePerFileThatDoesNotCompile) {
  const auto errors = ReadEsbuildErrors(
      "\u2718 [ERROR] Top-level await is currently not supported with the \"cjs\" output format\n\n"
      "    src/late.ts:1:13:\n      1 \u2502 const late = await fetch('x');\n        \u2575              ~~~~~\n\n"
      "\u2718 [ERROR] Expected \";\" but found \"Top-level await\"\n\n"
      "    ./src/broken.ts:3:5:\n      3 \u2502 let a b:\n        \u2575       ^\n\n2 errors\n");
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].file, "src/late.ts");
  EXPECT_TRUE(errors[0].wants_module);
  EXPECT_EQ(errors[1].file, "src/broken.ts");
  EXPECT_FALSE(errors[1].wants_module);
  EXPECT_EQ(errors[1].message, "./src/broken.ts:3:5: Expected \";\" but found \"Top-level await\"");
}

TEST(EsbuildErrors, WhatSaysNothingOfAFileIsNone) {
  for (const char* text : {"", "    a.ts:1:1:", "[ERROR] ", "[ERROR] x\n", "[ERROR] x\n\n     a.ts:1:1:\n"})
    EXPECT_TRUE(ReadEsbuildErrors(text).empty()) << text;
}

}  // namespace
}  // namespace kingbird::load
