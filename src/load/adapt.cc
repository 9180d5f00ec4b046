#include "load/adapt.h"

#include <charconv>

#include "base/package_files.h"
#include "load/compile.h"
#include "load/components.h"
#include "load/test_style.h"
#include "target/project.h"

namespace kingbird::load {
namespace {

using base::Path;

// The environment packages of jest bring their DOM along, where a strict package manager hides it.
std::string DomFor(const target::Target& target, const CompilerInput& input, const base::FileSystem& files) {
  const std::string& named = input.config.environment;
  if (!input.scan.uses_browser && named != "jsdom" && named != "happy-dom") return "";
  const auto has = [&](const std::string& dom) {
    const char* in_jest = dom == "jsdom" ? "jest-environment-jsdom" : "@happy-dom/jest-environment";
    return target::IsInstalled(files, target.root, dom) || target::IsInstalled(files, target.root, in_jest);
  };
  if (named == "happy-dom" && has(named)) return named;
  for (const char* dom : {"jsdom", "happy-dom"}) {
    if (has(dom)) return dom;
  }
  return "";
}

// Jest and vitest put their documents at different addresses.
std::string UrlFor(const ProjectConfig& config, const target::Target& target, const base::FileSystem& files) {
  const bool jest = target::LookAtProject(files, target.root).runner == model::SuiteFormat::kJest;
  return config.url.empty() && jest ? "http://localhost/" : config.url;
}

target::Renderer RendererFor(const target::Target& target, const base::FileSystem& files) {
  using enum target::Renderer;
  const auto has = [&](const char* package) { return target::IsInstalled(files, target.root, package); };
  const bool document = !target.dom.empty();
  if (has("react-dom")) return document && has("@testing-library/react") ? kReactTesting : kReactServer;
  if (document && has("@testing-library/preact")) return kPreactTesting;
  return has("preact-render-to-string") ? kPreactServer : kNone;
}

bool NeedsCompiling(const target::Target& target, const CompilerInput& input, const base::FileSystem& files,
                    const NodeProgram& node) {
  if (IsTypeScript(target) || input.scan.bundled) return true;
  if (!input.scan.undeclared_modules) return false;
  // Jest and vitest transform such files whatever Node makes of them, and tests of the project import them so.
  const model::SuiteFormat runner = target::LookAtProject(files, target.root).runner;
  const bool transforms = runner == model::SuiteFormat::kJest || runner == model::SuiteFormat::kVitest;
  return transforms || !DetectsModules(node.version);
}

// Modules that the runner loads first: files of the project, and packages by their names.
std::vector<std::string> SetupOf(const ProjectConfig& config, const ImportPaths& imports, const Path& root) {
  std::vector<std::string> setup;
  for (const std::string& name : config.setup_files) {
    std::string specifier = name;
    if (const Path path = name; path.is_absolute() && base::IsBelow(path, root))
      specifier = "./" + path.lexically_relative(root).string();
    const auto found = imports.Find("index.js", specifier);
    if (found && !found->file.empty())
      setup.push_back("./" + found->file.string());
    else if (!specifier.starts_with('.') && !specifier.starts_with('/'))
      setup.push_back(specifier);
  }
  return setup;
}

}  // namespace

bool DetectsModules(const std::string& version) {
  int major = 0;
  int minor = 0;
  const char* begin = version.c_str() + (version.starts_with('v') ? 1 : 0);
  const char* end = version.c_str() + version.size();
  const auto read = std::from_chars(begin, end, major);
  if (read.ptr != end && *read.ptr == '.') std::from_chars(read.ptr + 1, end, minor);
  return major > 22 || (major == 22 && minor >= 7) || (major == 20 && minor >= 19);
}

base::Result<Adapted> AdaptToProject(const target::Target& target, const target::Surroundings& surroundings,
                                     const NodeProgram& node) {
  if (target.kind == target::Target::Kind::kPackage) return Adapted{target, std::nullopt};
  const base::FileSystem& files = surroundings.files;
  // A link of the project that leads out of it is not followed.
  const base::PackageFiles own(files, {target.root});
  CompilerInput input;
  input.config = ReadProjectConfig(own, target.root);
  const ImportPaths imports(own, target.root, input.config);
  Adapted adapted{target, std::nullopt};
  adapted.target.places = input.config.places;
  adapted.target.setup = SetupOf(input.config, imports, target.root);
  input.scan = ScanSources(adapted.target, own, imports);
  adapted.target.dom = DomFor(target, input, files);
  adapted.target.dom_url = UrlFor(input.config, target, files);
  adapted.target.renderer = RendererFor(adapted.target, files);
  if (adapted.target.renderer != target::Renderer::kNone) FindComponents(own, imports, adapted.target);
  if (!NeedsCompiling(target, input, files, node)) return adapted;
  adapted.target.style = TestStyleOf(target, own, imports);
  ASSIGN_OR_RETURN(Compiled compiled, Compile(adapted.target, input, surroundings, node.path));
  return Adapted{std::move(compiled.target), std::move(compiled.folder)};
}

}  // namespace kingbird::load
