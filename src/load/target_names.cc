#include "load/target_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "emit/js_text.h"
#include "load/browser_js.h"
#include "load/compile.h"
#include "target/project.h"
#include "target/source_entry.h"

namespace kingbird::load {
namespace {

using model::SuiteFormat;

std::string Specifier(const base::Path& file, const base::Path& folder) {
  if (folder.empty()) return file.lexically_normal();
  const base::Path from = folder.lexically_normal();
  const std::string path = file.lexically_normal().lexically_relative(from).generic_string();
  return path.starts_with(".") ? path : "./" + path;
}

// A file of the user's, as the project's own tests would name it.
std::string StyledSpecifier(const target::Target& target, const base::Path& key, const base::Path& folder) {
  const target::TestStyle& style = target.style;
  const std::string extension = key.extension();
  base::Path place = key;
  const bool plain = extension == ".js" || extension == ".jsx" || extension == ".ts" || extension == ".tsx";
  if (!style.endings && plain) place.replace_extension();
  const std::string text = place.generic_string();
  const bool aliased = !style.alias.empty() && text.starts_with(style.aliased);
  return aliased ? style.alias + text.substr(style.aliased.size()) : Specifier(target.Home() / place, folder);
}

emit::RenderedNames NamesOf(const target::Components& components) { return {components.rendered, components.hooks}; }

bool HasComponents(const target::Target& target) {
  return !target.components.empty() ||
         std::ranges::any_of(target.modules, [](const target::Module& module) { return !module.components.empty(); });
}

// What the project's runner loads first, for a runner that is not the project's.
std::string FirstProgram(const target::Target& target) {
  std::string text = "'use strict';\n";
  for (const std::string& name : target.setup) {
    const std::string place = name.starts_with("./") ? (target.root / name).lexically_normal().string() : name;
    text += fmt::format("try {{\n  require({});\n}} catch {{}}\n", emit::Quote(place));
  }
  return target.setup.empty() ? "" : text;
}

// The runners give a file a document when its first comment asks for one, if they have what it takes.
std::string Docblock(const target::Target& target, SuiteFormat format, const base::FileSystem& files) {
  if (target.dom.empty()) return "";
  if (format == SuiteFormat::kVitest) return fmt::format("// @vitest-environment {}\n", target.dom);
  const std::string environment = target.dom == "jsdom" ? "jsdom" : "@happy-dom/jest-environment";
  const std::string package = target.dom == "jsdom" ? "jest-environment-jsdom" : environment;
  if (format != SuiteFormat::kJest || !target::IsInstalled(files, target.Home(), package)) return "";
  return fmt::format("/**\n * @jest-environment {}\n */\n", environment);
}

// The project's own configuration looks for tests elsewhere.
std::string VitestConfig(const target::Target& target, const base::Path& folder) {
  const base::Path root = target.Home().lexically_normal();
  const base::Path from = folder.lexically_normal();
  return fmt::format(
      "// The configuration of the project, for the tests of this folder.\n"
      "import {{ fileURLToPath }} from 'node:url';\n"
      "import own from {};\n\n"
      "const config = typeof own === 'function' ? await own({{ command: 'serve', mode: 'test' }}) : own;\n"
      "const root = fileURLToPath(new URL({}, import.meta.url));\n"
      "export default {{ ...config, root, test: {{ ...config.test, dir: undefined, include: [{}] }} }};\n",
      emit::Quote(Specifier(root / target.places.included, from)),
      emit::Quote(root.lexically_relative(from).generic_string() + "/"),
      emit::Quote(from.lexically_relative(root).generic_string() + "/*.test.*"));
}

}  // namespace

std::string PackageSpecifier(const target::Target& target, const base::Path& folder) {
  if (target.kind == target::Target::Kind::kPackage) return target.name + target.subpath;
  if (!target.modules.empty()) return "";
  const bool written = !folder.empty() && !target.origin.empty();
  return Specifier(written ? target.origin / target.source : target.root / target.entry, folder);
}

std::vector<emit::ModuleImport> ModuleSpecifiers(const target::Target& target, const base::Path& folder) {
  std::vector<emit::ModuleImport> imports;
  for (const target::Module& module : target.modules) {
    const bool written = !folder.empty() && !module.source.empty();
    const base::Path file = written ? target.origin / module.source : target.root / module.file;
    imports.push_back({module.name, Specifier(file, folder), module.is_module, NamesOf(module.components)});
  }
  return imports;
}

void LoadFrom(const LoadedTarget& loaded, const base::Path& folder, emit::SuiteConfig& suite) {
  const target::Target& target = loaded.target;
  suite.package = PackageSpecifier(target, folder);
  suite.modules = ModuleSpecifiers(target, folder);
  suite.components = NamesOf(target.components);
  suite.browser = target.dom.empty() ? "" : BrowserProgram(target);
  suite.rendered = HasComponents(target) ? RenderedProgram(target.renderer) : "";
  suite.es_module = target.modules.empty() && loaded.host.es_module;
  const bool compiled = !folder.empty() && !target.origin.empty();
  const auto typed = [](const target::Module& module) { return target::IsTypeScript(module.source); };
  suite.typescript = compiled && (target::IsTypeScript(target.source) || std::ranges::any_of(target.modules, typed));
  suite.transformed = compiled && !suite.typescript;
  suite.imports = suite.in_project = false;
  suite.docblock = suite.runner_config = "";
  suite.first = folder.empty() ? FirstProgram(target) : "";
  // Vitest imports what it transforms, whatever a build would make of it.
  if (!compiled || suite.format != SuiteFormat::kVitest) return;
  suite.es_module = target.modules.empty();
  for (emit::ModuleImport& module : suite.modules) module.es_module = true;
}

void FitIntoProject(const target::Target& target, const base::Path& folder, const base::FileSystem& files,
                    emit::SuiteConfig& suite) {
  const std::string runner(ToString(suite.format));
  const bool there = target.kind != target::Target::Kind::kPackage && base::IsBelow(folder, target.Home()) &&
                     suite.format != SuiteFormat::kNode && target::IsInstalled(files, target.Home(), runner);
  if (!there) return;
  suite.docblock = Docblock(target, suite.format, files);
  // A suite for mocha brings its configuration along, unless the project's own is what transforms the sources.
  const bool modules =
      suite.es_module || std::ranges::any_of(suite.modules, [](const auto& module) { return module.es_module; });
  switch (suite.format) {
    case SuiteFormat::kVitest:
      suite.in_project = true;
      break;
    case SuiteFormat::kJest:
      // Modules that nothing transforms need flags of Node, which a package.json beside the suite has.
      suite.in_project = !modules || !target.origin.empty();
      break;
    default:
      suite.in_project = suite.transformed;
  }
  if (suite.format == SuiteFormat::kVitest && !target.places.included.empty())
    suite.runner_config = VitestConfig(target, folder);
  if (target.origin.empty()) return;
  suite.imports = target.style.imports && suite.format != SuiteFormat::kVitest;
  if (target.modules.empty()) suite.package = StyledSpecifier(target, target.source, folder);
  for (size_t i = 0; i < target.modules.size(); ++i)
    suite.modules[i].package = StyledSpecifier(target, target.modules[i].source, folder);
}

std::vector<std::string> InProjectArguments(const emit::SuiteConfig& suite, const target::Target& target,
                                            const std::string& place) {
  switch (suite.format) {
    case SuiteFormat::kVitest:
      if (suite.runner_config.empty()) return {"run", place};
      return {"run", "--config", place + "/vitest.config.mjs"};
    case SuiteFormat::kJest: {
      std::vector<std::string> arguments;
      if (target.places.roots) arguments.push_back("--roots=" + place);
      if (target.places.matches) arguments.push_back("--testMatch=**/" + place + "/*.test.*");
      arguments.push_back(place);
      return arguments;
    }
    default:
      return {place + "/*.test.*"};
  }
}

std::string RunInProject(const emit::SuiteConfig& suite, const target::Target& target, const base::Path& folder,
                         const base::Path& from) {
  if (!suite.in_project) return "";
  const base::Path root = target.Home().lexically_normal();
  const std::string place = folder.lexically_normal().lexically_relative(root).generic_string();
  const std::string enter =
      from.lexically_normal() == root ? "" : "cd " + base::ShellWord(root.lexically_relative(from).string()) + " && ";
  std::string command = enter + "npx " + std::string(ToString(suite.format));
  for (const std::string& argument : InProjectArguments(suite, target, place))
    command += " " + base::ShellWord(argument);
  return command;
}

std::string FileTitle(const std::string& name) {
  std::string title = base::Split(name, '/').back();
  std::replace_if(
      title.begin(), title.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_' && c != '.'; },
      '-');
  return title.empty() ? "suite" : title;
}

}  // namespace kingbird::load
