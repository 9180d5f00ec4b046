// Names that say what happens: "readFile on malformed JSON calls back with SyntaxError".
#pragma once

#include <string>

#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::emit {

struct TestName {
  std::string function;  ///< What the test is about: the last call that did something.
  std::string title;     ///< The rest of the sentence.
};

TestName NameOf(const model::TestCase& test, const model::Execution& execution);

}  // namespace kingbird::emit
