#include <fmt/format.h>

#include "base/held_folder.h"
#include "cli/command.h"
#include "target/project.h"

namespace kingbird::cli {
namespace {

constexpr char kFile[] = "kingbird.config.json";

class InitCommand : public Command {
 public:
  std::string Name() const override { return "init"; }
  std::string Summary() const override { return "Write the configuration Kingbird would use here, with comments"; }

  void Describe(CLI::App& app) override {
    app.footer(
        "Looks which runner the project uses and writes kingbird.config.json. Nothing is overwritten. kingbird test . "
        "then\n"
        "needs no flags.");
  }

  base::Result<int> Run() override {
    base::FileSystem& files = base::Disk();
    ASSIGN_OR_RETURN(const base::Path folder, files.CurrentFolder());
    ASSIGN_OR_RETURN(const auto held, files.Hold(folder));
    if (held->Look(kFile).kind != base::FileSystem::Kind::kNothing)
      return base::UsageError(fmt::format("{} exists already", kFile), "remove it first, or edit it");
    const target::Project project = target::LookAtProject(files, folder);
    TRY(held->WriteNew(kFile, TextFor(project)));
    fmt::print("{}: suites for {} in kingbird-out/suite\n", kFile, RunnerName(project));
    // The others find *.test.* wherever it is.
    if (project.runner == model::SuiteFormat::kMocha)
      fmt::print("Mocha looks only where it is told: add kingbird-out/suite/*.test.* to its spec\n");
    fmt::print("Next: kingbird test .\n");
    return kFine;
  }

 private:
  static std::string_view RunnerName(const target::Project& project) {
    return project.runner == model::SuiteFormat::kNode ? "node:test" : ToString(project.runner);
  }

  static std::string TextFor(const target::Project& project) {
    const std::string why = project.evidence.empty() ? "no other runner was found" : project.evidence;
    return fmt::format(R"({{
  // The runner suites are written for: node, mocha, jest or vitest ({}).
  "format": "{}",
  // Where suite, findings and report go. Files of yours in it stay.
  "out": "kingbird-out",
  // The same seed gives the same suite.
  "seed": 1,
  // Of the whole run, writing included.
  "timeLimit": "60s"
  // More: "only", "skip", "include", "exclude", "threshold"; kingbird test --help lists all.
}}
)",
                       why, ToString(project.runner));
  }
};

}  // namespace

std::unique_ptr<Command> MakeInitCommand() { return std::make_unique<InitCommand>(); }

}  // namespace kingbird::cli
