#include "base/output_folder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/sha256.h"

namespace kingbird::base {
namespace {

/// On the disk, where locks and renames are the system's, and in memory.
class OutputFolderTest : public testing::TestWithParam<bool> {
 protected:
  OutputFolderTest()
      : files_(GetParam() ? Disk() : static_cast<FileSystem&>(fake_)),
        folder_(*TempFolder::Make(files_, "kingbird-out-test")),
        out_(folder_.path() / "out"),
        journals_(journal_folder_.path()) {}
  std::unique_ptr<OutputFolder> Taken() {
    auto taken = OutputFolder::Take(files_, out_, journals_);
    EXPECT_TRUE(taken.ok()) << (taken.ok() ? "" : taken.error().message);
    return taken.ok() ? std::move(*taken) : nullptr;
  }
  std::string Refusal(const Path& path) {
    const auto taken = OutputFolder::Take(files_, path, journals_);
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
  TempFolder journal_folder_ = *TempFolder::Make(files_, "kingbird-out-test");
  Path out_;
  Path journals_;
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
  Edit(
      ".kingbird-manifest.json",
      R"({"files": {"suite/../../victim": ["sha256 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"]}})");
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

/// What a run that was killed leaves: its number in the journal.
class KilledRun : public OutputFolderTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(Taken()->Replace("suite", {{"a.test.js", {"1"}}}).ok());
    Remember(number_);
  }
  void Remember(const std::string& number) {
    OutputJournal(files_, journals_, out_, (*files_.Hold(out_))->identity()).Write({number});
  }
  std::vector<std::string> Remembered() {
    return OutputJournal(files_, journals_, out_, (*files_.Hold(out_))->identity()).Unfinished();
  }

  const std::string number_ = FreshNumber();
  const std::string staged_ = ".kingbird-" + number_ + "-0-suite";
  const std::string marker_ = "/.kingbird-unfinished";
};

INSTANTIATE_TEST_SUITE_P(DiskAndFake, KilledRun, ::testing::Bool(),
                         [](const auto& which) { return which.param ? "Disk" : "Fake"; });

TEST_P(KilledRun, IsUndoneBeforeTheFoldersChangePlaces) {
  Edit(staged_ + marker_, number_);
  Edit(staged_ + "/a.test.js", "half");
  Edit(".kingbird-" + number_ + "-1-file", "half");
  Taken();
  EXPECT_EQ(Text("suite/a.test.js"), "1");
  EXPECT_EQ(files_.List(out_)->size(), 2U);
  EXPECT_TRUE(Remembered().empty());
}

TEST_P(KilledRun, IsFinishedAfterTheFoldersChangedPlaces) {
  ASSERT_TRUE(files_.Move(out_ / "suite", out_ / staged_).ok());
  Edit(staged_ + "/mine.test.js", "mine");
  Edit("suite" + marker_, number_);
  Edit("suite/b.test.js", "2");
  Taken();
  EXPECT_EQ(Text("suite/mine.test.js"), "mine");
  EXPECT_EQ(Text("suite/b.test.js"), "2");
  EXPECT_EQ(files_.List(out_ / "suite")->size(), 2U);
  EXPECT_EQ(files_.List(out_)->size(), 2U);
}

TEST_P(KilledRun, IsUndoneWhereTheFoldersChangePlacesInThreeSteps) {
  ASSERT_TRUE(files_.Move(out_ / "suite", out_ / (staged_ + ".old")).ok());
  Edit(staged_ + marker_, number_);
  Taken();
  EXPECT_EQ(Text("suite/a.test.js"), "1");
  EXPECT_EQ(files_.List(out_)->size(), 2U);
}

TEST_P(KilledRun, IsUndoneBeforeItsFirstManifest) {
  ASSERT_TRUE(files_.Remove(out_).ok());
  OutputJournal(files_, journals_, out_, {}).Write({});
  Edit(staged_ + marker_, number_);
  Edit(staged_ + "/a.test.js", "half");
  EXPECT_NE(Refusal(out_).find("not empty"), std::string::npos) << "no run of ours was at work there";
  Remember(number_);
  Taken();
  EXPECT_FALSE(files_.IsFolder(out_ / staged_));
  EXPECT_EQ(Refusal(out_), "");
}

// A folder of the user's may hold a file of any name.
TEST_P(KilledRun, AMarkerOfSomebodyElseIsAFileOfTheUsers) {
  ASSERT_TRUE(files_.Move(out_ / "suite", out_ / staged_).ok());
  Edit(staged_ + "/mine.test.js", "mine");
  Edit(staged_ + marker_, "forged");
  Edit("suite" + marker_, number_);
  Taken();
  EXPECT_EQ(Text("suite/mine.test.js"), "mine");
  EXPECT_EQ(Text("suite" + marker_), "forged");
}

// What looks like the leftovers of a killed run may have come with a repository, or from another folder.
TEST_P(KilledRun, OnlyWhatTheJournalOfThisFolderKnowsIsTouched) {
  const std::string other = FreshNumber();
  Edit(".kingbird-" + other + "-0-suite/b.test.js", "not ours");
  Edit(".kingbird-suite/a.test.js", "not ours");
  Edit(".kingbird-../a.test.js", "not ours");
  Edit(".kingbird-" + number_ + "-0-../a.test.js", "not ours");
  const auto folder = Taken();
  EXPECT_EQ(Text(".kingbird-" + other + "-0-suite/b.test.js"), "not ours");
  EXPECT_EQ(Text(".kingbird-suite/a.test.js"), "not ours");
  EXPECT_EQ(Text(".kingbird-../a.test.js"), "not ours");
  EXPECT_EQ(Text(".kingbird-" + number_ + "-0-../a.test.js"), "not ours");
  EXPECT_EQ(Text("suite/a.test.js"), "1");
  EXPECT_EQ(folder->others().size(), 4U);
}

TEST_P(KilledRun, AJournalOfAnotherFolderOrOfAnotherShapeIsNone) {
  Edit(staged_ + marker_, number_);
  const HeldFolder::Identity identity = (*files_.Hold(out_))->identity();
  const auto note = [&] { return journals_ / files_.List(journals_)->at(0); };
  OutputJournal(files_, journals_, out_, {identity.device, identity.inode + 1}).Write({number_});
  EXPECT_TRUE(Remembered().empty());
  for (const std::string& numbers : {std::string(R"(["../../x"])"), std::string(R"([1])"), std::string("7")}) {
    Remember(number_);
    std::string text = *files_.Read(note());
    text.replace(text.find("[\""), 36, numbers);
    ASSERT_TRUE(files_.Write(note(), text).ok());
    EXPECT_TRUE(Remembered().empty()) << numbers;
  }
  ASSERT_TRUE(files_.Write(note(), "{").ok());
  EXPECT_TRUE(Remembered().empty());
  Taken();
  EXPECT_TRUE(files_.IsFolder(out_ / staged_));
}

TEST_P(OutputFolderTest, NamesLeadOutOfNothing) {
  ASSERT_TRUE(files_.MakeFolder(folder_.path() / "victim").ok());
  const auto folder = Taken();
  for (const char* name : {"../victim/x", "../../victim/x", "/victim/x", "a//x", "./x", ""})
    EXPECT_FALSE(folder->Replace("suite", {{name, {"x"}}}).ok()) << name;
  EXPECT_FALSE(folder->Put("../victim/x", "x").ok());
  EXPECT_TRUE(files_.List(folder_.path() / "victim")->empty());
}

TEST_P(OutputFolderTest, AFileInThePlaceOfAFolderOfResultsIsRefusedAtOnce) {
  ASSERT_TRUE(Taken()->Put("summary.json", "{}").ok());
  Edit("suite", "x");
  EXPECT_NE(Refusal(out_).find("suite is not a folder"), std::string::npos);
  // It appears while the run goes on.
  ASSERT_TRUE(files_.Remove(out_ / "suite").ok());
  const auto folder = Taken();
  Edit("suite", "x");
  EXPECT_EQ(folder->NameFor("suite/a.test.js"), "suite/a.test.js");
  EXPECT_FALSE(folder->Replace("suite", {{"a.test.js", {"1"}}}).ok());
}

// Of a repository whose manifest calls everything Kingbird's.
TEST_P(OutputFolderTest, ALinkBelowAFolderOfResultsIsNotFollowed) {
  const Path victim = folder_.path() / "victim";
  ASSERT_TRUE(files_.Write(victim / "1.js", "precious").ok());
  Edit(".kingbird-manifest.json",
       R"({"files": {"test262/test/at": ["link to ../../../victim"], "test262/test/at/1.js": ["in place"]}})");
  ASSERT_TRUE(files_.Link("../../../victim", out_ / "test262/test/at").ok());
  ASSERT_TRUE(Taken()->Replace("test262", {{"test/at/1.js", {"new"}}}).ok());
  EXPECT_EQ(Text("test262/test/at/1.js"), "new");
  ASSERT_TRUE(Taken()->Replace("test262", {}).ok());
  EXPECT_EQ(*files_.Read(victim / "1.js"), "precious");
  EXPECT_EQ(files_.List(victim)->size(), 1U);
}

TEST_P(OutputFolderTest, AClaimedFileIsReplacedWhateverItHolds) {
  const auto folder = Taken();
  ASSERT_TRUE(*folder->Claim("results.sqlite"));
  ASSERT_TRUE(folder->PutClaimed("results.sqlite", "1").ok());
  Edit("results.sqlite", "edited");
  EXPECT_EQ(*folder->Read("results.sqlite", 6), "edited");
  ASSERT_TRUE(folder->PutClaimed("results.sqlite", "2").ok());
  EXPECT_EQ(Text("results.sqlite"), "2");
}

TEST(OutputFolderInMemory, ADiskThatRefusesWritesIsToldBeforeAnythingIsDone) {
  FakeFileSystem files;
  files.MakeReadOnly("/disk");
  const auto below = OutputFolder::Take(files, "/disk/out", "");
  ASSERT_FALSE(below.ok());
  EXPECT_EQ(below.error().ToString(), "cannot write to /disk/out: Read-only file system (choose another with --out)");
  // One that was written to before: what is in it stays as it is.
  FakeFileSystem again;
  ASSERT_TRUE((*OutputFolder::Take(again, "/out", ""))->Put("summary.json", "1").ok());
  again.MakeReadOnly("/out");
  EXPECT_FALSE(OutputFolder::Take(again, "/out", "").ok());
  EXPECT_EQ(*again.Read("/out/summary.json"), "1");
}

// Some network disks: in three steps instead of one.
TEST(OutputFolderInMemory, FoldersThatCannotChangePlacesInOneStepDoSoInThree) {
  FakeFileSystem files;
  files.RefuseExchange();
  ASSERT_TRUE(
      (*OutputFolder::Take(files, "/out", ""))->Replace("suite", {{"a.test.js", {"1"}}, {"b.test.js", {"1"}}}).ok());
  ASSERT_TRUE(files.Write("/out/suite/mine.test.js", "mine").ok());
  ASSERT_TRUE((*OutputFolder::Take(files, "/out", ""))->Replace("suite", {{"a.test.js", {"2"}}}).ok());
  EXPECT_EQ(*files.Read("/out/suite/a.test.js"), "2");
  EXPECT_FALSE(files.IsFile("/out/suite/b.test.js"));
  EXPECT_EQ(*files.Read("/out/suite/mine.test.js"), "mine");
  EXPECT_EQ(files.List("/out")->size(), 2U) << "something unfinished is left";
}

// A hard link is another name of somebody's file, which an archive may bring along.
TEST(OutputFolderOnDisk, AHardLinkIsReplacedAndNotWrittenThrough) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-out-test");
  const Path out = folder.path() / "out";
  for (const char* name : {"results.sqlite", "summary.json"}) {
    ASSERT_TRUE(Disk().Write(folder.path() / name, "precious").ok());
    ASSERT_TRUE(Disk().MakeFolder(out).ok());
    std::filesystem::create_hard_link(folder.path() / name, out / name);
  }
  ASSERT_TRUE(Disk()
                  .Write(out / ".kingbird-manifest.json",
                         R"({"files": {"results.sqlite": ["in place"], "summary.json": ["sha256 )" +
                             Sha256("precious") + "\"]}}")
                  .ok());
  const auto taken = OutputFolder::Take(Disk(), out, "");
  ASSERT_TRUE(taken.ok()) << taken.error().message;
  ASSERT_TRUE(*(*taken)->Claim("results.sqlite"));
  ASSERT_TRUE((*taken)->PutClaimed("results.sqlite", "new").ok());
  ASSERT_TRUE((*taken)->Put("summary.json", "new").ok());
  for (const char* name : {"results.sqlite", "summary.json"}) {
    EXPECT_EQ(*Disk().Read(folder.path() / name), "precious") << name;
    EXPECT_EQ(*Disk().Read(out / name), "new") << name;
  }
}

// A repository of some kilobytes may hold thousands of large files of zeros, with a manifest that knows them.
TEST(OutputFolderOnDisk, AFileThatIsLargerThanKingbirdsIsNotRead) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-out-test");
  const Path out = folder.path() / "out";
  ASSERT_TRUE(Disk().Write(out / "suite/zeros", "").ok());
  ASSERT_TRUE(Disk()
                  .Write(out / ".kingbird-manifest.json",
                         R"({"files": {"suite/zeros": ["sha256 )"
                         "91990977345985aaf03af1358f4f989d7eaf985b58529efb72f613c588f6599a\"]}}")
                  .ok());
  std::filesystem::resize_file(out / "suite/zeros", (64 << 20) + 1);
  const auto taken = OutputFolder::Take(Disk(), out, "");
  ASSERT_TRUE(taken.ok());
  EXPECT_EQ((*taken)->others(), std::vector<std::string>{"suite/zeros"});
}

// Somebody else who may write to the folder exchanges folders for links while Kingbird writes.
TEST(OutputFolderOnDisk, LinksThatAppearWhileItWritesLeadNowhere) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-out-test");
  const Path out = folder.path() / "out";
  const Path victim = folder.path() / "victim";
  std::filesystem::create_directories(victim);
  const auto taken = OutputFolder::Take(Disk(), out, "");
  ASSERT_TRUE(taken.ok());
  std::atomic<bool> over = false;
  std::thread exchange([&] {
    std::error_code code;
    while (!over) {
      for (const char* name : {"suite", "suite/deep"}) {
        std::filesystem::rename(out / name, folder.path() / "aside", code);
        std::filesystem::create_directory_symlink(victim, out / name, code);
        std::filesystem::remove(out / name, code);
        std::filesystem::rename(folder.path() / "aside", out / name, code);
      }
    }
  });
  for (int i = 0; i < 20; ++i)
    (void)(*taken)->Replace("suite", {{"deep/a.js", {std::to_string(i)}}, {"deep/b/c.js", {"x"}}, {"d.js", {"y"}}});
  over = true;
  exchange.join();
  EXPECT_TRUE(Disk().List(victim)->empty());
}

// The whole folder is moved away, and a link is in its place.
TEST(OutputFolderOnDisk, AFolderThatIsMovedAwayIsWrittenToWhereItIs) {
  const TempFolder folder = *TempFolder::Make(Disk(), "kingbird-out-test");
  const auto taken = OutputFolder::Take(Disk(), folder.path() / "out", "");
  ASSERT_TRUE(taken.ok());
  std::filesystem::create_directories(folder.path() / "victim");
  std::filesystem::rename(folder.path() / "out", folder.path() / "moved");
  std::filesystem::create_directory_symlink("victim", folder.path() / "out");
  ASSERT_TRUE((*taken)->Put("summary.json", "1").ok());
  ASSERT_TRUE((*taken)->Replace("suite", {{"a.js", {"1"}}}).ok());
  EXPECT_TRUE(Disk().List(folder.path() / "victim")->empty());
  EXPECT_EQ(*Disk().Read(folder.path() / "moved/suite/a.js"), "1");
}

TEST(OutputFolderOnDisk, AFolderThatNobodyCanMakeIsRefused) {
  EXPECT_FALSE(OutputFolder::Take(Disk(), "/proc/kingbird-out", "").ok());
}

}  // namespace
}  // namespace kingbird::base
