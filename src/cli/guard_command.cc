#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/own_limits.h"
#include "base/text.h"
#include "cli/command.h"
#include "guard/guard_file.h"

namespace kingbird::cli {
namespace {

class GuardCommand : public Command {
 public:
  std::string Name() const override { return "guard"; }
  std::string Summary() const override { return "Run a program and mend arguments that would crash it"; }

  void Describe(CLI::App& app) override {
    app.add_option("preconditions", preconditions_, "What kingbird explore left: preconditions.json, one or more")
        ->required();
    app.add_flag("--dry-run", dry_run_, "Only tell the problems, change nothing");
    app.add_option("--report", reports_, "Also write the problems here: .json, .sarif or .txt; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.footer(
        "Examples:\n"
        "  kingbird guard preconditions.json -- node app.js\n"
        "  kingbird guard preconditions.json --dry-run --report problems.sarif -- npm start\n"
        "\n"
        "The exit code is the program's. Without Kingbird: KINGBIRD_GUARD=preconditions.json node --import ./guard.js "
        "app.js");
  }

  std::vector<std::string>* Program() override { return &program_; }

  base::Result<int> Run() override {
    if (program_.empty()) {
      return base::UsageError("guard needs a program", "for instance kingbird guard preconditions.json -- node app.js");
    }
    ASSIGN_OR_RETURN(const base::Path guard, guard::FindGuardFile(base::Disk()));
    Set("KINGBIRD_GUARD", PathList(preconditions_));
    Set("KINGBIRD_GUARD_REPORT", PathList(reports_));
    Set("KINGBIRD_GUARD_DRY_RUN", dry_run_ ? "1" : "0");
    unsetenv("KINGBIRD_GUARD_RUN");
    Set("NODE_OPTIONS", guard::WithGuard(guard, Variable("NODE_OPTIONS")));
    std::vector<char*> arguments;
    for (std::string& argument : program_) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    base::RestoreLimits();
    execvp(arguments[0], arguments.data());
    return base::NotFoundError("cannot run " + program_[0] + ": " + std::strerror(errno));
  }

 private:
  static std::string PathList(std::vector<std::string> paths) {
    for (std::string& path : paths) path = base::Disk().Absolute(path).string();
    return base::Join(paths, ":");
  }
  static void Set(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }
  static std::string Variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  }

  std::vector<std::string> preconditions_;
  std::vector<std::string> program_;
  std::vector<std::string> reports_;
  bool dry_run_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeGuardCommand() { return std::make_unique<GuardCommand>(); }

}  // namespace kingbird::cli
