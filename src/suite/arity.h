// How many arguments a call should have to say something about its function.
#pragma once

#include <map>
#include <string>

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
  /// Whether a call that ends well has lost, on the way from `before` to `after`, an argument that it needs.
  bool Loses(const model::TestCase& before, const model::TestCase& after, const model::Execution& execution) const;

 private:
  std::map<std::string, size_t> needed_;
};

}  // namespace kingbird::suite
