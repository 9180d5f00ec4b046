#include "load/target_names.h"

#include <algorithm>

#include "base/text.h"

namespace kingbird::load {
namespace {

std::string Specifier(const base::Path& file, const base::Path& folder) {
  if (folder.empty()) return file.lexically_normal();
  const base::Path from = folder.lexically_normal();
  const std::string path = file.lexically_normal().lexically_relative(from).generic_string();
  return path.starts_with(".") ? path : "./" + path;
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
    imports.push_back({module.name, Specifier(file, folder), module.is_module});
  }
  return imports;
}

void LoadFrom(const LoadedTarget& loaded, const base::Path& folder, emit::SuiteConfig& suite) {
  const target::Target& target = loaded.target;
  suite.package = PackageSpecifier(target, folder);
  suite.modules = ModuleSpecifiers(target, folder);
  suite.es_module = target.modules.empty() && loaded.host.es_module;
  suite.typescript = !folder.empty() && !target.origin.empty();
  // Vitest imports TypeScript, whatever a build would make of it.
  if (!suite.typescript || suite.format != model::SuiteFormat::kVitest) return;
  suite.es_module = target.modules.empty();
  for (emit::ModuleImport& module : suite.modules) module.es_module = true;
}

std::string FileTitle(const std::string& name) {
  std::string title = base::Split(name, '/').back();
  std::replace_if(
      title.begin(), title.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_' && c != '.'; },
      '-');
  return title.empty() ? "suite" : title;
}

}  // namespace kingbird::load
