#include "target/project.h"

#include <fmt/format.h>

#include "target/package_entry.h"

namespace kingbird::target {
namespace {

using base::Json;
using base::Path;

using model::SuiteFormat;

constexpr SuiteFormat kRunners[] = {SuiteFormat::kVitest, SuiteFormat::kJest, SuiteFormat::kMocha};

// The script first: what "npm test" runs is what the project uses, whatever else is installed.
void FindRunner(const base::FileSystem& files, const Path& root, const Json& manifest, Project& project) {
  const Json scripts = base::ValueOr(manifest, "scripts", Json::object());
  const std::string script = scripts.is_object() && scripts.contains("test") && scripts["test"].is_string()
                                 ? scripts["test"].get<std::string>()
                                 : "";
  const auto adopt = [&](SuiteFormat runner, std::string evidence) {
    project.runner = runner;
    project.evidence = std::move(evidence);
  };
  for (const SuiteFormat runner : kRunners) {
    if (script.find(ToString(runner)) != std::string::npos) return adopt(runner, "npm test runs it");
  }
  if (script.find("node --test") != std::string::npos) return adopt(SuiteFormat::kNode, "npm test runs node --test");
  for (const SuiteFormat runner : kRunners) {
    for (const char* list : {"devDependencies", "dependencies"}) {
      if (manifest.contains(list) && manifest[list].is_object() &&
          manifest[list].contains(std::string(ToString(runner))))
        return adopt(runner, fmt::format("it is among the {}", list));
    }
  }
  for (const SuiteFormat runner : kRunners) {
    for (const char* end : {".config.js", ".config.ts", ".config.mjs", ".config.cjs"}) {
      if (files.IsFile(root / (std::string(ToString(runner)) + end)))
        return adopt(runner, fmt::format("there is {}{}", ToString(runner), end));
    }
  }
  if (files.IsFile(root / ".mocharc.json") || files.IsFile(root / ".mocharc.js"))
    adopt(SuiteFormat::kMocha, "there is a .mocharc");
}

}  // namespace

Project LookAtProject(const base::FileSystem& files, const Path& root) {
  Project project;
  for (Path at = root;; at = at.parent_path()) {
    const auto manifest = ReadManifest(files, at);
    if (manifest.ok() && manifest->is_object()) {
      FindRunner(files, at, *manifest, project);
      // A package of a workspace is often tested by the root's runner.
      if (!project.evidence.empty()) return project;
    }
    if (at == at.parent_path() || at.filename() == "node_modules") return project;
  }
}

bool IsInstalled(const base::FileSystem& files, const Path& folder, const std::string& package) {
  for (Path at = folder;; at = at.parent_path()) {
    if (files.IsFile(at / "node_modules" / package / "package.json")) return true;
    if (at == at.parent_path()) return false;
  }
}

}  // namespace kingbird::target
