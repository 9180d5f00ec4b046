#include <fmt/format.h>

#include <cstdio>

#include "base/text.h"
#include "cli/command.h"
#include "cli/print_report.h"
#include "cli/progress_printer.h"
#include "cli/session.h"
#include "explore/explore.h"
#include "explore/explored_text.h"
#include "explore/precondition_text.h"
#include "report/terminal.h"

namespace kingbird::cli {
namespace {

class ExploreCommand : public Command {
 public:
  std::string Name() const override { return "explore"; }
  std::string Summary() const override { return "Reach the branches of a file's functions by concolic execution"; }

  void Describe(CLI::App& app) override {
    app.add_option("target", target_, "A file, file#function, a folder, or name[@version] of an npm package")
        ->required();
    options_.AddTo(app,
                   {"strategy",     "inputs",        "solvers",       "explain",    "coercions", "callees", "levels",
                    "entries",      "suite",         "preconditions", "time-limit", "seed",      "jobs",    "memory",
                    "out",          "format",        "reporter",      "include",    "exclude",   "node",    "sandbox",
                    "virtual-time", "test-deadline", "log",           "color"});
    app.footer(
        "Examples:\n"
        "  kingbird explore parser.js                      every function of the file, exported or not\n"
        "  kingbird explore parser.js#readNumber           one of them\n"
        "  kingbird explore parser.js --strategy ta-dfs    as in the paper\n"
        "  kingbird explore parser.js --preconditions ts   when each function runs well, as types to paste\n"
        "\n"
        "Leaves in kingbird-out/: suite/, findings/, preconditions.json (see kingbird guard), report/index.html, "
        "results.sqlite, summary.json.\n"
        "Exit code 1: the engine raised an error (not a throw of the program) although everything the function used "
        "had\n"
        "the right type.");
  }

  base::Result<int> Run() override {
    ASSIGN_OR_RETURN(const auto session, Session::Start(options_, target_, Output::kFolder));
    const env::Config& config = session->config();
    ProgressPrinter line(config);
    const auto update = [&](const model::Progress& progress) { line.Update(progress); };
    auto explored = explore::RunExplore(session->env(), session->target(), update);
    line.Clear();
    if (!explored.ok()) return explored.error();
    TRY(session->Deliver(explored->report));
    TRY(session->env().output->Put("preconditions.json", base::PrettyJson(explored->preconditions)));
    if (!config.preconditions.empty()) {
      std::fputs(PreconditionsAs(config.preconditions, explored->preconditions).c_str(), stdout);
    } else if (config.reporter == env::Reporter::kText) {
      const model::RunReport& report = explored->report;
      std::string text = explore::ExploredText(*explored);
      for (const std::string& note : report.notes) text += fmt::format("note: {}\n", base::Printable(note));
      for (const model::Finding& finding : report.findings)
        text +=
            fmt::format("\n{}: {}\n  node {}\n", base::Printable(finding.function), base::Printable(finding.message),
                        base::Printable(base::ShellWord(config.out.string() + "/" + finding.repro)));
      std::fputs((text + report::WhereToLook(report, config.out.string())).c_str(), stdout);
    } else {
      PrintReport(explored->report, config);
    }
    if (session->env().interrupted) return kInterrupted;
    return explore::HasFindings(*explored) ? kFindings : kFine;
  }

 private:
  static std::string PreconditionsAs(const std::string& form, const base::Json& preconditions) {
    if (form == "json") return base::PrettyJson(preconditions);
    if (form == "jsdoc") return explore::PreconditionDocs(preconditions);
    return form == "ts" ? explore::PreconditionTypes(preconditions) : explore::PreconditionText(preconditions);
  }

  Options options_;
  std::string target_;
};

}  // namespace

std::unique_ptr<Command> MakeExploreCommand() { return std::make_unique<ExploreCommand>(); }

}  // namespace kingbird::cli
