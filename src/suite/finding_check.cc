#include "suite/finding_check.h"

#include <fmt/format.h>

#include "runtime/script.h"

namespace kingbird::suite {
FindingCheck::FindingCheck(env::Env& env, const load::LoadedTarget& loaded, base::TempFolder folder)
    : env_(env), loaded_(loaded), folder_(std::move(folder)) {}

base::Result<FindingCheck> FindingCheck::Make(env::Env& env, const load::LoadedTarget& loaded) {
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(env.files, "kingbird-findings"));
  FindingCheck check(env, loaded, std::move(folder));
  const target::Target& target = loaded.target;
  const auto real = env.files.Real(target.Home());
  check.root_ = real.ok() ? *real : target.Home();
  if (target.kind != target::Target::Kind::kPackage) return check;
  TRY(env.files.Link(target.root, check.folder_.path() / "node_modules" / target.name));
  return check;
}

base::Result<ScriptShown> FindingCheck::Run(const std::string& name, const std::string& script,
                                            std::chrono::milliseconds time) const {
  const base::Path file = folder_.path() / "findings" / name;
  TRY(env_.files.Write(file, script));
  runtime::ScriptConfig config;
  config.node = loaded_.host.node;
  // Of TypeScript the places are those of what its author wrote.
  if (!loaded_.target.origin.empty()) config.arguments.emplace_back("--enable-source-maps");
  config.arguments.push_back(file.string());
  config.sandbox = loaded_.host.sandbox;
  config.readable = load::ReadableFolders(loaded_.target, env_.files);
  config.readable.push_back(folder_.path());
  config.time_limit = time;
  config.deadline = &env_;
  ASSIGN_OR_RETURN(const runtime::ScriptResult run, runtime::RunScript(config));
  env_.log.Debug("finding {}: exit {} {}", name, run.exit_code, run.err);
  ScriptShown shown;
  shown.goes_on = run.timed_out;
  shown.cut = run.cut;
  shown.exit_code = run.exit_code;
  if (!run.timed_out) shown.error = oracle::ReadPrintedError(run.err);
  if (shown.error) shown.place = oracle::OwnFrame(shown.error->frames, root_);
  return shown;
}

}  // namespace kingbird::suite
