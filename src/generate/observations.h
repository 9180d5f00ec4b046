// What executions showed of the functions under test: what they return, what they hand to callbacks, and how often they
// call them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generate/scope.h"
#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// Names of the functions under test that the calls of a test call, by the call's id.
using CallNames = std::map<int, std::string>;

class Observations {
 public:
  /// Adds to what is known of a value where the language's own values have methods under test.
  using Refine = std::function<Shape(Shape)>;
  explicit Observations(Refine refine) : refine_(std::move(refine)) {}

  /// `seen` is told of every value that was returned or handed out.
  void Learn(const model::TestCase& test, const CallNames& names, const model::Execution& execution,
             const std::function<void(const model::Value&)>& seen);

  /// What the function returned last; null: it has not returned yet.
  const Shape* Result(const std::string& function) const;
  /// What callbacks at that position of the function receive; null: none was called yet. Promises count as functions
  /// named "await F", what they are fulfilled with as the parameter at position 0.
  const std::vector<Shape>* Received(const std::string& function, int position) const;
  /// How likely a callback there is to run.
  double Chance(const std::string& function, int position) const;

 private:
  struct Record {
    int passed = 0;
    int invoked = 0;
  };
  using Place = std::pair<std::string, int>;

  void LearnResult(const std::string& name, const model::Value& value);

  Refine refine_;
  std::map<std::string, Shape> results_;
  std::map<Place, std::vector<Shape>> received_;
  std::map<Place, Record> records_;
};

}  // namespace kingbird::generate
