// Values a new call may use (paper 001, definition 3): what earlier calls returned and surrounding callbacks received,
// with what is known of them from an execution.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"
#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// What was observed of a value: enough to choose methods and fitting arguments.
struct Shape {
  model::Value::Kind kind = model::Value::Kind::kUndefined;
  std::string type;                  ///< Constructor name.
  std::vector<std::string> methods;  ///< Callable properties.
  bool own = false;                  ///< A function of the test's own, which came back.

  static Shape Of(const model::Value& value) {
    return {value.kind, model::OwnerName(value), value.methods, model::IsTestsOwn(value)};
  }
  bool IsThenable() const;
};

struct ScopeValue {
  model::Argument reference;
  Shape shape;
};

/// Objects more often than primitives: they are what an API hands out to be handed back. `scope` must not be empty.
model::Argument PickEarlier(const std::vector<ScopeValue>& scope, base::Rng& rng);

/// What is visible at the end of callback `id`'s body, from what `execution` saw of it. Values never seen are left out.
std::vector<ScopeValue> ScopeAt(const model::TestCase& test, int id, const model::Execution& execution);

}  // namespace kingbird::generate
