#include "cli/command.h"
#include "cli/print_report.h"
#include "cli/progress_printer.h"
#include "cli/session.h"
#include "diff/diff.h"

namespace kingbird::cli {
namespace {

class DiffCommand : public Command {
 public:
  std::string Name() const override { return "diff"; }
  std::string Summary() const override { return "Find behavioural differences of two versions or implementations"; }

  void Describe(CLI::App& app) override {
    app.add_option("targets", targets_,
                   "Before and after: name[@version] of an npm package, a folder, a file, file#function, file#Class or "
                   "git:REVISION")
        ->expected(0, 2);
    options_.AddTo(app, {"tests",        "time-limit",    "seed",        "repeats", "callbacks", "setup",    "native",
                         "impl",         "adapter",       "jobs",        "memory",  "out",       "reporter", "include",
                         "exclude",      "mine",          "mined-share", "nesting", "symbolic",  "node",     "sandbox",
                         "virtual-time", "test-deadline", "log",         "color",   "entry"});
    app.footer(
        "Examples:\n"
        "  kingbird diff jsonfile@5.0.0 jsonfile@6.0.0     two published versions\n"
        "  kingbird diff git:HEAD .                        what is not committed yet\n"
        "  kingbird diff git:v1.2.0 src/money.js           one file, as it was and as it is\n"
        "  kingbird diff                                   what npm has of this package and the working tree\n"
        "  kingbird diff --native Array.prototype.map --impl polyfill.js\n"
        "  kingbird diff --native Promise.prototype.then --impl q --adapter 'Q => Q.Promise'\n"
        "\n"
        "Leaves in kingbird-out/: findings/ (one script per difference, for plain Node), report/index.html,\n"
        "results.sqlite, summary.json. Exit code 1: there are differences.");
  }

  base::Result<int> Run() override {
    ASSIGN_OR_RETURN(const env::Config wanted, options_.Resolve(base::Disk()));
    const bool native = !wanted.natives.empty() || !wanted.implementations.empty();
    TRY(CheckRequest(wanted, native));
    ASSIGN_OR_RETURN(const auto session, Session::Start(options_, native ? wanted.implementations[0] : "",
                                                        Output::kFolder, native ? Modules::kOne : Modules::kMany));
    Session::Sides sides;
    if (!native) {
      ASSIGN_OR_RETURN(sides, FindSides(*session));
    }
    const env::Config& config = session->config();
    ProgressPrinter line(config);
    const auto update = [&](const model::Progress& progress) { line.Update(progress); };
    auto report = native ? diff::RunNativeDiff(session->env(), session->target(), update)
                         : diff::RunDiff(session->env(), sides.before, sides.after, update);
    line.Clear();
    if (!report.ok()) return report.error();
    TRY(session->Deliver(*report));
    PrintReport(*report, config);
    if (session->env().interrupted) return kInterrupted;
    return report->diff.differences.empty() ? kFine : kFindings;
  }

 private:
  base::Status CheckRequest(const env::Config& wanted, bool native) const {
    if (!native && !wanted.adapter.empty()) return base::UsageError("--adapter goes with --native and --impl");
    if (native && (wanted.natives.empty() || wanted.implementations.empty())) {
      return base::UsageError("--native and --impl go together",
                              "for instance kingbird diff --native Array.prototype.map --impl polyfill.js");
    }
    if (wanted.implementations.size() > 1) return base::UsageError("diff compares one --impl at a time");
    if (native && !targets_.empty()) return base::UsageError("with --native and --impl there are no other targets");
    if (targets_.size() == 1 && !targets_[0].starts_with("git:")) {
      return base::UsageError("diff needs two targets, or none", "for instance kingbird diff git:HEAD~1 .");
    }
    return {};
  }

  // Without targets, in the folder of a package: what was published last against what is here. With a revision alone:
  // the revision against what is here.
  base::Result<Session::Sides> FindSides(Session& session) const {
    if (targets_.size() == 2) return session.FindSides(targets_[0], targets_[1]);
    if (targets_.size() == 1) return session.FindSides(targets_[0], ".");
    ASSIGN_OR_RETURN(const target::Target here, session.Find("."));
    return session.FindSides(here.name + "@latest", ".");
  }

  Options options_;
  std::vector<std::string> targets_;
};

}  // namespace

std::unique_ptr<Command> MakeDiffCommand() { return std::make_unique<DiffCommand>(); }

}  // namespace kingbird::cli
