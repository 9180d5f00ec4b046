// What comes before growth: the calls that somebody wrote, a test of each function by itself until one succeeds, and
// the written calls with one argument changed. Every function has a turn before any has its second.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/argument_maker.h"
#include "generate/grown.h"
#include "model/api.h"
#include "model/execution.h"

namespace kingbird::generate {

class FirstTests {
 public:
  /// All must outlive it; `by_name` maps Function::Name to the index in the API.
  FirstTests(const model::Api& api, const std::map<std::string, size_t>& by_name, ArgumentMaker& arguments)
      : api_(api), by_name_(by_name), arguments_(arguments) {}

  void AddExamples(std::vector<Grown> examples);
  /// The function is to have a test of its own, before those that wait already.
  void Await(size_t function) { untried_.push_back(function); }

  /// The next example; nothing when all had their turn. The same for the others.
  std::optional<Grown> Replay();
  std::optional<size_t> Awaiting();
  std::optional<Grown> Vary(base::Rng& rng);
  void Learn(const Grown& grown, const model::Execution& execution);

 private:
  struct Variation {
    Grown of;
    int call;
    size_t position;
  };

  const model::Function* FunctionOf(const Grown& grown, int call) const;
  void PlanVariations(const Grown& grown, const model::Execution& execution);
  void TryAgain(const Grown& grown, const model::Execution& execution);

  const model::Api& api_;
  const std::map<std::string, size_t>& by_name_;
  ArgumentMaker& arguments_;
  std::deque<Grown> replays_;       ///< First one next.
  std::deque<size_t> untried_;      ///< Last one next.
  std::map<size_t, int> attempts_;  ///< That failed.
  std::deque<Variation> variations_;
};

/// The test with that call changed and the calls that make its new arguments in front of it; as it was where that
/// leaves references to what is gone.
Grown WithCall(Grown grown, int callback, model::Call call, Making making);

}  // namespace kingbird::generate
