#include "loop/growth.h"

#include <set>

namespace kingbird::loop {
namespace {

// How far a stopped test had got is chance; how it ended is not.
model::Execution EndOf(const model::Execution& execution) {
  model::Execution end;
  end.end = execution.end;
  return end;
}

}  // namespace

std::vector<model::TestCase> Growth::Propose(size_t count, const Standing& standing) {
  grower_.Recover(uncovered_.Left(standing.so_far.covered));
  grown_.clear();
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < count; ++i) {
    grown_.push_back(grower_.Grow(rng_));
    tests.push_back(grown_.back().test);
  }
  return tests;
}

void Growth::Absorb(size_t i, const model::Execution& execution, const News& news) {
  Learn(grown_[i], execution, news.gain);
}

bool Growth::MayLeaveOut(size_t i) const {
  return grown_[i].growth != generate::Growth::kExample && grown_[i].growth != generate::Growth::kFirst;
}

void Growth::Watch(const model::TestCase& test, const model::Execution& execution, Gain gain) {
  const int others =
      model::CountCalls(test, model::Call::Kind::kRequest) + model::CountCalls(test, model::Call::Kind::kFake);
  if (others == 0 && gain != Gain::kNone) Learn(grower_.Named(test), execution, gain);
}

void Growth::Learn(const generate::Grown& grown, const model::Execution& execution, Gain gain) {
  if (!execution.stopped) {
    std::set<std::string> names;
    model::ForEachCall(*grown.test.root, [&](const model::Call& call) {
      if (execution.Find(model::Event::Kind::kCall, call.id) == nullptr) return;
      const auto known = grown.names.find(call.id);
      const std::string name = known == grown.names.end() ? grower_.NameOf(call, execution) : known->second;
      if (!name.empty()) names.insert(name);
    });
    if (!names.empty()) uncovered_.Note(names, execution.hits);
  }
  grower_.Absorb(grown, execution.stopped ? EndOf(execution) : execution, gain);
}

}  // namespace kingbird::loop
