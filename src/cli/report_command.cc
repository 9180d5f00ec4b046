#include <fmt/format.h>

#include "base/file_system.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/print_report.h"
#include "cli/watchdog.h"
#include "report/write_reports.h"
#include "store/run_store.h"
#include "target/target.h"

namespace kingbird::cli {
namespace {

class ReportCommand : public Command {
 public:
  std::string Name() const override { return "report"; }
  std::string Summary() const override { return "Show the latest run again, with any reporter"; }

  void Describe(CLI::App& app) override {
    options_.AddTo(app, {"out", "reporter", "memory", "color"});
    app.footer(
        "Reads results.sqlite of the output folder, writes summary.json and report/index.html anew. For runs of test "
        "and diff.\n"
        "\n"
        "Examples:\n"
        "  kingbird report --reporter junit > junit.xml\n"
        "  kingbird report --out old-run --reporter sarif > kingbird.sarif");
  }

  base::Result<int> Run() override {
    base::FileSystem& files = base::Disk();
    ASSIGN_OR_RETURN(const env::Config config, options_.Resolve(files));
    LimitMemory(config);
    const base::Path results = config.out / "results.sqlite";
    if (files.Look(results).kind == base::FileSystem::Kind::kNothing)
      return base::NotFoundError(fmt::format("{} does not exist", results.string()), "run kingbird test first");
    ASSIGN_OR_RETURN(const base::Path cache, target::CacheFolder(files));
    ASSIGN_OR_RETURN(const auto out, base::OutputFolder::Take(files, config.out, cache / "journals"));
    ASSIGN_OR_RETURN(const std::string content, out->Read("results.sqlite", store::Database::kMostFileBytes));
    ASSIGN_OR_RETURN(const auto database, store::Database::Open(content, results.string()));
    ASSIGN_OR_RETURN(const model::RunReport report, store::LoadRun(*database));
    if (report.kind == model::RunKind::kExplore || report.kind == model::RunKind::kConform)
      return base::UsageError(
          fmt::format("{} holds only a part of what {} found", results.string(), ToString(report.kind)),
          "see report/index.html and summary.json beside it");
    TRY(report::WritePages(report, *out));
    PrintReport(report, config);
    return kFine;
  }

 private:
  Options options_;
};

}  // namespace

std::unique_ptr<Command> MakeReportCommand() { return std::make_unique<ReportCommand>(); }

}  // namespace kingbird::cli
