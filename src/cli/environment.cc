#include "cli/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/text.h"

namespace kingbird::cli {
namespace {

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool IsName(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-'; });
}

// As dotenv reads it: between quotes everything, otherwise up to a comment.
std::string ValueOf(std::string text) {
  text = Trimmed(text);
  const char quote = text.empty() ? ' ' : text[0];
  if (quote == '"' || quote == '\'' || quote == '`') {
    const size_t end = text.find(quote, 1);
    if (end != std::string::npos) {
      std::string value = text.substr(1, end - 1);
      for (size_t at = 0; quote == '"' && (at = value.find("\\n", at)) != std::string::npos;)
        value.replace(at, 2, "\n");
      return value;
    }
  }
  return Trimmed(text.substr(0, text.find(" #")));
}

base::Status ReadFile(const base::FileSystem& files, const base::Path& file, env::Config& config) {
  if (!files.IsFile(file)) return base::NotFoundError(fmt::format("--env-file: {} does not exist", file.string()));
  ASSIGN_OR_RETURN(const std::string text, files.Read(file));
  int number = 0;
  for (const std::string& raw : base::Split(text, '\n')) {
    ++number;
    std::string line = Trimmed(raw);
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("export ")) line = Trimmed(line.substr(7));
    const size_t sign = line.find('=');
    const std::string name = Trimmed(line.substr(0, sign));
    if (sign == std::string::npos || !IsName(name))
      return base::UsageError(fmt::format("--env-file: line {} of {} is not NAME=VALUE", number, file.string()));
    const bool given = std::ranges::any_of(config.environment,
                                           [&](const std::string& known) { return known.starts_with(name + "="); });
    if (given) continue;
    config.environment.push_back(name + "=" + ValueOf(line.substr(sign + 1)));
    config.inherited.push_back(name);
  }
  return {};
}

}  // namespace

base::Status ReadEnvironment(const base::FileSystem& files, env::Config& config) {
  for (std::string& entry : config.environment) {
    const size_t sign = entry.find('=');
    const std::string name = entry.substr(0, sign);
    if (name.empty()) return base::UsageError(fmt::format("--env wants NAME or NAME=VALUE, not '{}'", entry));
    if (sign != std::string::npos) continue;
    const char* value = std::getenv(name.c_str());
    if (value == nullptr)
      return base::UsageError(fmt::format("--env {}: the environment has no such variable", name),
                              fmt::format("set it, or write --env {}=VALUE", name));
    config.inherited.push_back(name);
    entry += "=" + std::string(value);
  }
  for (const base::Path& file : config.env_files) TRY(ReadFile(files, file, config));
  return {};
}

base::Status ReadSetup(const base::FileSystem& files, env::Config& config) {
  if (config.setup.empty()) return {};
  if (!files.IsFile(config.setup))
    return base::NotFoundError(fmt::format("--setup: {} does not exist", config.setup.string()));
  ASSIGN_OR_RETURN(config.before_each, files.Read(config.setup));
  return {};
}

}  // namespace kingbird::cli
