#include "target/npm_settings.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace kingbird::target {
namespace {

using base::Path;
using Variables = std::map<std::string, std::string>;

constexpr size_t kMostNpmConfig = size_t{1} << 20;
// Proxies and certificates, in the letters in which Node and npm look for them.
constexpr const char* kConnection[] = {"http_proxy",          "https_proxy",   "no_proxy",    "all_proxy", "proxy",
                                       "HTTP_PROXY",          "HTTPS_PROXY",   "NO_PROXY",    "ALL_PROXY", "PROXY",
                                       "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"};
constexpr const char* kCertificates[] = {"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"};
// Settings whose values are files.
constexpr const char* kFiles[] = {"cafile", "certfile", "keyfile"};

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string Trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\"'");
  const size_t last = text.find_last_not_of(" \t\r\"'");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

class Collector {
 public:
  Collector(const Variables& variables, const base::FileSystem& files) : variables_(variables), files_(files) {}

  NpmSettings Run() {
    // npm replaces "~" and "${HOME}" in its configuration. The folder itself is not shown.
    if (const std::string home = Value("HOME"); !home.empty()) settings_.environment["HOME"] = home;
    for (const char* name : kConnection) Keep(name);
    for (const char* name : kCertificates) Show(Value(name));
    Path config = Path(Value("HOME")) / ".npmrc";
    Path everybodys;
    for (const auto& [name, value] : variables_) {
      const std::string lower = Lower(name);
      if (!lower.starts_with("npm_config_")) continue;
      settings_.environment[name] = value;
      const std::string key = lower.substr(std::string_view("npm_config_").size());
      if (key == "userconfig") config = value;
      if (key == "globalconfig") everybodys = value;
      if (std::ranges::find(kFiles, key) != std::end(kFiles)) Show(value);
    }
    ReadConfig(config);
    ReadConfig(everybodys);
    return std::move(settings_);
  }

 private:
  std::string Value(const std::string& name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? "" : found->second;
  }

  void Keep(const std::string& name) {
    if (const std::string value = Value(name); !value.empty()) settings_.environment[name] = value;
  }

  void Show(const std::string& file) {
    if (Path(file).is_absolute()) settings_.readable.emplace_back(file);
  }

  void ReadConfig(const Path& file) {
    if (!file.is_absolute() || !files_.IsFile(file)) return;
    const auto text = files_.ReadAtMost(file, kMostNpmConfig);
    if (!text.ok()) return;
    settings_.readable.push_back(file);
    for (const std::string& line : base::Split(*text, '\n')) {
      const std::string replaced = Replaced(line);
      const size_t equals = replaced.find('=');
      if (equals == std::string::npos) continue;
      // "cafile", and for one registry "//host/:certfile".
      const std::string key = Trimmed(replaced.substr(0, equals));
      std::string value = Trimmed(replaced.substr(equals + 1));
      if (value.starts_with("~/")) value = Value("HOME") + value.substr(1);
      if (std::ranges::find(kFiles, key.substr(key.rfind(':') + 1)) != std::end(kFiles)) Show(value);
    }
  }

  // "${NAME}" and "${NAME?}" are the value of a variable, which npm needs then.
  std::string Replaced(std::string line) {
    for (size_t at = line.find("${"); at != std::string::npos; at = line.find("${", at + 1)) {
      const size_t end = line.find('}', at);
      if (end == std::string::npos) break;
      std::string name = line.substr(at + 2, end - at - 2);
      if (name.ends_with('?')) name.pop_back();
      Keep(name);
      line.replace(at, end - at + 1, Value(name));
    }
    return line;
  }

  const Variables& variables_;
  const base::FileSystem& files_;
  NpmSettings settings_;
};

}  // namespace

NpmSettings UsersNpmSettings(const Variables& variables, const base::FileSystem& files) {
  return Collector(variables, files).Run();
}

Variables OwnEnvironment() {
  Variables variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (const size_t equals = text.find('='); equals != std::string::npos)
      variables[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return variables;
}

}  // namespace kingbird::target
