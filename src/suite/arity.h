// How many arguments a call should have, and of which kinds, to say something about its function.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/api.h"
#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::suite {

/// Made once for an API; immutable.
class Arities {
 public:
  Arities() = default;
  explicit Arities(const model::Api& api);

  /// Parameters that what the call calls cannot do without; 0 where that is not known. Functions are known by their
  /// last names: of several the least is said.
  size_t Of(const model::Call& call) const;
  /// Whether some call of the test leaves out what its function needs.
  bool AnyShort(const model::TestCase& test) const;
  /// Whether some call of the test has an argument of another kind than the parameter's type, declared or inferred.
  /// What is inside lists and objects does not count, nor do methods of objects.
  bool AnyMisfit(const model::TestCase& test) const;
  /// No call fails, and none is made with less or with something else than its function takes.
  bool AllProper(const model::TestCase& test, const model::Execution& execution) const;
  /// Whether a call that ends well has lost, on the way from `before` to `after`, an argument that it needs, or all
  /// calls the kinds that they had.
  bool Loses(const model::TestCase& before, const model::TestCase& after, const model::Execution& execution) const;

 private:
  const std::vector<model::ParameterType>* TypesOf(const model::Call& call) const;

  std::map<std::string, size_t> needed_;
  std::map<std::string, std::vector<model::ParameterType>> types_;  ///< By Function::Name, in outline.
};

}  // namespace kingbird::suite
