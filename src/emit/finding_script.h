// A finding as a program that shows it: the calls alone, as a user would write them, nothing around them but what the
// test needs. Runs with plain Node; what it is said to show is what it shows when nobody catches it.
#pragma once

#include <string>
#include <vector>

#include "emit/module_import.h"
#include "emit/test_writer.h"
#include "model/execution.h"
#include "model/finding.h"

namespace kingbird::emit {

struct FindingScript {
  std::string package;  ///< What it loads.
  std::string display;  ///< "jsonfile@6.1.0"
  std::string module_variable;
  bool es_module = false;
  std::vector<ModuleImport> modules = {};  ///< The target is all of these, and `package` is "".
  std::string setup = "";                  ///< Code that runs before the calls.
  std::string runner = "node";             ///< What runs the script.
};

/// `execution` is what the finding's test did; `thrower` the call that is to throw in the open, 0 for none. What other
/// calls threw or rejected is caught, as the test did. Where the test used its scratch folder the script makes one
/// below the system's temporary folder, and removes no other.
std::string WriteFindingScript(const model::Finding& finding, const model::Execution& execution, int thrower,
                               const FindingScript& config);

}  // namespace kingbird::emit
