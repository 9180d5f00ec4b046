#include "load/tsconfig.h"

#include <algorithm>
#include <vector>

#include "base/package_files.h"

namespace kingbird::load {
namespace {

using base::Path;

constexpr int kMostExtended = 8;
// Of all that esbuild knows the ones that need no other file.
constexpr const char* kOptions[] = {"alwaysStrict",
                                    "experimentalDecorators",
                                    "importsNotUsedAsValues",
                                    "jsx",
                                    "jsxFactory",
                                    "jsxFragmentFactory",
                                    "jsxImportSource",
                                    "preserveValueImports",
                                    "strict",
                                    "target",
                                    "useDefineForClassFields",
                                    "verbatimModuleSyntax"};

class ConfigReader {
 public:
  explicit ConfigReader(const base::FileSystem& files) : files_(files) {}

  void Read(const Path& file) {
    if (read_++ >= kMostExtended) return;
    const auto text = files_.ReadAtMost(file, base::PackageFiles::kMostFileBytes);
    if (!text.ok()) return;
    const auto json = base::ParseJson(PlainJson(*text), "tsconfig.json");
    if (!json.ok() || !json->is_object()) return;
    const base::Json extends = base::ValueOr(*json, "extends", base::Json());
    for (const base::Json& one : extends.is_array() ? extends : base::Json::array({extends})) {
      if (one.is_string() && read_ < kMostExtended) Extend(file.parent_path(), one.get<std::string>());
    }
    const base::Json own = base::ValueOr(*json, "compilerOptions", base::Json::object());
    for (const char* name : kOptions) {
      // "preserve" leaves JSX to a later compiler; here there is none.
      const bool preserves = std::string_view(name) == "jsx" && own.is_object() && own.contains(name) &&
                             (own[name] == "preserve" || own[name] == "react-native");
      if (own.is_object() && own.contains(name) && !preserves) options[name] = own[name];
    }
  }

  base::Json options = base::Json::object();

 private:
  bool ReadAny(const Path& name) {
    for (const Path& file : {name, Path(name.string() + ".json"), name / "tsconfig.json"}) {
      if (!files_.IsFile(file)) continue;
      Read(file);
      return true;
    }
    return false;
  }

  void Extend(const Path& folder, const std::string& name) {
    if (name.starts_with('.') || name.starts_with('/')) {
      ReadAny((folder / name).lexically_normal());
      return;
    }
    for (Path at = folder; at != at.parent_path(); at = at.parent_path()) {
      if (ReadAny((at / "node_modules" / name).lexically_normal())) return;
    }
  }

  const base::FileSystem& files_;
  int read_ = 0;
};

}  // namespace

std::string PlainJson(std::string text) {
  bool quoted = false;
  const auto blank = [&](size_t from, size_t to) {
    std::fill(text.begin() + static_cast<long>(from), text.begin() + static_cast<long>(to), ' ');
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && (text.compare(i, 2, "//") == 0 || text.compare(i, 2, "/*") == 0)) {
      const bool line = text[i + 1] == '/';
      const size_t found = text.find(line ? "\n" : "*/", i + 2);
      const size_t end = found == std::string::npos ? text.size() : found + (line ? 0 : 2);
      blank(i, end);
      i = end - 1;
    }
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == ',') {
      const size_t next = text.find_first_not_of(" \t\r\n", i + 1);
      if (next != std::string::npos && (text[next] == '}' || text[next] == ']')) text[i] = ' ';
    }
  }
  return text;
}

base::Json OwnConfig(const base::FileSystem& files, const Path& file) {
  ConfigReader reader(files);
  reader.Read(file);
  return {{"compilerOptions", std::move(reader.options)}};
}

}  // namespace kingbird::load
