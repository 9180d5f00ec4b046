// Setup code (paper 000, definition 3.1): statements whose variables are receivers and arguments of generated calls.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "generate/scope.h"
#include "model/test_case.h"
#include "runtime/executor.h"

namespace kingbird::diff {

/// Statements that need no other part.
struct SetupPart {
  std::string code;
  std::vector<std::string> names;  ///< Variables it declares at its top level.
};

struct Setup {
  std::string code;
  std::vector<std::string> names;
  std::vector<SetupPart> parts;  ///< `code` and `names` are theirs, in order.
};

Setup SetupOf(std::vector<SetupPart> parts);

/// One part: a user's statements may need each other. kUsage when the code does not parse or declares nothing.
base::Result<Setup> ReadSetup(std::string code, const std::string& where);

/// The parts after which a test that does nothing ends well and prints nothing on all sides. A part that one side
/// cannot run (a class without a static method, a constructor that lets its executor throw) would take all tests with
/// it.
base::Result<Setup> RunnablePart(const Setup& setup, std::span<runtime::Executor* const> sides);

/// The values of the variables as generators see them: what they are, and which of `methods` (or of their own) they
/// have. `type_name` stands for the class of a receiver that has one of the methods.
base::Result<std::vector<generate::ScopeValue>> LookAtSetup(const Setup& setup, const std::string& type_name,
                                                            const std::vector<std::string>& methods,
                                                            runtime::Executor& executor);

/// The code of the parts that declare a variable the test names.
std::string SetupNeeded(const Setup& setup, const model::TestCase& test);

}  // namespace kingbird::diff
