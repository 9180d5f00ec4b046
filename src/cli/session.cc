#include "cli/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/disk_temp_folder.h"
#include "base/text.h"
#include "cli/environment.h"
#include "cli/interrupt.h"
#include "cli/program.h"
#include "env/wanted_sandbox.h"
#include "load/adapt.h"
#include "load/own_files.h"
#include "report/write_reports.h"
#include "runtime/helper.h"
#include "runtime/node.h"
#include "runtime/sandbox.h"
#include "target/module_pairs.h"
#include "target/project.h"

namespace kingbird::cli {
namespace {

constexpr size_t kNamedOthers = 12;

// What a published package tests itself with is nothing to its users.
model::SuiteFormat FormatFor(const base::FileSystem& files, const target::Target& target) {
  if (target.kind == target::Target::Kind::kPackage) return model::SuiteFormat::kNode;
  return target::LookAtProject(files, target.Home()).runner;
}

}  // namespace

base::Result<std::unique_ptr<Session>> Session::Start(const Options& options, const std::string& target_text,
                                                      Output output, Modules modules) {
  base::FileSystem& files = base::Disk();
  ASSIGN_OR_RETURN(env::Config config, options.Resolve(files));
  // From here on a folder of results, or a temporary folder, that holds very much costs time that is watched.
  LimitMemory(config);
  WatchTime(config, CatchInterrupts());
  base::SweepPrivatePlace();
  config.target = target_text;
  ASSIGN_OR_RETURN(const base::Path cache, target::CacheFolder(files));
  std::unique_ptr<base::OutputFolder> taken;
  if (output == Output::kFolder) {
    ASSIGN_OR_RETURN(taken, base::OutputFolder::Take(files, config.out, cache / "journals"));
  }
  TRY(ReadEnvironment(files, config));
  if (modules == Modules::kManyWithSetup) TRY(ReadSetup(files, config));
  ASSIGN_OR_RETURN(const runtime::Node node, runtime::FindNode(config.node));
  config.node = node.path;

  std::unique_ptr<Session> session(new Session(std::move(config)));
  session->node_version_ = node.version;
  // The clock of the time limit starts here: installing a package is part of the run.
  session->env_ = std::make_unique<env::Env>(session->config_, session->log_, session->stats_, files, session->clock_,
                                             CatchInterrupts());
  session->output_ = std::move(taken);
  session->cache_ = cache;
  if (session->output_ != nullptr) {
    session->last_words_.emplace([run = session.get(), command = options.command()](const std::string& reason) {
      run->WriteShortSummary(command, reason);
    });
  }
  session->many_ = modules != Modules::kOne;
  session->env_->output = session->output_.get();
  if (!target_text.empty()) {
    ASSIGN_OR_RETURN(session->target_, session->Find(target_text));
    if (!session->config_.format) session->config_.format = FormatFor(files, session->target_);
  }
  return session;
}

base::Status Session::Deliver(model::RunReport& report) {
  const std::vector<std::string>& others = output_->others();
  if (!others.empty()) {
    const std::vector<std::string> first(others.begin(), others.begin() + std::min(kNamedOthers, others.size()));
    report.notes.push_back(fmt::format("{} holds what Kingbird did not write so, which stays as it is: {}{}",
                                       config_.out.string(), base::Join(first, ", "),
                                       first.size() < others.size() ? ", …" : ""));
  }
  if (const size_t skipped = env_->package.skipped(); skipped > 0) {
    report.notes.push_back(
        fmt::format("{} of the target's files {} not read: links that lead out of it, what is no "
                    "regular file, or more than 32 MiB",
                    skipped, skipped == 1 ? "was" : "were"));
  }
  if (report.sandbox != model::SandboxKind::kNone) {
    if (std::string note = runtime::Shortcomings(report.sandbox); !note.empty())
      report.notes.push_back(std::move(note));
  }
  // The processes of the run are gone by now, and each was waited for by the one above it.
  report.cpu_s = env::CpuSeconds();
  return report::WriteReports(report, *output_);
}

// The results of an earlier run stay where they are: only the summary says that this one left none.
void Session::WriteShortSummary(const std::string& command, const std::string& reason) {
  const base::Json summary = {{"kingbird", kVersion},
                              {"command", command},
                              {"target", config_.target},
                              {"node", config_.node.string()},
                              {"seed", config_.seed},
                              {"cut_short", reason},
                              {"time", {{"wall_s", static_cast<double>(env_->Elapsed().count()) / 1000}}}};
  (void)output_->PutLast("summary.json", base::PrettyJson(summary));
}

target::Surroundings Session::Around() {
  target::Surroundings surroundings{env_->files, log_, config_.folder, cache_};
  surroundings.run = runtime::HelperRunner(env::WantedSandbox(config_));
  surroundings.entry = config_.entry;
  surroundings.deadline = env_.get();
  surroundings.many = many_;
  return surroundings;
}

base::Result<target::Target> Session::Find(const std::string& text) {
  const env::Env::Loading loading_now(*env_);
  return Compiled(target::Resolve(text, Around()), text);
}

base::Result<target::Target> Session::Compiled(base::Result<target::Target> found, const std::string& text) {
  if (found.ok()) {
    load::FindOwnFiles(*found, env_->files);
    auto adapted = load::AdaptToProject(*found, Around(), {config_.node, node_version_});
    found = adapted.ok() ? base::Result<target::Target>(adapted->target) : adapted.error();
    if (adapted.ok() && adapted->folder) compiled_.push_back(std::move(*adapted->folder));
  }
  if (!found.ok() && env_->interrupted) return base::Error{base::ErrorCode::kInterrupted, "interrupted", ""};
  if (!found.ok() && env_->TimeLeft().count() == 0)
    return base::EnvironmentError(fmt::format("the time limit was over before {} was installed", text));
  return found;
}

base::Result<Session::Sides> Session::FindSides(const std::string& before_text, const std::string& after_text) {
  const env::Env::Loading loading_now(*env_);
  target::Surroundings around = Around();
  auto after = target::Resolve(after_text, around);
  if (!after.ok()) return after.error();
  const bool revision = before_text.starts_with("git:");
  if (revision && after->kind != target::Target::Kind::kPackage) around.counterpart_of = &*after;
  auto before = target::Resolve(before_text, around);
  if (!before.ok()) return before.error();
  // What a build made of the working tree says nothing of its sources: both sides load what the revision has.
  if (revision && !before->entry.empty() && !after->entry.empty() && before->entry != after->entry &&
      env_->files.IsFile(after->root / before->entry)) {
    around.entry = before->entry;
    ASSIGN_OR_RETURN(*after, target::Resolve(after_text, around));
  }
  target::PairModules(*before, *after);
  Sides sides;
  ASSIGN_OR_RETURN(sides.before, Compiled(std::move(before), before_text));
  ASSIGN_OR_RETURN(sides.after, Compiled(std::move(after), after_text));
  return sides;
}

}  // namespace kingbird::cli
