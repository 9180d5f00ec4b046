#include "loop/breadth.h"

#include <algorithm>

namespace kingbird::loop {
namespace {

constexpr int kCleanRuns = 2;
// Milliseconds of the processor: what takes longer gains nothing by sharing a process, and holds up the others in it.
constexpr double kQuick = 25;
// Where nothing is left to reach there may still be something to see.
constexpr double kCuriosity = 0.5;

// Over soon, when it returned, and without a trace outside.
bool IsClean(const model::Execution& execution) {
  if (execution.end != model::End::kFinished || execution.depends_on_machine || execution.files ||
      execution.effects.Any() || execution.cpu_ms > kQuick)
    return false;
  return std::all_of(execution.events.begin(), execution.events.end(), [](const model::Event& event) {
    using Kind = model::Event::Kind;
    const bool call = event.kind == Kind::kCall || event.kind == Kind::kReturn || event.kind == Kind::kThrow;
    const bool within = (event.kind == Kind::kInvoke || event.kind == Kind::kLeave) && event.during >= 0;
    return call || within;
  });
}

}  // namespace

std::vector<model::TestCase> Breadth::Propose(size_t count, const Standing& standing) {
  grown_.clear();
  std::vector<std::string> names;
  std::vector<double> weights;
  const std::map<std::string, double> left = growth_.Left(standing.so_far.covered);
  for (const auto& [name, record] : functions_) {
    if (record.out || record.clean < kCleanRuns) continue;
    const auto it = left.find(name);
    names.push_back(name);
    weights.push_back(kCuriosity + (it == left.end() ? 0 : it->second));
  }
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < count && !names.empty(); ++i) {
    grown_.push_back(growth_.grower().GrowOne(names[rng_.Weighted(weights)], rng_));
    tests.push_back(grown_.back().test);
  }
  return tests;
}

void Breadth::Absorb(size_t i, const model::Execution& execution, const News& news) {
  Watch(grown_[i].test, execution, news.gain);
  growth_.Adopt(grown_[i], execution, news.gain);
}

void Breadth::Watch(const model::TestCase& test, const model::Execution& execution, Gain /*gain*/) {
  if (test.root->body.size() != 1) return;
  const model::Call& call = test.root->body[0];
  if (call.kind != model::Call::Kind::kCall && call.kind != model::Call::Kind::kNew) return;
  const std::string name = growth_.grower().NameOf(call);
  if (name.empty()) return;
  Record& record = functions_[name];
  if (IsClean(execution)) {
    ++record.clean;
  } else {
    record.out = true;
  }
}

}  // namespace kingbird::loop
