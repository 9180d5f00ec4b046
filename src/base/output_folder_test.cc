#include "base/output_folder.h"

#include <gtest/gtest.h>

namespace kingbird::base {
namespace {

namespace fs = std::filesystem;

class OutputFolderTest : public testing::Test {
 protected:
  OutputFolderTest() : folder_(*TempFolder::Make("kingbird-out-test")), out_(folder_.path() / "out") {}
  std::unique_ptr<OutputFolder> Taken() {
    auto taken = OutputFolder::Take(out_);
    EXPECT_TRUE(taken.ok()) << (taken.ok() ? "" : taken.error().message);
    return taken.ok() ? std::move(*taken) : nullptr;
  }
  std::string Refusal(const Path& path) {
    const auto taken = OutputFolder::Take(path);
    return taken.ok() ? "" : taken.error().message;
  }
  std::string Text(const std::string& name) {
    const auto text = files_.Read(out_ / name);
    return text.ok() ? *text : "(none)";
  }
  void Edit(const std::string& name, const std::string& text) { ASSERT_TRUE(files_.Write(out_ / name, text).ok()); }

  TempFolder folder_;
  Path out_;
  DiskFileSystem files_;
};

TEST_F(OutputFolderTest, LeavesNoTraceWhenUnused) {
  out_ = folder_.path() / "a/b";
  Taken();
  EXPECT_TRUE(files_.List(folder_.path())->empty());
}

TEST_F(OutputFolderTest, RefusesWhatItCannotOrMustNotUse) {
  Edit("mine.txt", "x");
  EXPECT_NE(Refusal(out_).find("not empty"), std::string::npos);
  EXPECT_NE(Refusal(out_ / "mine.txt").find("not a folder"), std::string::npos);
  EXPECT_NE(Refusal(out_ / "mine.txt/below"), "");
  EXPECT_NE(Refusal("/proc/kingbird-out"), "");
  fs::create_directory(folder_.path() / "elsewhere");
  fs::create_directory_symlink(folder_.path() / "elsewhere", folder_.path() / "link");
  EXPECT_NE(Refusal(folder_.path() / "link").find("is a link"), std::string::npos);
  EXPECT_NE(Refusal(folder_.path() / "link/").find("is a link"), std::string::npos);
}

TEST_F(OutputFolderTest, RefusesLinksWhereResultsGo) {
  ASSERT_TRUE(Taken()->Put("summary.json", "{}").ok());
  fs::create_directory_symlink(folder_.path(), out_ / "suite");
  EXPECT_NE(Refusal(out_).find("suite is a link"), std::string::npos);
}

TEST_F(OutputFolderTest, AForgedManifestNamesNothingOutside) {
  ASSERT_TRUE(files_.Write(folder_.path() / "victim", "x").ok());
  Edit(".kingbird-manifest.json", R"({"files": {"suite/../../victim": ["af63f54c86021707 of 1 bytes"]}})");
  EXPECT_NE(Refusal(out_).find("not a folder of Kingbird's"), std::string::npos);
}

TEST_F(OutputFolderTest, OneAtATime) {
  const auto first = Taken();
  EXPECT_NE(Refusal(out_).find("another run"), std::string::npos);
}

TEST_F(OutputFolderTest, ReplacesItsOwnAndNothingElse) {
  ASSERT_TRUE(Taken()->Replace("suite", {{"a.test.js", {"1"}}, {"b.test.js", {"1"}}, {"c.test.js", {"1"}}}).ok());
  Edit("suite/b.test.js", "edited");
  Edit("suite/mine.test.js", "mine");
  Edit("suite/node_modules/x/index.js", "installed");
  fs::create_directory(out_ / "suite/empty");
  const auto folder = Taken();
  EXPECT_EQ(folder->others(),
            (std::vector<std::string>{"suite/b.test.js", "suite/mine.test.js", "suite/node_modules"}));
  EXPECT_EQ(folder->NameFor("suite/a.test.js"), "suite/a.test.js");
  EXPECT_EQ(folder->NameFor("suite/b.test.js"), "suite/b-new.test.js");
  ASSERT_TRUE(folder->Replace("suite", {{"a.test.js", {"2"}}, {"b.test.js", {"2"}}, {"mine.test.js", {"2"}}}).ok());
  EXPECT_EQ(Text("suite/a.test.js"), "2");
  EXPECT_EQ(Text("suite/b.test.js"), "edited");
  EXPECT_EQ(Text("suite/c.test.js"), "(none)");
  EXPECT_EQ(Text("suite/mine.test.js"), "mine");
  EXPECT_EQ(Text("suite/node_modules/x/index.js"), "installed");
  EXPECT_TRUE(fs::is_directory(out_ / "suite/empty"));
  EXPECT_EQ(files_.List(out_)->size(), 2U) << "something unfinished is left";
}

TEST_F(OutputFolderTest, LinksAreEntriesToo) {
  ASSERT_TRUE(Taken()->Replace("node_modules", {{"@x/y", {folder_.path().string(), true}}, {"z", {"/v1", true}}}).ok());
  ASSERT_TRUE(Taken()->Replace("node_modules", {{"z", {"/v2", true}}}).ok());
  EXPECT_EQ(fs::read_symlink(out_ / "node_modules/z"), "/v2");
  EXPECT_FALSE(fs::exists(fs::symlink_status(out_ / "node_modules/@x/y")));
  EXPECT_TRUE(Taken()->others().empty());
}

TEST_F(OutputFolderTest, FilesByThemselves) {
  ASSERT_TRUE(Taken()->Put("summary.json", "1").ok());
  ASSERT_TRUE(Taken()->Put("summary.json", "2").ok());
  EXPECT_EQ(Text("summary.json"), "2");
  Edit("summary.json", "edited");
  ASSERT_TRUE(Taken()->Put("summary.json", "3").ok());
  EXPECT_EQ(Text("summary.json"), "edited");
}

TEST_F(OutputFolderTest, WhatIsWrittenInPlaceMustBeOurs) {
  EXPECT_TRUE(*Taken()->Claim("results.sqlite"));
  Edit("results.sqlite", "more");
  EXPECT_TRUE(Taken()->others().empty());
  EXPECT_TRUE(*Taken()->Claim("results.sqlite"));
  Edit("other.sqlite", "mine");
  EXPECT_FALSE(*Taken()->Claim("other.sqlite"));
}

// As after a kill before, or after, the folders change places.
TEST_F(OutputFolderTest, AKilledRunIsUndoneOrFinished) {
  ASSERT_TRUE(Taken()->Replace("suite", {{"a.test.js", {"1"}}}).ok());
  Edit(".kingbird-suite/.kingbird-unfinished", "");
  Edit(".kingbird-suite/a.test.js", "half");
  Taken();
  EXPECT_EQ(Text("suite/a.test.js"), "1");
  fs::rename(out_ / "suite", out_ / ".kingbird-suite");
  Edit(".kingbird-suite/mine.test.js", "mine");
  Edit("suite/.kingbird-unfinished", "");
  Edit("suite/b.test.js", "2");
  Taken();
  EXPECT_EQ(Text("suite/mine.test.js"), "mine");
  EXPECT_EQ(Text("suite/b.test.js"), "2");
  EXPECT_EQ(files_.List(out_ / "suite")->size(), 2U);
  // Where the two could not change places in one step.
  fs::rename(out_ / "suite", out_ / ".kingbird-suite.old");
  Edit(".kingbird-suite/.kingbird-unfinished", "");
  Taken();
  EXPECT_EQ(Text("suite/mine.test.js"), "mine");
  EXPECT_EQ(files_.List(out_)->size(), 2U);
}

}  // namespace
}  // namespace kingbird::base
