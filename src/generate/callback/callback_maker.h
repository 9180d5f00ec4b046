// Makes the functions that generated calls pass where a callback is expected; one maker per strategy (strategy.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/callback/strategy.h"
#include "generate/scope.h"
#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// Where a callback is needed.
struct CallbackSite {
  const model::Call& call;  ///< Its receiver and plain arguments are there already; callbacks may be missing yet.
  int position = 0;
  const std::vector<ScopeValue>& scope;

  /// The last name of what is called: "map", also for Array.prototype.map.call(…).
  std::string Name() const;
};

struct MadeCallback {
  std::shared_ptr<model::Callback> callback;  ///< Null: a plain value instead.
  CallbackStrategy strategy = CallbackStrategy::kEmpty;
};

/// Deterministic in the Rng; not thread-safe.
class CallbackMaker {
 public:
  virtual ~CallbackMaker() = default;
  /// Callback nodes get ids from `next_id`.
  virtual MadeCallback Make(const CallbackSite& site, int& next_id, base::Rng& rng) = 0;
  /// Told of every test that ran, before the next one is made.
  virtual void Learn(const model::TestCase&, const model::Execution&) {}
  /// Told per callback of a test whether the test showed something new.
  virtual void Judge(CallbackStrategy, bool /*paid*/) {}
};

/// How calls are named where no execution tells the receiver's class: by what they call, not by whom.
std::string PlainName(const model::Call& call);

}  // namespace kingbird::generate
