// Parts of a test case tree that growth looks at.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// A callback and the position of the argument that is or holds it.
struct CallbackAt {
  int position = 0;
  model::CallbackRef callback;
};

/// The callbacks among the arguments of a call, those in objects and arrays included; not those with a source of their
/// own, into which nothing can be put.
std::vector<CallbackAt> CallbacksOf(const model::Call& call);

/// The call that callback `id` is passed to; absent for the root.
std::optional<model::Call> CallWithCallback(const model::TestCase& test, int id);

/// Literals of the test's calls: the same path or object again is how calls relate to each other.
std::vector<model::Argument> ReusableIn(const model::TestCase& test);

/// The test without the calls that threw, as far as nothing refers to them: what follows would be the same.
model::TestCase WithoutThrowers(const model::TestCase& test, const model::Execution& execution);

/// The calls of the root that call `id` of it needs, in their order, itself last; none where it needs others as well.
std::vector<model::Call> CallsBehind(const model::TestCase& test, int id);

/// The call with all ids in it, and all it refers to, greater by so much.
model::Call Renumbered(model::Call call, int by);

/// Calls of the API without `free` ones; awaits come for free.
int CountApiCalls(const model::TestCase& test, const std::set<int>& free);

}  // namespace kingbird::generate
