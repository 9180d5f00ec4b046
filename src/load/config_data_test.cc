#include "load/config_data.h"

#include <gtest/gtest.h>

namespace kingbird::load {
namespace {

std::string Read(const std::string& text, const base::Path& file = "/p/vite.config.js") {
  return ReadConfigData(text, file).dump();
}

TEST(ConfigData, IsWhatTheFileExports) {
  EXPECT_EQ(Read("module.exports = { a: 1, 'b-c': [true, null, 'x'], d: `y` };"),
            R"({"a":1.0,"b-c":[true,null,"x"],"d":"y"})");
  EXPECT_EQ(Read("const own = { b: 2 };\nexport default { a: { ...own }, own };"),
            R"({"a":{"b":2.0},"own":{"b":2.0}})");
  EXPECT_EQ(Read("import x from 'x';\nexport default defineConfig(({ mode }) => ({ test: { environment: 'jsdom' } }))"),
            R"({"test":{"environment":"jsdom"}})");
  EXPECT_EQ(Read("export default defineConfig({ a: 1 } as Options) satisfies Config;", "/p/vite.config.ts"),
            R"({"a":1.0})");
  EXPECT_EQ(Read("{ // comment\n \"a\": 1, }", "/p/.babelrc"), R"({"a":1})");
}

TEST(ConfigData, PathsAreThoseOfTheFile) {
  EXPECT_EQ(Read("module.exports = { a: path.resolve(__dirname, 'src'), b: require('path').join(__dirname, '..', 'q'),"
                 "c: `${__dirname}/x`, d: __dirname + '/y', e: require.resolve('pkg') }"),
            R"({"a":"/p/src","b":"/q","c":"/p/x","d":"/p/y","e":"pkg"})");
  EXPECT_EQ(Read("export default { a: fileURLToPath(new URL('./src', import.meta.url)),"
                 "b: new URL('src/', import.meta.url).pathname, find: /^~\\/(.*)/i }"),
            R"x({"a":"/p/src","b":"/p/src/","find":{"regex":"^~\\/(.*)","flags":"i"}})x");
}

TEST(ConfigData, WhatAProgramWouldHaveToSayIsNull) {
  EXPECT_EQ(Read("module.exports = { a: process.env.A, b: f(), c: a ? 1 : 2, d() {} };"),
            R"({"a":null,"b":null,"c":null,"d":null})");
  EXPECT_EQ(Read("console.log(1)"), "null");
  EXPECT_EQ(Read("module.exports = a; const a = b; const b = a;"), "null") << "ends";
}

}  // namespace
}  // namespace kingbird::load
