#include "mine/nesting_miner.h"

#include <gtest/gtest.h>

#include "mine/corpus.h"

namespace kingbird::mine {
namespace {

using model::NestingExample;
using LinkKind = NestingExample::Link::Kind;

bool IsApi(const std::string& specifier) { return specifier == "api"; }

TEST(NestingMiner, FindsLinksByParameterVariableAndLiteral) {
  const auto examples = MineNestings(R"(
    const api = require('api');
    api.ensure(file, 'utf8', function (err, handle) {
      api.read(file, handle, 'utf8', other);
    });
  )",
                                     IsApi);
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_EQ(examples[0].outer, "ensure");
  EXPECT_EQ(examples[0].inner, "read");
  EXPECT_EQ(examples[0].outer_arguments,
            (std::vector<model::Position>{model::Position::kPlain, model::Position::kPlain, model::Position::kAsync}));
  EXPECT_EQ(examples[0].inner_arguments,
            (std::vector<NestingExample::Link>{
                {LinkKind::kOuter, 0}, {LinkKind::kParameter, 1}, {LinkKind::kOuter, 1}, {LinkKind::kAny, 0}}));
}

TEST(NestingMiner, FollowsImportsDestructuringAndAliases) {
  for (const char* prologue :
       {"import { a, b as c } from 'api';", "const { a, b: c } = require('api');",
        "import * as x from 'api'; const a = x.a, c = x.b;", "import x from 'api'; var a = x.a; var c; c = x.b;",
        "const a = require('api').a, c = require('api').b;"}) {
    const auto examples = MineNestings(std::string(prologue) + " a(1, () => c());", IsApi);
    ASSERT_EQ(examples.size(), 1u) << prologue;
    EXPECT_EQ(examples[0].outer, "a") << prologue;
    EXPECT_EQ(examples[0].inner, "b") << prologue;
  }
}

TEST(NestingMiner, PairsWithTheNearestCallback) {
  const auto examples = MineNestings("const p = require('api'); p.a(() => { p.b(() => { p.c(); }); });", IsApi);
  ASSERT_EQ(examples.size(), 2u);
  EXPECT_EQ(examples[0].outer + ">" + examples[0].inner, "a>b");
  EXPECT_EQ(examples[1].outer + ">" + examples[1].inner, "b>c");
}

TEST(NestingMiner, SeesBehindPromises) {
  const auto examples = MineNestings("const p = require('api'); p.a(1).then(v => p.b(v));", IsApi);
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_EQ(examples[0].outer, "await a");
  EXPECT_EQ(examples[0].inner_arguments[0].kind, LinkKind::kParameter);
}

TEST(NestingMiner, OtherModulesDoNotCount) {
  EXPECT_TRUE(MineNestings("const p = require('other'); p.a(() => p.b());", IsApi).empty());
}

TEST(Corpus, ReadsReadmesTestsAndNeighbours) {
  base::FakeFileSystem files;
  ASSERT_TRUE(
      files.Write("/x/node_modules/api/README.md", "Use it:\n```js\nconst p = require('api')\np.a(() => p.b())\n```\n")
          .ok());
  ASSERT_TRUE(files.Write("/x/node_modules/api/test/t.js", "const p = require('..'); p.a(() => p.c())").ok());
  ASSERT_TRUE(files.Write("/x/node_modules/user/package.json", R"({"dependencies": {"api": "1"}})").ok());
  ASSERT_TRUE(
      files.Write("/x/node_modules/user/index.js", "const p = require('api'); p.a(() => p.b()); p.a(() => p.d())")
          .ok());
  ASSERT_TRUE(files.Write("/x/node_modules/stranger/package.json", "{}").ok());
  ASSERT_TRUE(files.Write("/x/node_modules/stranger/index.js", "const p = require('api'); p.a(() => p.z())").ok());
  CorpusStats stats;
  CorpusConfig config;
  config.package = "api";
  config.root = "/x/node_modules/api";
  const auto examples = MineCorpus(config, files, stats).nestings;
  std::vector<std::string> found;
  for (const NestingExample& example : examples) found.push_back(example.inner + std::to_string(example.count));
  EXPECT_EQ(found, (std::vector<std::string>{"b2", "c1", "d1"}));
}

}  // namespace
}  // namespace kingbird::mine
