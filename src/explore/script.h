// Programs that declare their inputs with require('S$') or require('kingbird'): run whole, once for every input.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "env/env.h"
#include "explore/explore.h"
#include "explore/functions.h"
#include "load/loaded_target.h"
#include "suite/findings.h"

namespace kingbird::explore {

/// Whether the target is such a program.
bool DeclaresInputs(const env::Env& env, const target::Target& target);

/// Source of what is loaded in its place: it loads the program when it is called.
std::string ScriptLoader(const std::string& require_text);

/// The program as the one thing to explore.
std::vector<ExplorableFunction> ScriptOf(const load::LoadedTarget& loaded);

/// Writes findings/: for each error a script that runs the program on the input that reaches it.
base::Result<suite::Findings> WriteScriptFindings(env::Env& env, const load::LoadedTarget& loaded,
                                                  const ExploredFunction& explored);

}  // namespace kingbird::explore
