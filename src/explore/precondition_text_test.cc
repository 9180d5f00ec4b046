#include "explore/precondition_text.h"

#include <gtest/gtest.h>

namespace kingbird::explore {
namespace {

using base::Json;

Json FileWith(const Json& function) { return {{"files", {{"lib.js", {{"functions", {function}}}}}}}; }

/// f(a, options): two paths, one of which looks at options.depth.
Json TwoPaths() {
  const Json number = {{"path", "arg0"}, {"types", {"number"}}, {"end", true}};
  Json text = {{"path", "arg0"}, {"types", {"string"}}};
  Json options = {{"path", "arg1"}, {"types", {"object", "array"}}};
  Json depth = {{"path", "arg1.depth"}, {"types", {"number"}}};
  depth["then"] = {{{"text", "arg1.depth > 3"}, {"truth", false}, {"end", true}}};
  options["then"] = {depth};
  text["then"] = {options};
  return {{"name", "lib.f"},
          {"line", 7},
          {"parameters", {"a", "options"}},
          {"inputs",
           {{"arg0", {"arg", 0}},
            {"arg1", {"arg", 1}},
            {"arg1.depth", {"arg", 1, "depth"}},
            {"this.size", {"this", "size"}}}},
          {"preconditions", {{"always", false}, {"trie", {number, text}}}}};
}

TEST(PreconditionText, HasALineForEachPathWithTheNamesOfTheSource) {
  EXPECT_EQ(PreconditionText(FileWith(TwoPaths())),
            "lib.f(a, options) at lib.js:7\n"
            "  a: number\n"
            "  a: string, options: object, options.depth: number, !(options.depth > 3)\n");
}

TEST(PreconditionText, NamesParametersOnlyWhereTheyAreMeant) {
  Json function = TwoPaths();
  function["preconditions"]["trie"] = {
      {{"text", "this.arg0 === arg0 + arg0x + xarg0 + arg12"}, {"truth", true}, {"end", true}}};
  EXPECT_EQ(PreconditionText(FileWith(function)),
            "lib.f(a, options) at lib.js:7\n"
            "  this.arg0 === a + arg0x + xarg0 + arg12\n");
}

TEST(PreconditionText, SaysWhereThereIsNothingToSay) {
  EXPECT_EQ(PreconditionText({{"files", Json::object()}}), "no function could be explored\n");
  Json function = TwoPaths();
  function["preconditions"] = {{"always", true}, {"trie", Json::array()}, {"left_out", 2}};
  EXPECT_EQ(PreconditionText(FileWith(function)),
            "lib.f(a, options) at lib.js:7\n  always\n  2 paths are too long to be written down\n");
  function["preconditions"] = {{"always", false}, {"trie", Json::array()}};
  EXPECT_EQ(PreconditionText(FileWith(function)), "lib.f(a, options) at lib.js:7\n  no path ended well\n");
  EXPECT_EQ(PreconditionTypes(FileWith(function)), "// lib.f(a, options) at lib.js:7: no path ended well\n\n");
}

TEST(PreconditionText, TypesAreThoseOfAllPathsTogether) {
  EXPECT_EQ(PreconditionTypes(FileWith(TwoPaths())),
            "// lib.js:7\n"
            "/**\n"
            " * Runs well where\n"
            " *   a: number\n"
            " *   a: string, options: object, options.depth: number, !(options.depth > 3)\n"
            " * @param {number | string} a\n"
            " * @param {{ depth: number }} [options]\n"
            " */\n"
            "function f(a: number | string, options?: { depth: number }): any;\n\n");
}

TEST(PreconditionText, WhatCanBeLeftOutInTheMiddleMayBeUndefined) {
  Json function = TwoPaths();
  function["preconditions"]["trie"] = {{{"path", "arg1"}, {"types", {"function"}}, {"end", true}}};
  const std::string types = PreconditionTypes(FileWith(function));
  EXPECT_NE(types.find("function f(a: any | undefined, options: Function): any;"), std::string::npos) << types;
}

TEST(PreconditionText, WhatAFunctionIsCalledOnIsDeclaredToo) {
  Json function = TwoPaths();
  function["name"] = "List.prototype['odd name']";
  function["preconditions"]["trie"] = {{{"path", "this.size"}, {"types", {"number"}}, {"end", true}}};
  const std::string types = PreconditionTypes(FileWith(function));
  EXPECT_NE(types.find(" * @this {"), std::string::npos) << types;
  EXPECT_NE(types.find("function anonymous(this: "), std::string::npos) << types;
  EXPECT_EQ(PreconditionDocs(FileWith(function)).find("function anonymous"), std::string::npos)
      << "a comment is for JavaScript";
}

TEST(PreconditionText, OfManyPathsTheFirstOnesAreShown) {
  Json function = TwoPaths();
  Json paths = Json::array();
  for (int i = 0; i < 15; ++i) paths.push_back({{"text", "arg0 === " + std::to_string(i)}, {"end", true}});
  function["preconditions"]["trie"] = paths;
  const std::string docs = PreconditionDocs(FileWith(function));
  EXPECT_NE(docs.find("a === 11\n"), std::string::npos);
  EXPECT_EQ(docs.find("a === 12\n"), std::string::npos);
  EXPECT_NE(docs.find("and on 3 more paths"), std::string::npos);
  EXPECT_NE(PreconditionText(FileWith(function)).find("a === 14\n"), std::string::npos) << "in the text all of them";
}

}  // namespace
}  // namespace kingbird::explore
