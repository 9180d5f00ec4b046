#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file_system.h"
#include "campaign/doctor.h"
#include "cli/command.h"
#include "cli/options.h"
#include "conform/conform.h"

namespace kingbird::cli {
namespace {

using campaign::Diagnosis;

class DoctorCommand : public Command {
 public:
  std::string Name() const override { return "doctor"; }
  std::string Summary() const override { return "Check what Kingbird needs from this machine"; }

  void Describe(CLI::App& app) override {
    options_.AddTo(app, {"node", "sandbox", "engine", "color"});
    app.add_flag("--engines", list_, "List the JavaScript engines that can vote in kingbird conform");
    install_option_ = app.add_option("--install-engines", names_,
                                     "Get these engines, or all usual ones, from npm and Debian into the cache")
                          ->expected(0, -1);
    app.footer(
        "One line per need: ok, what is missing (some jobs work less well), or what fails (exit code 3), and what to "
        "do\n"
        "about it.");
  }

  base::Result<int> Run() override {
    base::FileSystem& files = base::Disk();
    ASSIGN_OR_RETURN(const env::Config config, options_.Resolve(files));
    if (list_ || install_option_->count() > 0) return Engines(config);
    bool fatal = false;
    for (const Diagnosis& diagnosis : campaign::Diagnose(config, files)) {
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

  // A row per profile: votes, judged, or why it is not there. Fine when enough of them vote.
  base::Result<int> Engines(const env::Config& config) {
    ASSIGN_OR_RETURN(const conform::EnginePlaces places, conform::PlacesOf(config, base::Disk()));
    base::FileSystem& files = base::Disk();
    if (install_option_->count() > 0) TRY(Install(config, places, files));
    ASSIGN_OR_RETURN(const auto all, conform::LookForEngines(config.engines, places, files));
    std::set<std::string> voting;
    for (const conform::EngineStatus& one : all) {
      const conform::EngineProfile& profile = one.profile;
      if (!one.engine.ok()) {
        Print({profile.name, Diagnosis::Grade::kMissing, one.engine.error().message, one.engine.error().context},
              config.color);
        continue;
      }
      const bool votes = profile.votes && voting.insert(profile.engine).second;
      const std::string_view role = votes ? "votes" : profile.votes ? "same engine as another" : "observes";
      Print({profile.name, Diagnosis::Grade::kGood, fmt::format("{} {}, {}", profile.engine, one.engine->version, role),
             ""},
            config.color);
    }
    fmt::print("{} engines vote.\n", voting.size());
    return voting.size() < kFewestVoters ? kEnvironment : kFine;
  }

  base::Status Install(const env::Config& config, const conform::EnginePlaces& places, base::FileSystem& files) {
    ASSIGN_OR_RETURN(const auto all, conform::LookForEngines(config.engines, places, files));
    base::Log log(base::LogLevel::kInfo);
    // Without names the parser gives an empty one.
    std::erase(names_, "");
    for (const std::string& name : names_) {
      const auto has = [&](const conform::EngineStatus& one) { return one.profile.name == name; };
      if (std::none_of(all.begin(), all.end(), has)) {
        return base::UsageError(fmt::format("there is no engine '{}'", name), "kingbird doctor --engines lists them");
      }
    }
    for (const conform::EngineStatus& one : all) {
      const bool named = std::find(names_.begin(), names_.end(), one.profile.name) != names_.end();
      if (one.engine.ok() || (names_.empty() ? one.profile.optional : !named)) continue;
      const base::Status status = conform::InstallEngine(one.profile, places, files, log);
      if (!status.ok()) log.Warning("{}: {}", one.profile.name, status.error().ToString());
    }
    return {};
  }

  static constexpr size_t kFewestVoters = 3;

  Options options_;
  bool list_ = false;
  std::vector<std::string> names_;
  CLI::Option* install_option_ = nullptr;
};

}  // namespace

std::unique_ptr<Command> MakeDoctorCommand() { return std::make_unique<DoctorCommand>(); }

}  // namespace kingbird::cli
