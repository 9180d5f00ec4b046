#include <set>

#include "discover/declarations.h"

namespace kingbird::discover {
namespace {

constexpr size_t kMostFiles = 80;
constexpr size_t kMostBytes = 2 << 20;

// What "./name" may be called on disk.
std::vector<base::Path> FilesNamed(const base::Path& name) {
  base::Path bare = name;
  const std::string extension = name.extension();
  if (extension == ".js" || extension == ".mjs" || extension == ".cjs") bare.replace_extension();
  std::vector<base::Path> names = {name};
  for (const char* end : {".d.ts", ".d.mts", ".d.cts", "/index.d.ts", ".ts", ".tsx", ".mts", ".cts", "/index.ts"})
    names.emplace_back(bare.string() + end);
  return names;
}

// Strings that begin with "./" or "../": nothing else in a declaration looks like that.
std::vector<std::string> ReferencesIn(const std::string& text) {
  std::vector<std::string> references;
  for (size_t at = text.find("./"); at != std::string::npos; at = text.find("./", at + 1)) {
    const size_t start = at > 0 && text[at - 1] == '.' ? at - 1 : at;
    if (start == 0 || (text[start - 1] != '"' && text[start - 1] != '\'')) continue;
    const size_t end = text.find_first_of("\"'\n", start);
    if (end != std::string::npos && text[end] == text[start - 1]) references.push_back(text.substr(start, end - start));
  }
  return references;
}

// Sources in TypeScript declare as well.
bool IsDeclarations(const base::Path& path) {
  const std::string extension = path.extension();
  return extension == ".ts" || extension == ".mts" || extension == ".cts" || extension == ".tsx";
}

}  // namespace

std::string ReadDeclarationFiles(const base::Path& file, const base::FileSystem& files) {
  std::string all;
  std::vector<base::Path> open = {file.lexically_normal()};
  std::set<base::Path> seen(open.begin(), open.end());
  for (size_t i = 0; i < open.size() && i < kMostFiles && all.size() < kMostBytes; ++i) {
    const auto text = files.Read(open[i]);
    if (!text.ok()) continue;
    all += *text + "\n";
    for (const std::string& reference : ReferencesIn(*text)) {
      for (const base::Path& name : FilesNamed((open[i].parent_path() / reference).lexically_normal())) {
        if (!IsDeclarations(name) || !files.IsFile(name)) continue;
        if (seen.insert(name).second) open.push_back(name);
        break;
      }
    }
  }
  return all;
}

}  // namespace kingbird::discover
