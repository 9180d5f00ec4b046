// Confirmed differences → scripts on disk and rows of the report.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "diff/differences.h"
#include "diff/setup_code.h"
#include "diff/shared_api.h"
#include "emit/diff_script.h"
#include "emit/module_import.h"
#include "emit/paste_text.h"
#include "env/env.h"
#include "load/loaded_target.h"
#include "model/report_data.h"

namespace kingbird::diff {

/// How scripts load a side, and what must be linked beside them so that they run where they are.
struct ScriptLink {
  emit::ScriptSide side;
  std::vector<emit::ModuleImport> modules = {};  ///< Of a target of several modules; `side.load` is "" then.
  bool typescript = false;
  base::Path target;  ///< Folder to link; "" for none.
  std::string alias;  ///< As node_modules/<alias>.
};
/// `role` is "before" or "after": part of the alias where there is no version.
ScriptLink LinkOf(const load::LoadedTarget& loaded, const std::string& role, const base::Path& folder);

struct DiffOutput {
  ScriptLink before;
  ScriptLink after;
  std::string module_variable = "lib";
  emit::PasteNames names = {};  ///< For Finding::call.
  Setup setup;                  ///< Empty code: none.
  bool versions = true;         ///< Of one program; false: a built-in and a replacement.
  bool published = false;       ///< Both sides are published packages.
  oracle::Likeness likeness;
};

/// Fills report.diff (and report.findings, which every reporter shows) and writes findings/.
base::Status DescribeDifferences(env::Env& env, const DiffOutput& output, const ApiChange& change,
                                 const Confirmed& confirmed, model::RunReport& report);

/// breaking: something that worked is gone or works differently; minor: something was added; unchanged: no source line
/// changed; unknown: nothing was found, but changed lines did not run or modules did not load; patch: nothing a caller
/// relies on changed, and the changed lines ran. Fills release and reasons. `published`: the sides are published
/// packages, whose other builds (ES modules beside CommonJS, sources beside a bundle) nothing loads: their lines count
/// only where no other changed line ran.
void JudgeRelease(model::DiffReport& diff, bool published = false);

}  // namespace kingbird::diff
