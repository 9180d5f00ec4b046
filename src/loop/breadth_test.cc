#include "loop/breadth.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::loop {
namespace {

using model::Event;
using model::Value;

// from() returns an object with a method; every call returns at once.
class BreadthTest : public testing::Test {
 protected:
  BreadthTest() {
    model::Function from;
    from.path = {"from"};
    from.signatures = {{}};
    api_.functions = {from};
    query_.kind = Value::Kind::kObject;
    query_.type = "Query";
    query_.methods = {"limit"};
    test_ = model::TestOf({model::CallOf(1, "from")});
    execution_.events = {{.kind = Event::Kind::kCall, .node = 1},
                         {.kind = Event::Kind::kReturn, .node = 1, .values = {query_, Value()}}};
  }

  size_t Methods(Breadth& breadth) {
    const Generated so_far;
    size_t methods = 0;
    for (const model::TestCase& test : breadth.Propose(100, {so_far, 0}))
      methods += test.root->body.back().kind == model::Call::Kind::kMethod ? 1 : 0;
    return methods;
  }

  void Run(Growth& growth, const model::Execution& execution, int times) {
    for (int i = 0; i < times; ++i) {
      growth.Adopt(growth.grower().Named(test_), execution, Gain::kBehaviour);
      lane_.Note(test_, execution);
    }
  }

  model::Api api_;
  Lane lane_{api_};
  Value query_;
  model::TestCase test_;
  model::Execution execution_;
  const generate::ValuePool pool_{{}, {}};
  const syntax::Manifest manifest_;
};

TEST_F(BreadthTest, MethodsAreLetInWhereNearlyAllIsHarmless) {
  generate::TreeGrower grower(api_, pool_, {}, {});
  Growth growth(grower, manifest_, base::Rng(1));
  Breadth breadth(growth, lane_, base::Rng(2));
  Run(growth, execution_, 10);
  EXPECT_EQ(Methods(breadth), 0U) << "ten runs say little";
  Run(growth, execution_, 40);
  EXPECT_GT(Methods(breadth), 10U);
}

TEST_F(BreadthTest, WhereCallsLeaveSomethingBehindNoneIs) {
  generate::TreeGrower grower(api_, pool_, {}, {});
  Growth growth(grower, manifest_, base::Rng(1));
  Breadth breadth(growth, lane_, base::Rng(2));
  Run(growth, execution_, 30);
  model::Execution with_files = execution_;
  with_files.files = true;
  Run(growth, with_files, 30);
  EXPECT_TRUE(breadth.Propose(100, {Generated(), 0}).empty());
}

}  // namespace
}  // namespace kingbird::loop
