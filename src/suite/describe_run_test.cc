#include "suite/describe_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "env/fake_surroundings.h"
#include "runtime/fake_executor.h"

namespace kingbird::suite {
namespace {

using model::LineState;
using model::Ratio;

syntax::Range OnLine(uint32_t line) { return {{line, 0}, {line, 1}}; }

/// A package of two files, the first of which is loaded: its counters are 0 (loaded), 1 to 5 (statements, three of them
/// on line 2), 6 and 7 (the two ways of an if on line 3) and 8 (a function).
struct DescribedRun : testing::Test, env::FakeSurroundings {
  DescribedRun() {
    syntax::ManifestFile file;
    file.key = "a.js";
    file.counters.statements = {OnLine(1), OnLine(2), OnLine(2), OnLine(2), OnLine(3)};
    file.counters.branches = {{syntax::BranchKind::kIf, OnLine(3), {OnLine(3), OnLine(3)}}};
    file.counters.functions = {{"f", OnLine(1), OnLine(1)}};
    syntax::ManifestFile other;
    other.key = "b.js";
    other.counters.statements = {OnLine(1)};
    loaded.stage.manifest.files = {file, other};
    loaded.stage.manifest.Layout();
    loaded.target.kind = target::Target::Kind::kFolder;
    loaded.target.root = "/pkg";
    loaded.target.name = "pkg";
    auto executor = std::make_unique<runtime::FakeExecutor>(
        [](const model::TestCase&, const runtime::RunOptions&) { return model::Execution(); });
    executor->load_hits = {0, 1};
    loaded.executor = std::move(executor);
    EXPECT_TRUE(files.Write("/pkg/a.js", "one\ntwo\nthree\n").ok());
    generated.covered = syntax::CoverageMap(loaded.stage.manifest.size());
  }

  model::RunReport Described(const model::Hits& covered = {0, 1}, const std::vector<SuiteTest>& tests = {},
                             const Findings& findings = {}) {
    env::Env env = MakeEnv();
    env.package.Admit("/pkg");
    generated.covered.Add(covered);
    return DescribeRun(env, loaded, generated, tests, findings);
  }

  load::LoadedTarget loaded;
  loop::Generated generated;
};

TEST_F(DescribedRun, IsInterruptedBeforeTheTestsThatWereAskedFor) {
  config.tests = 100;
  // A built-in has a goal as a class has one, but as many tests as a package.
  for (const load::Subject subject : {load::Subject::kPackage, load::Subject::kBuiltIn}) {
    loaded.subject = subject;
    loaded.goal = {1, 2};
    generated.executed = 99;
    EXPECT_TRUE(Described().interrupted) << static_cast<int>(subject);
    generated.executed = 100;
    EXPECT_FALSE(Described().interrupted) << static_cast<int>(subject);
  }
}

TEST_F(DescribedRun, OfAClassEndsByItself) {
  loaded.subject = load::Subject::kClass;
  generated.executed = 3;
  EXPECT_FALSE(Described().interrupted);
  config.tests = 100;
  EXPECT_TRUE(Described().interrupted) << "so many were asked for";
  generated.enough = true;
  EXPECT_FALSE(Described().interrupted);
  interrupted = true;
  EXPECT_TRUE(Described().interrupted);
}

TEST_F(DescribedRun, CountsWhatIsUnderTestAlone) {
  EXPECT_EQ(Described({0, 1, 2, 6}).after.statements, (Ratio{2, 5}));
  loaded.goal = {2, 3, 6};
  const model::RunReport report = Described({0, 1, 2, 6});
  EXPECT_EQ(report.before.statements, (Ratio{0, 2})) << "loading did not reach it";
  EXPECT_EQ(report.after.statements, (Ratio{1, 2}));
  EXPECT_EQ(report.after.branches, (Ratio{1, 1}));
}

TEST_F(DescribedRun, OfASuiteCountsWhatItsTestsAndLoadingCover) {
  SuiteTest first;
  first.hits = {2};
  SuiteTest second;
  second.hits = {2, 3, 8};
  const model::RunReport report = Described({0, 1, 2, 3, 4, 5, 6, 8}, {first, second});
  EXPECT_EQ(report.suite.statements, (Ratio{3, 5})) << "not what other tests reached";
  EXPECT_EQ(report.suite.functions, (Ratio{1, 1}));
  EXPECT_EQ(report.after.statements, (Ratio{5, 5}));
  EXPECT_EQ(report.kept, 2);
}

TEST_F(DescribedRun, ShowsTheFilesThatWereLoadedLineByLine) {
  const model::RunReport report = Described({0, 1, 2, 3, 4, 6});
  ASSERT_EQ(report.files.size(), 1U) << "b.js was not loaded";
  EXPECT_EQ(report.files[0].path, "a.js");
  EXPECT_EQ(report.files[0].source, "one\ntwo\nthree\n");
  EXPECT_EQ(report.files[0].lines,
            (std::vector{LineState::kLoaded, LineState::kHit, LineState::kMissed, LineState::kNone}));
  EXPECT_EQ(report.files[0].missed, std::vector<std::string>{"3:0 if 2"});
}

TEST_F(DescribedRun, ShowsLinesThatRanInPart) {
  // Whichever of the three statements it is that did not run.
  for (const model::Hits& ran : {model::Hits{0, 3, 4}, {0, 2, 4}, {0, 2, 3}, {0, 2}}) {
    generated.covered = syntax::CoverageMap(loaded.stage.manifest.size());
    EXPECT_EQ(Described(ran).files[0].lines[1], LineState::kPartly) << ran[1] << " " << ran.back();
  }
}

TEST_F(DescribedRun, HasACurveUpToItsLastTest) {
  generated.curve = {{1, 3}, {10, 4}};
  generated.executed = 50;
  EXPECT_EQ(Described().curve, (std::vector<model::CurvePoint>{{1, 3}, {10, 4}, {50, 4}}));
  generated.executed = 10;
  EXPECT_EQ(Described().curve, generated.curve);
}

TEST_F(DescribedRun, TellsWhatIsNotKeptAndHowToKeepIt) {
  EXPECT_TRUE(Described().notes.empty());
  generated.effects.network = 3;
  loaded.stage.stats.unparsable = {"x.js", "y.js"};
  Findings findings;
  findings.others = {{"f", "died", "did not end the same way when repeated"}};
  const std::vector<std::string> notes = Described({0}, {}, findings).notes;
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_NE(notes[0].find("1 did not end the same way when repeated"), std::string::npos);
  EXPECT_NE(notes[1].find("3 tests use the network"), std::string::npos);
  EXPECT_NE(notes[1].find("--allow network"), std::string::npos);
  EXPECT_NE(notes[2].find("x.js, y.js"), std::string::npos);
}

TEST_F(DescribedRun, TellsOfHasteOnlyWhereThereIsASuite) {
  stats.Add("suite.hasty");
  EXPECT_TRUE(Described().notes.empty());
  SuiteTest test;
  test.hits = {2};
  EXPECT_EQ(Described({0}, {test}).notes.size(), 1U);
}

TEST_F(DescribedRun, SaysThatTheSuiteGainedNothing) {
  const std::vector<std::string> notes = Described({0}, {SuiteTest()}).notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("reaches no statement, branch or function of pkg that loading it does not run"),
            std::string::npos);
}

TEST_F(DescribedRun, WithoutATestSaysWhyTheMostFrequentReasonFirst) {
  const env::Env env = MakeEnv();
  generated.executed = 20;
  EXPECT_EQ(WhyNothingIsKept(env, generated), "none of the 20 tests that ran could be kept");
  stats.Add("lost.are not the same every time", 2);
  stats.Add("lost.were never met", 0);
  stats.Add("generate.timed", 50);
  generated.failing = 7;
  EXPECT_EQ(WhyNothingIsKept(env, generated),
            "none of the 20 tests that ran could be kept: 7 ended in an error, a hang or an exit, 2 are not the same "
            "every time");
}

}  // namespace
}  // namespace kingbird::suite
