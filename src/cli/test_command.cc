#include "cli/test_command.h"

#include "cli/options.h"
#include "cli/print_report.h"
#include "cli/progress_printer.h"
#include "cli/session.h"
#include "load/load_failure.h"

namespace kingbird::cli {
namespace {

class TestCommand : public Command {
 public:
  explicit TestCommand(TestEngine engine) : engine_(std::move(engine)) {}
  std::string Name() const override { return "test"; }
  std::string Summary() const override { return "Generate a test suite for a package, folder, file or class"; }

  void Describe(CLI::App& app) override {
    app.add_option("target", target_,
                   "name[@version] of an npm package, a folder, a file, file#Class or file#function");
    options_.AddTo(app, {"tests",         "time-limit",
                         "seed",          "jobs",
                         "memory",        "out",
                         "format",        "reporter",
                         "include",       "exclude",
                         "mine",          "mined-share",
                         "nesting",       "symbolic",
                         "threshold",     "node",
                         "sandbox",       "allow",
                         "all-findings",  "virtual-time",
                         "test-deadline", "log",
                         "color",         "method",
                         "namespace",     "sequence-length",
                         "stale",         "type-inference-delay",
                         "strings",       "numbers",
                         "only",          "skip",
                         "env",           "env-file",
                         "setup",         "entry"});
    app.footer(
        "Examples:\n"
        "  kingbird test jsonfile@6.1.0                    a package from npm, installed into a cache\n"
        "  kingbird test . --format jest                   the package in this folder, as a suite for Jest\n"
        "  kingbird test src/list.js#LinkedList            one class of one file\n"
        "  kingbird test src/card.js#Luhn --strings '[0-9]+a?'   with strings of one form\n"
        "  kingbird test q --time-limit 60s --seed 7       the same again tomorrow\n"
        "\n"
        "Leaves in kingbird-out/: suite/, findings/, report/index.html, results.sqlite, summary.json.");
  }

  base::Result<int> Run() override {
    if (target_.empty()) return base::UsageError("test needs a target", "for instance kingbird test jsonfile@6.1.0");
    ASSIGN_OR_RETURN(const auto session, Session::Start(options_, target_, Output::kFolder, Modules::kManyWithSetup));
    const env::Config& config = session->config();

    ProgressPrinter line(config);
    auto report =
        engine_(session->env(), session->target(), [&](const model::Progress& progress) { line.Update(progress); });
    line.Clear();
    if (!report.ok()) return load::ExplainLoadFailure(report.error(), session->target().display);
    TRY(session->Deliver(*report));
    PrintReport(*report, config);
    return TestExitCode(*report, config, session->env().interrupted);
  }

 private:
  TestEngine engine_;
  Options options_;
  std::string target_;
};

}  // namespace

int TestExitCode(const model::RunReport& report, const env::Config& config, bool interrupted) {
  if (interrupted) return kInterrupted;
  const bool missed = report.suite.statements.Percent() < config.threshold;
  return missed || !report.findings.empty() || report.kept == 0 ? kFindings : kFine;
}

std::unique_ptr<Command> MakeTestCommand(TestEngine engine) { return std::make_unique<TestCommand>(std::move(engine)); }

}  // namespace kingbird::cli
