#include "load/project_config.h"

#include <initializer_list>

#include "base/package_files.h"
#include "load/config_data.h"

namespace kingbird::load {
namespace {

using base::Json;
using base::Path;

constexpr std::string_view kRootDir = "<rootDir>";

std::string Text(const Json& json) { return json.is_string() ? json.get<std::string>() : ""; }

Json At(const Json& json, std::initializer_list<const char*> keys) {
  Json at = json;
  for (const char* key : keys) at = base::ValueOr(at, key, Json());
  return at;
}

std::vector<std::string> Texts(const Json& json) {
  std::vector<std::string> texts;
  for (const Json& one : json.is_array() ? json : Json::array({json})) {
    if (one.is_string()) texts.push_back(one.get<std::string>());
  }
  return texts;
}

class ToolReader {
 public:
  ToolReader(const base::FileSystem& files, Path root) : files_(files), root_(std::move(root)) {
    manifest_ = Read("package.json");
  }

  ProjectConfig Run() {
    ReadJest();
    for (const char* stem : {"vitest.config", "vite.config"}) ReadVite(FileOf(stem));
    ReadBabel();
    for (const char* stem : {"webpack.config", "webpack.common", "config/webpack.config", "webpack/webpack.config"})
      ReadWebpack(ReadAny(stem));
    return std::move(config_);
  }

 private:
  Json Read(const Path& name) const {
    const auto text = files_.ReadAtMost(root_ / name, base::PackageFiles::kMostFileBytes);
    return text.ok() ? ReadConfigData(*text, root_ / name) : Json();
  }

  Path FileOf(const std::string& stem) const {
    for (const char* extension : {".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".json"}) {
      if (files_.IsFile(root_ / (stem + extension))) return stem + extension;
    }
    return {};
  }

  Json ReadAny(const std::string& stem) const {
    const Path file = FileOf(stem);
    return file.empty() ? Json() : Read(file);
  }

  void ReadJest() {
    Json jest = At(manifest_, {"jest"});
    if (jest.is_string()) jest = Read(Text(jest));
    if (!jest.is_object()) jest = ReadAny("jest.config");
    // react-scripts has a configuration of its own, which names jsdom.
    if (Text(At(manifest_, {"scripts", "test"})).find("react-scripts test") != std::string::npos)
      config_.environment = "jsdom";
    if (!jest.is_object()) return;
    const Path folder = (root_ / Text(At(jest, {"rootDir"}))).lexically_normal();
    const auto placed = [&](std::string text) {
      if (const size_t at = text.find(kRootDir); at != std::string::npos)
        text.replace(at, kRootDir.size(), folder.string());
      return text;
    };
    const Json mapper = At(jest, {"moduleNameMapper"});
    for (const auto& [find, places] : mapper.items()) {
      Alias alias{find, true, false, false, Texts(places)};
      for (std::string& place : alias.places) place = placed(place);
      config_.aliases.push_back(std::move(alias));
    }
    for (const char* key : {"modulePaths", "moduleDirectories"}) {
      for (const std::string& name : Texts(At(jest, {key}))) AddRoot(placed(name));
    }
    SetEnvironment(At(jest, {"testEnvironment"}));
    SetUrl(At(jest, {"testEnvironmentOptions", "url"}));
    config_.places.roots = jest.contains("roots");
    config_.places.matches = jest.contains("testMatch");
    config_.places.expressions = jest.contains("testRegex");
    for (const char* key : {"setupFiles", "setupFilesAfterEnv"}) {
      for (const std::string& name : Texts(At(jest, {key}))) config_.setup_files.push_back(placed(name));
    }
  }

  void ReadVite(const Path& file) {
    const Json vite = file.empty() ? Json() : Read(file);
    const Json test = At(vite, {"test"});
    const bool narrows = test.is_object() && (test.contains("include") || test.contains("dir"));
    if (narrows && config_.places.included.empty()) config_.places.included = file;
    AddAliases(At(vite, {"test", "alias"}));
    AddAliases(At(vite, {"resolve", "alias"}));
    SetEnvironment(At(vite, {"test", "environment"}));
    for (const char* dom : {"jsdom", "happyDOM"}) SetUrl(At(vite, {"test", "environmentOptions", dom, "url"}));
    const Path folder = Text(At(vite, {"root"}));
    for (const std::string& name : Texts(At(vite, {"test", "setupFiles"}))) {
      const Path path = (folder / name).lexically_normal();
      const std::string place = path.is_absolute() ? path.string() : "./" + path.string();
      config_.setup_files.push_back(name.starts_with('.') ? place : name);
    }
  }

  void ReadBabel() {
    ReadPlugins(At(manifest_, {"babel"}));
    ReadPlugins(ReadAny("babel.config"));
    ReadPlugins(ReadAny(".babelrc"));
    if (files_.IsFile(root_ / ".babelrc")) ReadPlugins(Read(".babelrc"));
  }

  void ReadPlugins(const Json& babel) {
    for (const Json& list : {At(babel, {"plugins"}), At(babel, {"env", "test", "plugins"})}) {
      for (const Json& plugin : list.is_array() ? list : Json::array()) {
        if (!plugin.is_array() || plugin.size() < 2 || !Text(plugin[0]).ends_with("module-resolver")) continue;
        AddAliases(At(plugin[1], {"alias"}));
        for (const std::string& name : Texts(At(plugin[1], {"root"}))) AddRoot(name);
      }
    }
  }

  void ReadWebpack(const Json& webpack) {
    AddAliases(At(webpack, {"resolve", "alias"}));
    for (const std::string& name : Texts(At(webpack, {"resolve", "modules"}))) AddRoot(name);
  }

  // {"@": "./src"} as all have it, or vite's [{find: "@", replacement: "./src"}].
  void AddAliases(const Json& aliases) {
    if (aliases.is_array()) {
      for (const Json& one : aliases) AddAlias(At(one, {"find"}), At(one, {"replacement"}));
    } else if (aliases.is_object()) {
      for (const auto& [find, places] : aliases.items()) AddAlias(find, places);
    }
  }

  void AddAlias(const Json& find, const Json& places) {
    Alias alias{Text(find), false, false, false, Texts(places)};
    if (const std::string expression = Text(At(find, {"regex"})); !expression.empty()) {
      alias.find = expression;
      alias.is_regex = alias.keeps_rest = true;
    } else if (alias.find.starts_with('^')) {
      alias.is_regex = true;
    } else if (alias.find.ends_with('$')) {
      alias.find.pop_back();
      alias.exact = true;
    } else if (alias.find.size() > 1 && alias.find.ends_with('/')) {
      alias.find.pop_back();
    }
    for (std::string& place : alias.places) {
      // babel writes \1 for the first group.
      if (const size_t at = place.find('\\'); alias.is_regex && at != std::string::npos) place[at] = '$';
    }
    if (!alias.find.empty() && !alias.places.empty()) config_.aliases.push_back(std::move(alias));
  }

  void AddRoot(const std::string& name) {
    const Path path = (root_ / name).lexically_normal();
    if (path.filename() == "node_modules" || name == "node_modules") return;
    config_.module_roots.push_back(path.lexically_relative(root_).string());
  }

  void SetEnvironment(const Json& named) {
    const std::string name = Text(named);
    if (name.empty() || !config_.environment.empty()) return;
    config_.environment = name.find("jsdom") != std::string::npos       ? "jsdom"
                          : name.find("happy-dom") != std::string::npos ? "happy-dom"
                                                                        : "node";
  }

  void SetUrl(const Json& url) {
    if (config_.url.empty()) config_.url = Text(url);
  }

  const base::FileSystem& files_;
  Path root_;
  Json manifest_;
  ProjectConfig config_;
};

}  // namespace

ProjectConfig ReadProjectConfig(const base::FileSystem& files, const Path& root) {
  return ToolReader(files, root).Run();
}

}  // namespace kingbird::load
