#include <cstdio>

#include "base/text.h"
#include "cli/command.h"
#include "cli/print_report.h"
#include "cli/progress_printer.h"
#include "cli/session.h"
#include "conform/conform.h"

namespace kingbird::cli {
namespace {

class ConformCommand : public Command {
 public:
  std::string Name() const override { return "conform"; }
  std::string Summary() const override { return "Let several engines vote on what built-ins of the language do"; }

  void Describe(CLI::App& app) override {
    app.add_option("built-in", names_, "Functions of the language: Array.prototype.fill, Math.max, parseInt")
        ->required();
    options_.AddTo(app,
                   {"impl", "voters", "engine", "cases", "test262", "tests", "inputs", "strategy", "time-limit", "seed",
                    "jobs", "memory", "out", "reporter", "node", "sandbox", "test-deadline", "log", "color"});
    app.footer(
        "Examples:\n"
        "  kingbird conform Array.prototype.fill Math.max          the engines among themselves\n"
        "  kingbird conform String.prototype.includes --impl mdn-polyfills@5.17.1 --impl core-js\n"
        "  kingbird conform Array.prototype.at --impl mine=./at.js\n"
        "  kingbird doctor --install-engines                       get engines first\n"
        "\n"
        "Leaves in kingbird-out/: test262/ (tests with what the majority did), findings/ (a script per bug),\n"
        "report/index.html, results.sqlite, summary.json. Exit code 1: somebody has a bug.");
  }

  base::Result<int> Run() override {
    ASSIGN_OR_RETURN(const auto session, Session::Start(options_, "", Output::kFolder));
    const env::Config& config = session->config();
    ProgressPrinter line(config);
    const auto update = [&](const model::Progress& progress) { line.Update(progress); };
    auto conformance = conform::RunConform(session->env(), names_, update);
    line.Clear();
    if (!conformance.ok()) return conformance.error();
    TRY(session->Deliver(conformance->report));
    if (config.reporter == env::Reporter::kText) {
      std::fputs(conform::ConformText(*conformance).c_str(), stdout);
    } else {
      PrintReport(conformance->report, config);
    }
    if (session->env().interrupted) return kInterrupted;
    return conformance->bugs.empty() ? kFine : kFindings;
  }

 private:
  Options options_;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<Command> MakeConformCommand() { return std::make_unique<ConformCommand>(); }

}  // namespace kingbird::cli
