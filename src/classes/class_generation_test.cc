#include "classes/class_generation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "env/fake_surroundings.h"
#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"

namespace kingbird::classes {
namespace {

using model::Event;
using model::Execution;

constexpr uint32_t kConstructor = 1;
constexpr uint32_t kAdd = 2;
constexpr uint32_t kPop = 3;
constexpr uint32_t kBranch = 5;  // of pop; the way that follows is taken, this one is not
constexpr int kFirst = 64;       // tests of the first round

/// A class with a constructor and two methods, each of one statement, in a file with a statement more; pop has an if.
struct ClassGeneration : testing::Test, env::FakeSurroundings {
  ClassGeneration() {
    syntax::ManifestFile file;
    file.key = "list.js";
    file.counters.statements.resize(4);
    file.counters.branches = {{syntax::BranchKind::kIf, {}, {{}, {}}}};
    loaded.stage.manifest.files = {file};
    loaded.stage.manifest.Layout();
    loaded.executor = std::make_unique<runtime::FakeExecutor>(
        [this](const model::TestCase& test, const runtime::RunOptions&) { return Ran(test); });
    model::Class list;
    list.path = {"List"};
    list.name = "List";
    list.counters = list.whole = {kConstructor};
    list.members.resize(2);
    list.members[0].name = "add";
    list.members[0].counters = {kAdd};
    list.members[1].name = "pop";
    list.members[1].counters = {kPop, kBranch, kBranch + 1};
    study.classes = {list};
    study.under_test = {"List"};
    study.values = std::make_unique<generate::TypedValues>(pool, std::nullopt, std::nullopt);
    study.inference = std::make_unique<discover::TypeInference>(*loaded.executor, discover::InferenceConfig());
    study.only_class = true;
  }

  /// Every call reaches its statement, as far as it is reachable.
  Execution Ran(const model::TestCase& test) const {
    Execution execution;
    std::set<uint32_t> hits;
    for (const model::Call& call : test.root->body) {
      const bool adds = call.path.back() == "add";
      const bool pops = call.path.back() == "pop";
      hits.insert(adds ? kAdd : pops ? kPop : kConstructor);
      if (pops) hits.insert({kBranch, kBranch + 1});
      execution.events.push_back(model::EventOf(Event::Kind::kCall, call.id, {}));
      model::Value result = model::Value::Object({});
      result.type = "List";
      if (adds && !thrown.text.empty()) {
        execution.events.push_back(model::EventOf(Event::Kind::kThrow, call.id, {thrown, result}));
      } else {
        execution.events.push_back(model::EventOf(Event::Kind::kReturn, call.id, {result, result}));
      }
    }
    for (const uint32_t hit : hits) {
      if (!unreachable.contains(hit)) execution.hits.push_back(hit);
    }
    return execution;
  }

  loop::Generated Generated() {
    env::Env env = MakeEnv();
    auto generated = GenerateForClasses(env, loaded, study, [](const model::Progress&) {});
    EXPECT_TRUE(generated.ok());
    return std::move(*generated);
  }

  generate::ValuePool pool{{}, {}};
  load::LoadedTarget loaded;
  ClassStudy study;
  std::set<uint32_t> unreachable;
  model::Value thrown;  ///< By add; no text: it returns.
};

TEST_F(ClassGeneration, EndsWhenAllOfTheClassIsCovered) {
  EXPECT_EQ(Generated().executed, kFirst);
  EXPECT_EQ(loaded.subject, load::Subject::kClass);
  EXPECT_EQ(loaded.goal, (model::Hits{kConstructor, kAdd, kPop, kBranch, kBranch + 1}));
}

TEST_F(ClassGeneration, TriesForBranchesLessThanForStatements) {
  unreachable = {kBranch};
  const int branches = Generated().executed;
  unreachable = {kPop};
  const int statements = Generated().executed;
  EXPECT_GT(branches, 2 * kFirst);
  EXPECT_GT(statements, 2 * branches);
}

TEST_F(ClassGeneration, IsStaleWhenTheUserSaysSo) {
  unreachable = {kPop};
  config.stale = 200;
  const int soon = Generated().executed;
  EXPECT_GE(soon, 200);
  EXPECT_LT(soon, 200 + kFirst + 512) << "news in the first round at the latest, and the round it was noticed in";
  config.stale = 3000;
  EXPECT_GE(Generated().executed, 3000);
}

TEST_F(ClassGeneration, OfAClassMakesAsManyTestsAsAskedFor) {
  unreachable = {kPop};
  config.tests = 300;
  EXPECT_EQ(Generated().executed, 300);
}

TEST_F(ClassGeneration, OfAPackageLeavesTestsToItsFunctions) {
  study.only_class = false;
  config.tests = 1000;
  // All but one of the statements are the class's, and half of the tests are the most it gets.
  EXPECT_EQ(Generated().executed, 500);
  EXPECT_EQ(loaded.subject, load::Subject::kPackage);
  EXPECT_FALSE(loaded.goal) << "reports are about all of it";
  // What loading covered is nobody's to cover: one of four statements is left to the class.
  static_cast<runtime::FakeExecutor*>(loaded.executor.get())->load_hits = {0};
  study.classes[0].members.clear();
  EXPECT_EQ(Generated().executed, 250);
  static_cast<runtime::FakeExecutor*>(loaded.executor.get())->load_hits = {0, kAdd};
  EXPECT_EQ(Generated().executed, 333);
}

TEST_F(ClassGeneration, OfOneMethodKeepsWhatIsItsOwn) {
  config.method = "add";
  const loop::Generated generated = Generated();
  ASSERT_FALSE(generated.candidates.empty());
  for (const loop::Candidate& candidate : generated.candidates) {
    EXPECT_EQ(candidate.hits, model::Hits{kAdd}) << "neither the constructor's nor those of other methods";
    EXPECT_FALSE(candidate.behaviours.empty());
    for (const auto& [behaviour, call] : candidate.behaviours) {
      const auto& body = candidate.test.root->body;
      const auto shown = std::ranges::find(body, call, &model::Call::id);
      ASSERT_NE(shown, body.end());
      EXPECT_EQ(shown->path.back(), "add");
    }
  }
}

TEST_F(ClassGeneration, OfTheConstructorKeepsWhatIsItsOwn) {
  config.method = "constructor";
  const loop::Generated generated = Generated();
  ASSERT_FALSE(generated.candidates.empty());
  for (const loop::Candidate& candidate : generated.candidates) EXPECT_EQ(candidate.hits, model::Hits{kConstructor});
}

TEST_F(ClassGeneration, ErrorsOfTheEngineAreShownByAFewTests) {
  thrown.kind = model::Value::Kind::kError;
  thrown.type = "TypeError";
  thrown.text = "Cannot read properties of undefined (reading 'next')";
  const loop::Generated generated = Generated();
  EXPECT_EQ(generated.bad_ends.size(), 4U) << "of many";
  for (const loop::BadEnd& end : generated.bad_ends) {
    const auto& body = end.test.root->body;
    const auto thrower = std::ranges::find(body, end.thrower, &model::Call::id);
    ASSERT_NE(thrower, body.end());
    EXPECT_EQ(thrower->path.back(), "add");
  }
  study.only_class = false;
  EXPECT_TRUE(Generated().bad_ends.empty()) << "what is inferred beside a package proves nothing";
}

TEST_F(ClassGeneration, ErrorsThatTheTargetThrowsOnPurposeAreNone) {
  thrown.kind = model::Value::Kind::kError;
  thrown.type = "TypeError";
  thrown.text = "add wants something to add";
  EXPECT_TRUE(Generated().bad_ends.empty());
}

}  // namespace
}  // namespace kingbird::classes
