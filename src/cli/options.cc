// Flags are collected as text first and applied after the config file, so that they win; list flags replace the file's
// list.
#include "cli/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <random>
#include <thread>

#include "cli/settings.h"

namespace kingbird::cli {

using base::Status;
using env::Config;

void Options::AddTo(CLI::App& app, const std::vector<std::string>& names) {
  command_ = app.get_name();
  names_ = names;
  for (const std::string& name : names) {
    const Setting& setting = FindSetting(name);
    if (setting.kind == Setting::Kind::kSwitch) {
      const auto set = [values = &given_[name]](int64_t) { *values = {"on"}; };
      app.add_flag_function(setting.Flag(), set, setting.help)->group("Flags");
      continue;
    }
    CLI::Option* option = app.add_option(setting.Flag(), given_[name], setting.help);
    option->type_name(setting.value_name)->group("Flags")->allow_extra_args(false);
    option->multi_option_policy(setting.kind == Setting::Kind::kList ? CLI::MultiOptionPolicy::TakeAll
                                                                     : CLI::MultiOptionPolicy::TakeLast);
  }
  app.add_option("--config", config_file_,
                 "A JSON file with settings (default kingbird.config.json, else package.json)")
      ->type_name("FILE")
      ->group("Flags");
}

namespace {

// Comments become blanks, so that places in messages stay true.
std::string WithoutComments(std::string text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text.compare(i, 2, "//") == 0) {
      for (; i < text.size() && text[i] != '\n'; ++i) text[i] = ' ';
    }
  }
  return text;
}

// Of a file with settings, which may be the target's.
constexpr uint64_t kMostConfigBytes = uint64_t{4} << 20;

bool IsTooLarge(const base::FileSystem& files, const base::Path& path) {
  const auto real = files.Real(path);
  return real.ok() && files.Look(*real).size > kMostConfigBytes;
}

Status ApplyFile(const base::FileSystem& files, const base::Path& path, const ConfigSource& source, Config& config) {
  if (IsTooLarge(files, path)) return base::UsageError(fmt::format("{} is larger than 4 MiB", source.name));
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  ASSIGN_OR_RETURN(const base::Json json, base::ParseJson(WithoutComments(text), source.name));
  return ApplyJson(files, json, source, config);
}

}  // namespace

Status Options::ApplyFiles(const base::FileSystem& files, const base::Path& folder, Config& config) const {
  const base::Path own = UserConfigFolder();
  if (!own.empty() && files.IsFile(own / "config.json"))
    TRY(ApplyFile(files, own / "config.json", {(own / "config.json").string(), ""}, config));
  if (!config_file_.empty() && !files.IsFile(folder / config_file_)) {
    return base::UsageError(fmt::format("the config file {} does not exist", config_file_));
  }
  const std::string name = config_file_.empty() ? "kingbird.config.json" : config_file_;
  if (files.IsFile(folder / name)) {
    const bool users = !own.empty() && (folder / name).lexically_normal().parent_path() == own;
    return ApplyFile(files, folder / name, {name, users ? base::Path() : folder}, config);
  }
  if (!files.IsFile(folder / "package.json") || IsTooLarge(files, folder / "package.json")) return {};
  ASSIGN_OR_RETURN(const std::string text, files.Read(folder / "package.json"));
  // A package.json that is broken is somebody else's problem unless it is the target.
  const auto json = base::ParseJson(text, "package.json");
  if (!json.ok() || !json->is_object() || !json->contains("kingbird")) return {};
  return ApplyJson(files, json->at("kingbird"), {"package.json, key \"kingbird\"", folder}, config);
}

base::Result<Config> Options::Resolve(const base::FileSystem& files, const base::Path& folder) const {
  Config config;
  config.folder = folder;
  // A seed that is easy to copy from a terminal; 0 to 2^32 is plenty.
  config.seed = std::random_device{}();
  config.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  config.color = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  TRY(ApplyFiles(files, folder, config));
  for (const std::string& name : names_) {
    const std::vector<std::string>& values = given_.at(name);
    if (values.empty()) continue;
    const Setting& setting = FindSetting(name);
    if (setting.clear) setting.clear(config);
    for (const std::string& value : values) TRY(Apply(setting, "--" + name, value, config));
  }
  return config;
}

base::Result<Config> Options::Resolve(const base::FileSystem& files) const {
  ASSIGN_OR_RETURN(const base::Path folder, files.CurrentFolder());
  return Resolve(files, folder);
}

}  // namespace kingbird::cli
