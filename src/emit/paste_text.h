// A test as a few statements that a person can paste into a program.
#pragma once

#include <set>
#include <string>

#include "model/api.h"
#include "model/test_case.h"

namespace kingbird::emit {

/// What the code of a test calls the target.
struct PasteNames {
  std::string module_variable = "lib";  ///< The name of what the module itself is, where that is called.
  bool by_module = false;               ///< The first name of every path into the target is that of a module.
  /// Names of modules that are functions or classes themselves: their members are called on them.
  std::set<std::string> callable = {};
};

/// One line for each statement, without semicolons: "formatPrice(123456)", or "const result = new Cart()" and
/// "result.add('tea', 300)". Members of the target stand by themselves, as they do where they are imported by name.
std::string PasteText(const model::TestCase& test, const PasteNames& names);

/// The names for tests of an API.
PasteNames PasteNamesOf(const model::Api& api, const std::string& module_variable, bool by_module);

}  // namespace kingbird::emit
