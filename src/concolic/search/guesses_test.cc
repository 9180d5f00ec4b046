#include "concolic/search/guesses.h"

#include <gtest/gtest.h>

#include "concolic/explorer.h"
#include "concolic/fake_program.h"

namespace kingbird::concolic {
namespace {

std::shared_ptr<const SeenRun> RunWith(Symbol symbol, Input input) {
  auto run = std::make_shared<SeenRun>();
  run->news = true;
  run->input.globals[symbol.name] = std::move(input);
  run->types = {symbol.type};
  run->names = {symbol.name};
  run->path.symbols = {std::move(symbol)};
  return run;
}

/// How many of the next guesses fulfil a condition.
template <typename Fulfils>
int CountOf(Guesses& guesses, int rounds, Fulfils fulfils) {
  int count = 0;
  for (int i = 0; i < rounds; ++i) {
    Assignment input;
    EXPECT_TRUE(guesses.Next(input));
    count += fulfils(input) ? 1 : 0;
  }
  return count;
}

TEST(Guesses, ConstantsOfTheTextReachArgumentsThatNoRunLookedAt) {
  const Words words{.texts = {u"secret"}, .numbers = {42}};
  const Shapes shapes;
  Guesses guesses(words, shapes, /*parameters=*/2);
  guesses.Absorb(RunWith({.step = Symbol::Step::kGlobal, .name = "g", .type = Type::kNumber}, {.type = Type::kNumber}));
  const auto second_is = [](const Assignment& input, const Input& wanted) {
    return input.arguments.size() > 1 && input.arguments[1] == wanted;
  };
  const Input secret{.type = Type::kString, .text = u"secret"};
  EXPECT_GT(CountOf(guesses, 2000, [&](const Assignment& input) { return second_is(input, secret); }), 0);
}

TEST(Guesses, ADeclaredTypeStays) {
  const Words words{.texts = {u"a"}, .numbers = {1}};
  const Shapes shapes;
  Guesses guesses(words, shapes, 0);
  guesses.Absorb(RunWith({.step = Symbol::Step::kGlobal, .name = "q", .index = kDeclaredType, .type = Type::kString},
                         {.type = Type::kString}));
  const auto other_type = [](const Assignment& input) { return input.globals.at("q").type != Type::kString; };
  EXPECT_EQ(CountOf(guesses, 500, other_type), 0);
}

TEST(Guesses, NothingIsGuessedBeforeAnythingRan) {
  const Words words;
  const Shapes shapes;
  Guesses guesses(words, shapes, 1);
  Assignment input;
  EXPECT_FALSE(guesses.Next(input));
}

// The program follows nothing: no decision can be flipped.
TEST(Guesses, AnExplorationGoesOnWithThem) {
  FakeRunner runner([](FakeCall& call) {
    if (call.Argument(0).value.text == u"open") call.Cover(1);
  });
  FakeSolver solver;
  ExploreOptions options{.counters = {1}, .words = {.texts = {u"open"}, .numbers = {}}, .parameters = 1};
  options.seeds.emplace_back();
  const base::FakeClock clock;
  const auto exploring = Exploring::Begin("f", runner, solver, clock, options);
  EXPECT_TRUE(exploring->GoOn(1000, nullptr).misses);
  exploring->Guess();
  EXPECT_FALSE(exploring->GoOn(1000, nullptr).misses);
}

}  // namespace
}  // namespace kingbird::concolic
