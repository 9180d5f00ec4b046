#include "target/module_pairs.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

Target Of(std::vector<Module> modules) {
  Target target;
  target.kind = Target::Kind::kFolder;
  target.modules = std::move(modules);
  return target;
}

std::vector<std::string> Names(const Target& target) {
  std::vector<std::string> names;
  for (const Module& module : target.modules) names.push_back(module.name + " " + module.file.string());
  return names;
}
using List = std::vector<std::string>;

TEST(ModulePairs, FilesOfTheSamePathHaveTheSecondSidesName) {
  // With a second util.js both are named by their whole path.
  Target before = Of({{"money", "src/money.js"}, {"util", "src/util.js"}});
  Target after = Of({{"libUtil", "lib/util.js"}, {"money", "src/money.js"}, {"srcUtil", "src/util.js"}});
  PairModules(before, after);
  EXPECT_EQ(Names(before), (List{"money src/money.js", "srcUtil src/util.js"}));
  EXPECT_EQ(Names(after), (List{"libUtil lib/util.js", "money src/money.js", "srcUtil src/util.js"}));
}

TEST(ModulePairs, AFileThatIsGoneKeepsANameOfItsOwn) {
  Target before = Of({{"money", "old/money.js"}});
  Target after = Of({{"money", "src/money.js"}});
  PairModules(before, after);
  EXPECT_EQ(Names(before), List{"money2 old/money.js"});
}

TEST(ModulePairs, AnEntryIsAModuleBesideModules) {
  Target before = Of({});
  before.entry = "src/money.mjs";
  before.is_module = true;
  Target after = Of({{"cart", "src/cart.mjs", true}, {"coins", "src/money.mjs", true}});
  PairModules(before, after);
  EXPECT_EQ(Names(before), List{"coins src/money.mjs"});
  EXPECT_TRUE(before.modules[0].is_module);
  EXPECT_EQ(before.entry, "");
}

TEST(ModulePairs, TwoEntriesStayEntries) {
  Target before = Of({});
  Target after = Of({});
  before.entry = after.entry = "index.js";
  PairModules(before, after);
  EXPECT_EQ(before.entry, "index.js");
  EXPECT_TRUE(after.modules.empty());
}

}  // namespace
}  // namespace kingbird::target
