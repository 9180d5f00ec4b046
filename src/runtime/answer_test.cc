#include "runtime/answer.h"

#include <gtest/gtest.h>

#include <string>

#include "base/file_system.h"
#include "runtime/executor.h"

namespace kingbird::runtime {
namespace {

bool Fits(std::string_view name, std::string_view text) { return DecodeAnswer(name, text).ok(); }

TEST(DecodeAnswer, EveryQuestionHasAShape) {
  constexpr std::string_view kQuestions[] = {KINGBIRD_QUESTIONS_TEXTS};
  const base::Json answers = base::Json::parse(wire::kAnswers);
  for (const std::string_view question : kQuestions) EXPECT_TRUE(answers.contains(question)) << question;
  EXPECT_FALSE(Fits("nobody asked this", "{}"));
}

// Else changed copies of it are refused for a shape that is not theirs any more.
TEST(DecodeAnswer, WhatTheFuzzerBeginsWithIsAnAnswer) {
  const base::DiskFileSystem disk;
  const base::Json answers = base::Json::parse(wire::kAnswers);
  for (const auto& [name, _] : answers.items()) {
    const auto text = disk.Read(base::Path(KINGBIRD_CORPUS) / "answer" / (name + ".json"));
    ASSERT_TRUE(text.ok()) << name;
    EXPECT_TRUE(Fits(name, *text)) << name;
  }
}

TEST(DecodeAnswer, MembersAreAllThereAndNoOthers) {
  EXPECT_TRUE(Fits("ready", R"({"protocol": 5, "node": "v20"})"));
  EXPECT_TRUE(Fits("ready", R"({"protocol": 5, "node": "v20", "timers": false, "format": "module"})"));
  EXPECT_FALSE(Fits("ready", R"({"protocol": 5})"));
  EXPECT_FALSE(Fits("ready", R"({"protocol": 5, "node": "v20", "more": 1})"));
  EXPECT_FALSE(Fits("ready", R"({"protocol": 5, "node": "v20", "timers": 0})"));
  EXPECT_FALSE(Fits("ready", R"({"protocol": 5, "protocol": 5})"));
}

TEST(DecodeAnswer, ListsAndTuples) {
  EXPECT_TRUE(Fits("news", R"({"news": [], "digests": [], "reached": []})"));
  EXPECT_TRUE(Fits("news", R"({"news": [[1, ["a", ""]], [2, []]], "digests": ["x"], "reached": [3]})"));
  for (const char* news : {"[[1]]", R"([[1, "a"]])", R"([[1, ["a"], 2]])", R"([[["a"], 1]])", R"([[1, [2]]])",
                           R"([1, ["a"]])", R"({"0": [1, ["a"]]})", "null"}) {
    EXPECT_FALSE(Fits("news", std::string(R"({"digests": [], "reached": [], "news": )") + news + "}")) << news;
  }
  EXPECT_TRUE(Fits("shown", R"({"tests": ["a", null]})"));
  EXPECT_FALSE(Fits("shown", R"({"tests": ["a", 1]})"));
}

TEST(DecodeAnswer, NumbersAreInRange) {
  const auto counts = [](std::string_view number) {
    return Fits("runs", R"({"runs": [[0, 0, true, [)" + std::string(number) + "]]]}");
  };
  EXPECT_TRUE(counts("0"));
  EXPECT_TRUE(counts("4294967295"));
  for (const char* wild : {"4294967296", "18446744073709551616", "-1", "0.5", "1e3", "\"1\"", "null"})
    EXPECT_FALSE(counts(wild)) << wild;
  const auto integer = [](std::string_view number) {
    return Fits("concolic", R"({"files": [], "functions": [], "exported": [], "globals": [], "global": )" +
                                std::string(number) + "}");
  };
  EXPECT_TRUE(integer("-2147483648"));
  EXPECT_TRUE(integer("2147483647"));
  EXPECT_FALSE(integer("2147483648"));
  EXPECT_FALSE(integer("-2147483649"));
}

TEST(DecodeAnswer, ShapesMayContainThemselves) {
  const auto value = [](const std::string& json) {
    return Fits(
        "exports",
        R"({"functions": [], "cut": false, "http": false, "servers": [], "constants": [{"path": ["a"], "value": )" +
            json + "}]}");
  };
  EXPECT_TRUE(value(R"({"k": "array", "i": [{"k": "object", "p": [["n", {"k": "number", "n": "-0"}]]}]})"));
  EXPECT_TRUE(value(R"({"k": "string", "t": [55296]})"));
  EXPECT_FALSE(value(R"({"k": "array", "i": [{"k": "object", "p": [["n", {"k": 1}]]}]})"));
  EXPECT_FALSE(value(R"({"k": "string", "t": [-1]})"));
}

TEST(DecodeAnswer, WordsAreThese) {
  const auto kind = [](const std::string& word) {
    return Fits(
        "exports",
        R"({"constants": [], "cut": false, "http": false, "servers": [], "functions": [{"path": [], "name": "", "class": false,
        "constructs": false, "length": 0, "parameters": [], "source": "", "native": true, "aliases": [], "kind": ")" +
            word + "\"}]}");
  };
  EXPECT_TRUE(kind("method"));
  EXPECT_FALSE(kind("metho"));
  EXPECT_FALSE(kind(""));
}

TEST(DecodeAnswer, WhatIsNoTextDoesNotPass) {
  EXPECT_FALSE(Fits("shown", "{\"tests\": [\"\xff\"]}"));
  EXPECT_FALSE(Fits("shown", R"({"tests": ["\ud800"]})"));
  EXPECT_FALSE(Fits("shown", ""));
  const std::string deep = "{\"tests\": " + std::string(100000, '[') + std::string(100000, ']') + "}";
  EXPECT_FALSE(Fits("shown", deep));
}

}  // namespace
}  // namespace kingbird::runtime
