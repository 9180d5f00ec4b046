// Inputs as arguments of tests. Plain values become literals; what has an identity of its own (instances, functions
// with properties) is made by calls that come before the one it is passed to.
#pragma once

#include <vector>

#include "concolic/input.h"
#include "explore/test_of_input.h"
#include "model/test_case.h"

namespace kingbird::explore {

/// Of one test. `constructors` must outlive it.
class InputArguments {
 public:
  explicit InputArguments(const Constructors& constructors, int next_id = 1)
      : constructors_(constructors), next_id_(next_id) {}

  model::Argument Make(const concolic::Input& input);
  /// What `new` makes of the arguments.
  model::Argument Constructed(model::AccessPath path, std::vector<model::Argument> arguments);
  /// As agent/concolic/runtime.js makes instances: without running a constructor.
  model::Argument InstanceOf(model::Argument prototype, const concolic::Input& input);

  /// Calls that what was made so far needs before it; each is handed out once.
  std::vector<model::Call> TakeCalls() { return std::exchange(calls_, {}); }
  int NextId() { return next_id_++; }
  /// Some of it cannot be said in a test: an instance of something that has no name outside, say.
  bool impossible() const { return impossible_; }

 private:
  model::Argument MethodOfObject(std::string name, std::vector<model::Argument> arguments);
  model::Argument Properties(const concolic::Input& input, bool of_array = false);
  model::Argument With(model::Argument object, model::Argument properties);
  model::Argument MakeObject(const concolic::Input& input);
  model::Argument MakeArray(const concolic::Input& input);
  model::Argument MakeFunction(const concolic::Input& input);

  const Constructors& constructors_;
  std::vector<model::Call> calls_;
  int next_id_;
  bool impossible_ = false;
};

}  // namespace kingbird::explore
