#include "campaign/diff.h"
#include "cli/command.h"
#include "cli/print_report.h"
#include "cli/progress_printer.h"
#include "cli/session.h"
#include "report/write_reports.h"

namespace kingbird::cli {
namespace {

class DiffCommand : public Command {
 public:
  std::string Name() const override { return "diff"; }
  std::string Summary() const override { return "Find behavioural differences of two versions or implementations"; }

  void Describe(CLI::App& app) override {
    app.add_option("targets", targets_,
                   "Before and after: name[@version] of an npm package, a folder, a file or git:REVISION")
        ->expected(0, 2);
    options_.AddTo(app, {"tests", "time-limit", "seed", "repeats", "jobs", "out", "reporter", "include", "exclude",
                         "mine", "mined-share", "nesting", "node", "sandbox", "virtual-time", "test-deadline", "log",
                         "color"});
    app.footer(
        "Examples:\n"
        "  kingbird diff jsonfile@5.0.0 jsonfile@6.0.0     two published versions\n"
        "  kingbird diff git:v1.2.0 .                      a revision and the working tree\n"
        "\n"
        "Leaves in kingbird-out/: findings/ (one script per difference, for plain Node), report/index.html,\n"
        "results.sqlite, summary.json. Exit code 1: there are differences.");
  }

  base::Result<int> Run() override {
    if (targets_.size() != 2) {
      return base::UsageError("diff needs two targets", "for instance kingbird diff jsonfile@5.0.0 jsonfile@6.0.0");
    }
    ASSIGN_OR_RETURN(const auto session, Session::Start(options_, targets_[1], Output::kFolder));
    ASSIGN_OR_RETURN(const target::Target before, session->Find(targets_[0]));
    const campaign::Config& config = session->config();
    ProgressPrinter line(config);
    const auto report = campaign::RunDiff(session->env(), before, session->target(),
                                          [&](const model::Progress& progress) { line.Update(progress); });
    line.Clear();
    if (!report.ok()) return report.error();
    TRY(report::WriteReports(*report, config.out, session->files()));
    PrintReport(*report, config);
    if (session->env().interrupted) return kInterrupted;
    return report->diff.differences.empty() ? kFine : kFindings;
  }

 private:
  Options options_;
  std::vector<std::string> targets_;
};

}  // namespace

std::unique_ptr<Command> MakeDiffCommand() { return std::make_unique<DiffCommand>(); }

}  // namespace kingbird::cli
