// One comparison of two loaded sides, whatever they are: generate on one, run on both, repeat, minimise, report.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "diff/changed_code.h"
#include "diff/diff_report.h"
#include "diff/shared_api.h"
#include "env/env.h"
#include "env/phases.h"
#include "generate/callback/writes.h"
#include "generate/tree_grower.h"
#include "generate/value_pool.h"
#include "load/loaded_target.h"
#include "model/nesting_example.h"
#include "model/report_data.h"

namespace kingbird::diff {

/// What a comparison needs to know of its two sides.
struct Comparison {
  load::LoadedTarget& before;
  load::LoadedTarget& after;
  load::PrepareOptions before_options;
  load::PrepareOptions after_options;
  model::Api api;
  generate::ValuePool pool;
  std::vector<model::NestingExample> examples;
  generate::GrowerConfig growth;
  ApiChange change;
  DiffOutput output;
  std::vector<base::Path> corpus;              ///< Where callbacks are mined.
  generate::WritingCallbacks::Reads reads;     ///< Of functions that cannot be traced.
  bool flips = false;                          ///< The second side can be loaded for concolic execution as it is.
  bool has_sources = false;                    ///< The sides are versions of one program, whose sources were compared.
  ChangedCode changed = {};                    ///< With has_sources.
  std::set<std::string> changed_modules = {};  ///< Of a target of several modules: names of those whose file changed.
  std::vector<model::UnloadedModule> unloaded = {};
};

/// How a side of a comparison is loaded.
load::PrepareOptions OptionsOf(const env::Env& env);

/// Where callbacks are mined: the target's own files, what is installed around it, and what the user points at.
std::vector<base::Path> CorpusOf(const env::Env& env, const target::Target& target);

/// The user's setup code, else the built-in one for receivers of `class_name` as far as both sides can run it. Empty
/// for versions of a program without --setup.
base::Result<Setup> SetupFor(const env::Env& env, const std::string& class_name, load::LoadedTarget& before,
                             load::LoadedTarget& after);

/// Writes findings/ and returns what there is to report.
base::Result<model::RunReport> RunComparison(env::Env& env, Comparison comparison, env::Phases& phases);

}  // namespace kingbird::diff
