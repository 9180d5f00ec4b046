#include "base/output_folder.h"

#include <gtest/gtest.h>

namespace kingbird::base {
namespace {

/// On the disk, where locks and renames are the system's, and in memory.
class OutputFolderTest : public testing::TestWithParam<bool> {
 protected:
  OutputFolderTest()
      : files_(GetParam() ? Disk() : static_cast<FileSystem&>(fake_)),
        folder_(*TempFolder::Make(files_, "kingbird-out-test")),
        out_(folder_.path() / "out") {}
  std::unique_ptr<OutputFolder> Taken() {
    auto taken = OutputFolder::Take(files_, out_);
    EXPECT_TRUE(taken.ok()) << (taken.ok() ? "" : taken.error().message);
    return taken.ok() ? std::move(*taken) : nullptr;
  }
  std::string Refusal(const Path& path) {
    const auto taken = OutputFolder::Take(files_, path);
    return taken.ok() ? "" : taken.error().message;
  }
  std::string Text(const std::string& name) {
    const auto text = files_.Read(out_ / name);
    return text.ok() ? *text : "(none)";
  }
  void Edit(const std::string& name, const std::string& text) { ASSERT_TRUE(files_.Write(out_ / name, text).ok()); }

  FakeFileSystem fake_;
  FileSystem& files_;
  TempFolder folder_;
  Path out_;
};

INSTANTIATE_TEST_SUITE_P(DiskAndFake, OutputFolderTest, ::testing::Bool(),
                         [](const auto& which) { return which.param ? "Disk" : "Fake"; });

TEST_P(OutputFolderTest, LeavesNoTraceWhenUnused) {
  out_ = folder_.path() / "a/b";
  Taken();
  EXPECT_TRUE(files_.List(folder_.path())->empty());
}

TEST_P(OutputFolderTest, RefusesWhatItCannotOrMustNotUse) {
  Edit("mine.txt", "x");
  EXPECT_NE(Refusal(out_).find("not empty"), std::string::npos);
  EXPECT_NE(Refusal(out_ / "mine.txt").find("not a folder"), std::string::npos);
  EXPECT_NE(Refusal(out_ / "mine.txt/below"), "");
  ASSERT_TRUE(files_.MakeFolder(folder_.path() / "elsewhere").ok());
  ASSERT_TRUE(files_.Link(folder_.path() / "elsewhere", folder_.path() / "link").ok());
  EXPECT_NE(Refusal(folder_.path() / "link").find("is a link"), std::string::npos);
  EXPECT_NE(Refusal(folder_.path() / "link/").find("is a link"), std::string::npos);
}

TEST_P(OutputFolderTest, RefusesLinksWhereResultsGo) {
  ASSERT_TRUE(Taken()->Put("summary.json", "{}").ok());
  ASSERT_TRUE(files_.Link(folder_.path(), out_ / "suite").ok());
  EXPECT_NE(Refusal(out_).find("suite is a link"), std::string::npos);
}

TEST_P(OutputFolderTest, AForgedManifestNamesNothingOutside) {
  ASSERT_TRUE(files_.Write(folder_.path() / "victim", "x").ok());
  Edit(".kingbird-manifest.json", R"({"files": {"suite/../../victim": ["af63f54c86021707 of 1 bytes"]}})");
  EXPECT_NE(Refusal(out_).find("not a folder of Kingbird's"), std::string::npos);
}

TEST_P(OutputFolderTest, OneAtATime) {
  const auto first = Taken();
  EXPECT_NE(Refusal(out_).find("another run"), std::string::npos);
}

TEST_P(OutputFolderTest, ReplacesItsOwnAndNothingElse) {
  ASSERT_TRUE(Taken()->Replace("suite", {{"a.test.js", {"1"}}, {"b.test.js", {"1"}}, {"c.test.js", {"1"}}}).ok());
  Edit("suite/b.test.js", "edited");
  Edit("suite/mine.test.js", "mine");
  Edit("suite/node_modules/x/index.js", "installed");
  ASSERT_TRUE(files_.MakeFolder(out_ / "suite/empty").ok());
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
  EXPECT_TRUE(files_.IsFolder(out_ / "suite/empty"));
  EXPECT_EQ(files_.List(out_)->size(), 2U) << "something unfinished is left";
}

TEST_P(OutputFolderTest, LinksAreEntriesToo) {
  ASSERT_TRUE(Taken()->Replace("node_modules", {{"@x/y", {folder_.path().string(), true}}, {"z", {"/v1", true}}}).ok());
  ASSERT_TRUE(Taken()->Replace("node_modules", {{"z", {"/v2", true}}}).ok());
  EXPECT_EQ(*files_.LinkTarget(out_ / "node_modules/z"), "/v2");
  EXPECT_EQ(files_.Look(out_ / "node_modules/@x/y").kind, FileSystem::Kind::kNothing);
  EXPECT_TRUE(Taken()->others().empty());
}

TEST_P(OutputFolderTest, FilesByThemselves) {
  ASSERT_TRUE(Taken()->Put("summary.json", "1").ok());
  ASSERT_TRUE(Taken()->Put("summary.json", "2").ok());
  EXPECT_EQ(Text("summary.json"), "2");
  Edit("summary.json", "edited");
  ASSERT_TRUE(Taken()->Put("summary.json", "3").ok());
  EXPECT_EQ(Text("summary.json"), "edited");
}

TEST_P(OutputFolderTest, WhatIsWrittenInPlaceMustBeOurs) {
  EXPECT_TRUE(*Taken()->Claim("results.sqlite"));
  Edit("results.sqlite", "more");
  EXPECT_TRUE(Taken()->others().empty());
  EXPECT_TRUE(*Taken()->Claim("results.sqlite"));
  Edit("other.sqlite", "mine");
  EXPECT_FALSE(*Taken()->Claim("other.sqlite"));
}

// As after a kill before, or after, the folders change places.
TEST_P(OutputFolderTest, AKilledRunIsUndoneOrFinished) {
  ASSERT_TRUE(Taken()->Replace("suite", {{"a.test.js", {"1"}}}).ok());
  Edit(".kingbird-suite/.kingbird-unfinished", "");
  Edit(".kingbird-suite/a.test.js", "half");
  Taken();
  EXPECT_EQ(Text("suite/a.test.js"), "1");
  ASSERT_TRUE(files_.Move(out_ / "suite", out_ / ".kingbird-suite").ok());
  Edit(".kingbird-suite/mine.test.js", "mine");
  Edit("suite/.kingbird-unfinished", "");
  Edit("suite/b.test.js", "2");
  Taken();
  EXPECT_EQ(Text("suite/mine.test.js"), "mine");
  EXPECT_EQ(Text("suite/b.test.js"), "2");
  EXPECT_EQ(files_.List(out_ / "suite")->size(), 2U);
  // Where the two could not change places in one step.
  ASSERT_TRUE(files_.Move(out_ / "suite", out_ / ".kingbird-suite.old").ok());
  Edit(".kingbird-suite/.kingbird-unfinished", "");
  Taken();
  EXPECT_EQ(Text("suite/mine.test.js"), "mine");
  EXPECT_EQ(files_.List(out_)->size(), 2U);
}

TEST(OutputFolderInMemory, ADiskThatRefusesWritesIsToldBeforeAnythingIsDone) {
  FakeFileSystem files;
  files.MakeReadOnly("/disk");
  const auto below = OutputFolder::Take(files, "/disk/out");
  ASSERT_FALSE(below.ok());
  EXPECT_EQ(below.error().ToString(), "cannot write to /disk/out: Read-only file system (choose another with --out)");
  // One that was written to before: what is in it stays as it is.
  FakeFileSystem again;
  ASSERT_TRUE((*OutputFolder::Take(again, "/out"))->Put("summary.json", "1").ok());
  again.MakeReadOnly("/out");
  EXPECT_FALSE(OutputFolder::Take(again, "/out").ok());
  EXPECT_EQ(*again.Read("/out/summary.json"), "1");
}

// Some network disks: in three steps instead of one.
TEST(OutputFolderInMemory, FoldersThatCannotChangePlacesInOneStepDoSoInThree) {
  FakeFileSystem files;
  files.RefuseExchange();
  ASSERT_TRUE(
      (*OutputFolder::Take(files, "/out"))->Replace("suite", {{"a.test.js", {"1"}}, {"b.test.js", {"1"}}}).ok());
  ASSERT_TRUE(files.Write("/out/suite/mine.test.js", "mine").ok());
  ASSERT_TRUE((*OutputFolder::Take(files, "/out"))->Replace("suite", {{"a.test.js", {"2"}}}).ok());
  EXPECT_EQ(*files.Read("/out/suite/a.test.js"), "2");
  EXPECT_FALSE(files.IsFile("/out/suite/b.test.js"));
  EXPECT_EQ(*files.Read("/out/suite/mine.test.js"), "mine");
  EXPECT_EQ(files.List("/out")->size(), 2U) << "something unfinished is left";
}

TEST(OutputFolderOnDisk, AFolderThatNobodyCanMakeIsRefused) {
  EXPECT_FALSE(OutputFolder::Take(Disk(), "/proc/kingbird-out").ok());
}

}  // namespace
}  // namespace kingbird::base
