#include "syntax/source_map.h"

#include <gtest/gtest.h>

namespace kingbird::syntax {
namespace {

SourceMap Map(const std::string& mappings) {
  auto map = SourceMap::Parse(R"({"version": 3, "sources": ["a.ts"], "mappings": ")" + mappings + "\"}");
  EXPECT_TRUE(map.ok());
  return *map;
}

TEST(SourceMap, ColumnsStartAnewOnEachLineAndOriginalsGoOn) {
  // Line 2: column 0 is 1:0, column 6 is 1:11; line 3: column 0 is 3:2.
  const SourceMap map = Map(";AAAA,MAAW;AAET");
  EXPECT_FALSE(map.HasLine(1));
  EXPECT_FALSE(map.Original({1, 3}));
  EXPECT_EQ(map.Original({2, 5}), (Position{1, 0}));
  EXPECT_EQ(map.Original({2, 6}), (Position{1, 11}));
  EXPECT_EQ(map.Original({2, 60}), (Position{1, 11}));
  EXPECT_EQ(map.Original({3, 0}), (Position{3, 2}));
  EXPECT_FALSE(map.Original({4, 0}));
  EXPECT_FALSE(map.Original({0, 0}));
}

TEST(SourceMap, WhatIsBeforeTheFirstMappingOfALineIsNobodys) {
  EXPECT_FALSE(Map("IAAA").Original({1, 3}));
  EXPECT_TRUE(Map("IAAA").Original({1, 4}));
}

TEST(SourceMap, LinesOfTheOriginal) {
  const SourceMap map = Map(";IAAA,MAEW;AAET");
  EXPECT_EQ(map.OriginalLines(), (std::set<uint32_t>{1, 3, 5}));
  EXPECT_EQ(map.FirstOriginal(2), (Position{1, 0})) << "wherever on the line it begins";
  EXPECT_FALSE(map.FirstOriginal(1));
}

TEST(SourceMap, ABrokenOneIsAnError) {
  for (const char* text : {"", "[]", "{}", R"({"mappings": 3})", R"({"mappings": "!"})",
                           R"({"mappings": "ggggggggggA"})", R"({"mappings": "D"})", R"({"mappings": "AAAAAA"})"})
    EXPECT_FALSE(SourceMap::Parse(text).ok()) << text;
}

}  // namespace
}  // namespace kingbird::syntax
