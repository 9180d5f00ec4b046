// Exploring a caller with what is known of its callee (paper 003, 3.4.1).
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "concolic/explorer.h"
#include "concolic/fake_functions.h"
#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

using ::testing::ElementsAre;

constexpr uint32_t kFoo = 100;
constexpr uint32_t kBaz = 101;

/// Foo, explored when somebody asks for the first time.
class FooIsKnown : public Callees {
 public:
  const std::vector<CalleePath>* EntriesOf(uint32_t site) override {
    if (site != kFoo) return nullptr;
    if (!entries_) {
      ++explored;
      entries_ = ExploreKnown(Foo, kFoo).entries;
    }
    return &*entries_;
  }
  uint32_t FunctionOf(uint32_t site) const override { return site < 10 ? kFoo : kBaz; }

  Exploration ExploreKnown(const FakeRunner::Function& function, uint32_t own) {
    FakeRunner runner(function);
    FakeSolver solver;
    ExploreOptions options{.strategy = OrderOf("ta-dfs"), .known = this, .own = own};
    options.start.self.type = Type::kObject;
    return Explore("f", runner, solver, base::FakeClock(), options);
  }

  int explored = 0;

 private:
  std::optional<std::vector<CalleePath>> entries_;
};

/// baz as algorithm 6 runs it: a call behind types that are not set right, or of what foo cannot use, is aborted.
void AbortingBaz(FakeCall& call) {
  const uint32_t from = call.If(11, call.Binary(10, Op::kEq, call.Argument(2), FakeCall::Number(1))) ? 13 : 14;
  call.Enter(kFoo, from, {call.Argument(0), call.Argument(1), call.Argument(2), call.Argument(3)});
  call.AbortOnWrongUses(from);
  Foo(call);
  call.GoOn();
  call.Get(12, call.Argument(3), "z");
}

std::vector<std::string> RowsOfFour(const Exploration& exploration) {
  std::vector<std::string> rows;
  for (const ExploredInput& each : exploration.inputs) {
    std::string row;
    for (size_t i = 0; i < 4; ++i) {
      const bool there = i < each.input.arguments.size() && each.input.arguments[i].type != Type::kAbsent;
      row += fmt::format("{}{}", i == 0 ? "" : ", ", there ? ToSource(each.input.arguments[i]) : "⊥");
    }
    rows.push_back(row);
  }
  return rows;
}

/// Six inputs, as in the paper; the fifth keeps the object that the fourth had.
TEST(ExplorerWithCallees, Figure2b) {
  FooIsKnown known;
  const Exploration baz = known.ExploreKnown(AbortingBaz, kBaz);
  EXPECT_THAT(RowsOfFour(baz), ElementsAre("⊥, ⊥, ⊥, ⊥", "⊥, ⊥, 0, ⊥", "0, 0, 0, ⊥", "0, 0, 0, {}", "0, 0, 1, {}",
                                           "0, 0, 1, {bar: function () {}}"));
  EXPECT_EQ(baz.representative, 2u);
  EXPECT_EQ(baz.preconditions.entries().size(), 2u);
  EXPECT_EQ(known.explored, 1) << "foo waits for nobody twice";
}

}  // namespace
}  // namespace kingbird::concolic
