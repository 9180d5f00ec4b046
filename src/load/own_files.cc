#include "load/own_files.h"

#include <algorithm>

#include "base/package_files.h"
#include "load/import_paths.h"

namespace kingbird::load {
namespace {

using base::Path;

constexpr size_t kMostOwnFiles = 1000;

bool IsHidden(const Path& key) {
  return std::any_of(key.begin(), key.end(), [](const Path& part) { return part.string().starts_with('.'); });
}

}  // namespace

void FindOwnFiles(target::Target& target, const base::FileSystem& files) {
  const base::PackageFiles own(files, {target.root});
  const ImportPaths imports(own, target.root);
  std::vector<Path>& found = target.own_files;
  for (size_t i = 0; i < found.size(); ++i) {
    const Path from = found[i];
    const auto text = from.extension() == ".json" ? base::Result<std::string>("") : own.Read(target.root / from);
    if (!text.ok()) continue;
    // The types that TypeScript finds beside a script.
    for (const auto& [script, types] : {std::pair(".js", ".d.ts"), {".cjs", ".d.cts"}, {".mjs", ".d.mts"}}) {
      const Path declared = Path(from).replace_extension(types);
      if (from.extension() == script && own.IsFile(target.root / declared)) found.push_back(declared);
    }
    const auto look = [&](const std::string& specifier) -> std::optional<std::string> {
      const auto import = specifier.starts_with('.') ? imports.Find(from, specifier) : std::nullopt;
      if (!import || import->file.empty() || IsHidden(import->file)) return std::nullopt;
      if (std::ranges::find(found, import->file) == found.end() && found.size() < kMostOwnFiles)
        found.push_back(import->file);
      return std::nullopt;
    };
    (void)RenameImports(*text, look);
  }
}

}  // namespace kingbird::load
