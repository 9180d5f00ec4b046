#include "generate/recipes.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::generate {
namespace {

using model::Argument;
using model::CallOf;
using model::Event;
using model::Value;

Value Instance(const std::string& type) {
  Value value;
  value.kind = Value::Kind::kObject;
  value.type = type;
  value.methods = {"parse"};
  return value;
}

class RecipesTest : public testing::Test {
 protected:
  RecipesTest() {
    classes_.resize(2);
    classes_[0].name = "Schema";
    classes_[1].name = "ListSchema";
    classes_[1].base = "Schema";
    // text(); noise(); list(text())
    test_ = model::TestOf({CallOf(1, "text"), CallOf(2, "noise"), CallOf(3, "list", {Argument::Result(1)})});
    execution_.events = {
        {.kind = Event::Kind::kReturn, .node = 1, .values = {Instance("Object"), Value()}},
        {.kind = Event::Kind::kReturn, .node = 2, .values = {Value::Number(1), Value()}},
        {.kind = Event::Kind::kReturn, .node = 3, .values = {Instance("ListSchema"), Value()}},
    };
  }

  std::vector<model::Class> classes_;
  model::TestCase test_;
  model::Execution execution_;
  base::Rng rng_{1};
};

TEST_F(RecipesTest, AnObjectComesAboutAsBeforeWithWhatThatNeeds) {
  Recipes recipes(&classes_);
  EXPECT_TRUE(recipes.empty());
  recipes.Learn(test_, execution_);
  EXPECT_TRUE(recipes.Knows("ListSchema"));
  EXPECT_FALSE(recipes.Knows("Object"));
  Draft draft;
  draft.next_id = 7;
  draft.body = {CallOf(6, "before")};
  const int made = recipes.Follow("Schema", draft, rng_);  // one that extends it
  ASSERT_EQ(draft.body.size(), 3U);
  EXPECT_EQ(draft.body[1].path, model::AccessPath{"text"});
  EXPECT_EQ(draft.body[2].path, model::AccessPath{"list"});
  EXPECT_EQ(draft.body[2].arguments[0].node, draft.body[1].id);
  EXPECT_EQ(draft.body[2].id, made);
  EXPECT_GT(draft.next_id, made);
  EXPECT_GT(draft.body[1].id, 6);
}

TEST_F(RecipesTest, WhatTouchesFilesIsNoWayToAnObject) {
  Recipes recipes(&classes_);
  execution_.files = true;
  recipes.Learn(test_, execution_);
  EXPECT_TRUE(recipes.empty());
}

}  // namespace
}  // namespace kingbird::generate
