// Names that say what happens: "readFile on malformed JSON calls back with SyntaxError".
#pragma once

#include <string>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::emit {

struct TestName {
  std::string function;  ///< What the test is about: the last call that did something.
  std::string title;     ///< The rest of the sentence.
  /// The same with ever more of what was done before, for tests whose titles would be the same.
  std::vector<std::string> longer;
};

/// `module` is what the suite calls the package.
TestName NameOf(const model::TestCase& test, const model::Execution& execution, const std::string& module);

}  // namespace kingbird::emit
