// A difference as a program of its own: plain Node, the two sides loaded by name, both behaviours printed.
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"
#include "model/scratch_tree.h"

namespace kingbird::emit {

/// One of the two sides as the script loads it.
struct ScriptSide {
  std::string label;    ///< "jsonfile@6.1.0".
  std::string load;     ///< An expression whose value, awaited, is the module: "require('jsonfile-6.1.0')".
  std::string install;  ///< What to install so that `load` works elsewhere: "jsonfile-6.1.0@npm:jsonfile@6.1.0"; or "".
};

struct DiffScriptConfig {
  ScriptSide before;
  ScriptSide after;
  std::string module_variable = "lib";
  std::string setup;            ///< Setup code the test refers to, or "".
  std::string runner = "node";  ///< What runs the script: "npx tsx" where a side is TypeScript.
};

/// Runs each side in a process and a folder of its own, prints what it does, and says whether that differs. Exit code
/// 0: the sides differ, 1: they do not, 2: a side cannot be loaded. `shown` is the call whose receiver and arguments
/// are printed after the call, -1 for none.
std::string WriteDiffScript(const model::Finding& finding, int shown, const DiffScriptConfig& config);

/// The calls of a test as statements that print what they do: what stands in the script's behave().
std::vector<std::string> ReplayLines(const model::TestCase& test, const std::string& module_variable, int shown);

/// Entries of the scratch tree that the test can meet: all where it names a folder or a pattern, none where it names
/// nothing.
std::vector<model::ScratchEntry> ScratchNeeded(const model::TestCase& test);

}  // namespace kingbird::emit
