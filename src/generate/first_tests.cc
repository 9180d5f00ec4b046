#include "generate/first_tests.h"

#include <algorithm>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Function;

constexpr size_t kMostReplays = 300;
constexpr size_t kMostVariations = 150;
constexpr size_t kMostAlike = 6;  // examples that make the same calls
constexpr int kMostFirsts = 400;  // failed first tests of all functions that are tried again
constexpr int kMostAttempts = 6;

}  // namespace

Grown WithCall(Grown grown, int callback, Call call, Making making) {
  const model::TestCase before = grown.test;
  grown.choices = std::move(making.choices);
  for (Choice& choice : grown.choices) choice.call = call.id;
  grown.test.next_id = making.next_id;
  for (const Call& maker : making.before) grown.asides.insert(maker.id);
  grown.test = model::WithCallback(grown.test, callback, [&](Callback of) {
    const auto at = std::find_if(of.body.begin(), of.body.end(), [&](const Call& old) { return old.id == call.id; });
    if (at == of.body.end()) return of;
    *at = call;
    of.body.insert(at, making.before.begin(), making.before.end());
    return of;
  });
  if (!model::WellFormedness(grown.test).empty()) grown.test = before;
  return grown;
}

const Function* FirstTests::FunctionOf(const Grown& grown, int call) const {
  const auto name = grown.names.find(call);
  return name == grown.names.end() ? nullptr : &api_.functions[by_name_.at(name->second)];
}

// The first example of each function, or of each chain of them, before any second one.
void FirstTests::AddExamples(std::vector<Grown> examples) {
  std::map<std::string, size_t> alike;
  std::vector<std::vector<Grown>> rounds(kMostAlike);
  for (Grown& grown : examples) {
    if (grown.test.root->body.empty()) continue;
    grown.growth = Growth::kExample;
    std::string calls;
    for (const Call& call : grown.test.root->body) calls += model::ToString(call.path) + " ";
    const size_t round = alike[calls]++;
    if (round < kMostAlike) rounds[round].push_back(std::move(grown));
  }
  for (std::vector<Grown>& round : rounds) {
    for (Grown& grown : round) {
      if (replays_.size() < kMostReplays) replays_.push_back(std::move(grown));
    }
  }
}

std::optional<Grown> FirstTests::Replay() {
  if (replays_.empty()) return std::nullopt;
  Grown grown = std::move(replays_.front());
  replays_.pop_front();
  for (const Call& call : grown.test.root->body) {
    const Function* function = FunctionOf(grown, call.id);
    for (size_t i = 0; function != nullptr && i < call.arguments.size(); ++i) {
      if (call.arguments[i].kind == Argument::Kind::kLiteral)
        arguments_.Prove(*function, static_cast<int>(i), call.arguments[i].literal);
    }
  }
  return grown;
}

std::optional<size_t> FirstTests::Awaiting() {
  if (untried_.empty()) return std::nullopt;
  const size_t function = untried_.back();
  untried_.pop_back();
  return function;
}

std::optional<Grown> FirstTests::Vary(base::Rng& rng) {
  if (variations_.empty()) return std::nullopt;
  Variation variation = std::move(variations_.front());
  variations_.pop_front();
  Grown grown = std::move(variation.of);
  grown.growth = Growth::kVaried;
  const std::vector<Call>& body = grown.test.root->body;
  const auto at = std::find_if(body.begin(), body.end(), [&](const Call& call) { return call.id == variation.call; });
  Call call = *at;
  Making making;
  making.next_id = grown.test.next_id;
  Argument& argument = call.arguments[variation.position];
  const Function* function = FunctionOf(grown, call.id);
  argument = function == nullptr
                 ? Argument::Literal(arguments_.Neighbour(argument.literal, rng))
                 : arguments_.Another(*function, static_cast<int>(variation.position), argument.literal, making, rng);
  return WithCall(std::move(grown), 0, std::move(call), std::move(making));
}

void FirstTests::Learn(const Grown& grown, const model::Execution& execution) {
  if (grown.growth == Growth::kFirst) TryAgain(grown, execution);
  if (grown.growth == Growth::kExample) PlanVariations(grown, execution);
}

// Of calls that succeeded, each literal once.
void FirstTests::PlanVariations(const Grown& grown, const model::Execution& execution) {
  if (execution.end != model::End::kFinished) return;
  for (const Call& call : grown.test.root->body) {
    if (execution.Find(Event::Kind::kReturn, call.id) == nullptr) continue;
    for (size_t i = 0; i < call.arguments.size() && variations_.size() < kMostVariations; ++i) {
      if (call.arguments[i].kind == Argument::Kind::kLiteral) variations_.push_back({grown, call.id, i});
    }
  }
}

// A function whose first test failed has its turn again once the others had theirs.
void FirstTests::TryAgain(const Grown& grown, const model::Execution& execution) {
  for (const Call& call : grown.test.root->body) {
    const auto name = grown.names.find(call.id);
    if (name == grown.names.end()) continue;
    const bool failed = execution.end != model::End::kFinished ||
                        execution.Find(Event::Kind::kThrow, call.id) != nullptr ||
                        execution.Find(Event::Kind::kReject, call.id) != nullptr;
    const size_t function = by_name_.at(name->second);
    const int most = std::clamp(kMostFirsts / static_cast<int>(api_.functions.size()), 1, kMostAttempts);
    if (failed && ++attempts_[function] < most) untried_.push_front(function);
    return;
  }
}

}  // namespace kingbird::generate
