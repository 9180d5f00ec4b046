// Setup code (paper 000, definition 3.1): statements whose variables are receivers and arguments of generated calls.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "generate/scope.h"
#include "model/test_case.h"
#include "runtime/executor.h"

namespace kingbird::campaign {

struct Setup {
  std::string code;
  std::vector<std::string> names;  ///< Variables it declares at its top level.
};

/// kUsage when the code does not parse or declares nothing.
base::Result<Setup> ReadSetup(std::string code, const std::string& where);

/// For methods of a built-in class ("Array", "String", "Promise", "Map", "Set", "Iterator" …): receivers of that class
/// and their likes. `rich`: odd ones too (sparse arrays and the like).
Setup BuiltInSetup(const std::string& class_name, bool rich);

/// The values of the variables as generators see them: what they are, and which of `methods` (or of their own) they
/// have. `type_name` stands for the class of a receiver that has one of the methods.
base::Result<std::vector<generate::ScopeValue>> LookAtSetup(const Setup& setup, const std::string& type_name,
                                                            const std::vector<std::string>& methods,
                                                            runtime::Executor& executor);

/// The lines of the code that the test needs: those that declare a variable it names, or no variable; all where a
/// declaration spans lines.
std::string SetupNeeded(const Setup& setup, const model::TestCase& test);

}  // namespace kingbird::campaign
