#include <fmt/format.h>

#include "base/file_system.h"
#include "campaign/doctor.h"
#include "cli/command.h"
#include "cli/options.h"

namespace kingbird::cli {
namespace {

using campaign::Diagnosis;

class DoctorCommand : public Command {
 public:
  std::string Name() const override { return "doctor"; }
  std::string Summary() const override { return "Check what Kingbird needs from this machine"; }

  void Describe(CLI::App& app) override {
    options_.AddTo(app, {"node", "sandbox", "color"});
    app.footer(
        "One line per need: ok, what is missing (some jobs work less well), or what fails (exit code 3), and what to "
        "do\n"
        "about it.");
  }

  base::Result<int> Run() override {
    const base::DiskFileSystem files;
    ASSIGN_OR_RETURN(const env::Config config, options_.Resolve(files, std::filesystem::current_path()));
    bool fatal = false;
    for (const Diagnosis& diagnosis : campaign::Diagnose(config)) {
      Print(diagnosis, config.color);
      fatal |= diagnosis.grade == Diagnosis::Grade::kFatal;
    }
    fmt::print("{}\n", fatal ? "kingbird test cannot run on this machine yet." : "Ready: try kingbird test <package>.");
    return fatal ? kEnvironment : kFine;
  }

 private:
  static void Print(const Diagnosis& diagnosis, bool color) {
    const auto mark = [&](const char* word, const char* code) {
      return color ? fmt::format("\x1b[{}m{:<7}\x1b[0m", code, word) : fmt::format("{:<7}", word);
    };
    const std::string grade = diagnosis.grade == Diagnosis::Grade::kGood      ? mark("ok", "32")
                              : diagnosis.grade == Diagnosis::Grade::kMissing ? mark("missing", "33")
                                                                              : mark("fails", "31");
    const std::string advice = diagnosis.advice.empty() ? "" : " (" + diagnosis.advice + ")";
    fmt::print("{}  {:<8} {}{}\n", grade, diagnosis.need, diagnosis.found, advice);
  }

  Options options_;
};

}  // namespace

std::unique_ptr<Command> MakeDoctorCommand() { return std::make_unique<DoctorCommand>(); }

}  // namespace kingbird::cli
