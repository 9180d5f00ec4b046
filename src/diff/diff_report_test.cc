#include "diff/diff_report.h"

#include <gtest/gtest.h>

namespace kingbird::diff {
namespace {

model::Finding Changed(const std::string& function, bool repaired) {
  model::Finding finding;
  finding.function = function;
  finding.before = "threw";
  finding.after = "returned";
  finding.repaired = repaired;
  return finding;
}

TEST(JudgeRelease, WhatOnlyRepairsIsAPatch) {
  model::DiffReport diff;
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kPatch);
  EXPECT_TRUE(diff.reasons.empty());
  diff.differences = {Changed("f", true)};
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kPatch);
  EXPECT_EQ(diff.reasons, std::vector<std::string>{"f is repaired: threw → returned"});
}

TEST(JudgeRelease, WhatAddsIsMinorAndWhatChangesBreaks) {
  model::DiffReport diff;
  diff.added = {"g"};
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kMinor);
  diff.reasons.clear();
  diff.differences = {Changed("f", true), Changed("h", false)};
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kBreaking);
  EXPECT_EQ(diff.reasons, (std::vector<std::string>{"h behaves differently: threw → returned", "g is new",
                                                    "f is repaired: threw → returned"}))
      << "what breaks comes first";
}

model::LineChange Change(model::LineFate fate, std::string file = "a.js") {
  return {.file = std::move(file), .first = 1, .last = 1, .fate = fate};
}

TEST(JudgeRelease, WhatDidNotRunIsNoPatch) {
  using model::LineFate;
  model::DiffReport diff;
  diff.has_sources = true;
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kUnchanged);
  diff.changes = {Change(LineFate::kRan), Change(LineFate::kNoCode), Change(LineFate::kLoaded)};
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kPatch);
  diff.changes = {Change(LineFate::kRan), Change(LineFate::kDidNotRun), Change(LineFate::kDidNotRun),
                  Change(LineFate::kNotLoaded, "b.js")};
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kUnknown);
  EXPECT_EQ(diff.reasons,
            (std::vector<std::string>{"changed lines of a.js did not run", "b.js has changed and was not loaded"}));
  diff.reasons.clear();
  diff.differences = {Changed("f", false)};
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kBreaking) << "whatever else there is";
}

TEST(JudgeRelease, OtherBuildsOfAPublishedPackageAreNotLoaded) {
  using model::LineFate;
  model::DiffReport diff;
  diff.has_sources = true;
  diff.changes = {Change(LineFate::kNotLoaded, "dist/index.mjs")};
  JudgeRelease(diff, true);
  EXPECT_EQ(diff.release, model::Release::kUnknown) << "no changed line ran";
  diff.reasons.clear();
  diff.changes.push_back(Change(LineFate::kRan, "dist/index.js"));
  JudgeRelease(diff, true);
  EXPECT_EQ(diff.release, model::Release::kPatch);
  JudgeRelease(diff, false);
  EXPECT_EQ(diff.release, model::Release::kUnknown) << "of a project every file counts";
}

TEST(JudgeRelease, AModuleThatDoesNotLoadMayHideAnything) {
  model::DiffReport diff;
  diff.has_sources = true;
  diff.unloaded = {{"cli.js", "", "no such module"}};
  JudgeRelease(diff);
  EXPECT_EQ(diff.release, model::Release::kUnknown);
  EXPECT_EQ(diff.reasons, std::vector<std::string>{"cli.js is not compared"});
}

load::LoadedTarget LoadedFrom(target::Target::Kind kind) {
  load::LoadedTarget loaded;
  loaded.target.kind = kind;
  loaded.target.name = "Json-File";
  loaded.target.root = "/home/u/json";
  loaded.target.entry = "index.js";
  loaded.target.display = "Json-File";
  return loaded;
}

TEST(ScriptLink, PublishedVersionsStandSideBySideUnderNamesOfTheirOwn) {
  load::LoadedTarget loaded = LoadedFrom(target::Target::Kind::kPackage);
  loaded.target.version = "5.0.0-RC.1";
  const ScriptLink link = LinkOf(loaded, "before", "/out/findings");
  EXPECT_EQ(link.alias, "json-file-5.0.0-rc.1") << "npm takes small letters only";
  EXPECT_EQ(link.side.load, "require('json-file-5.0.0-rc.1')");
  EXPECT_EQ(link.side.install, "json-file-5.0.0-rc.1@npm:Json-File@5.0.0-RC.1");
  EXPECT_EQ(link.target, "/home/u/json");
  loaded.target.published = "real";
  loaded.host.es_module = true;
  EXPECT_EQ(LinkOf(loaded, "before", "/out/findings").side.install, "json-file-5.0.0-rc.1@npm:real@5.0.0-RC.1");
  EXPECT_EQ(LinkOf(loaded, "before", "/out/findings").side.load, "import('json-file-5.0.0-rc.1')");
}

TEST(ScriptLink, FoldersOfOneVersionAreToldApart) {
  load::LoadedTarget loaded = LoadedFrom(target::Target::Kind::kFolder);
  loaded.target.version = "1.0.0";
  EXPECT_EQ(LinkOf(loaded, "before", "/out/findings").alias, "json-file-before");
  EXPECT_EQ(LinkOf(loaded, "after", "/out/findings").alias, "json-file-after");
}

TEST(ScriptLink, AFileIsLoadedFromWhereItIs) {
  const ScriptLink link = LinkOf(LoadedFrom(target::Target::Kind::kFile), "after", "/home/u/out/findings");
  EXPECT_EQ(link.side.load, "require('../../json/index.js')");
  EXPECT_TRUE(link.target.empty()) << "nothing has to be linked";
  EXPECT_EQ(link.side.install, "");
}

}  // namespace
}  // namespace kingbird::diff
