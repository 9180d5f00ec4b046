#include "load/import_paths.h"

#include "base/json.h"
#include "emit/js_text.h"
#include "load/tsconfig.h"
#include "syntax/literals.h"
#include "syntax/parser.h"

namespace kingbird::load {
namespace {

using base::Path;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr int kMostConfigs = 8;

bool LeadsOut(const Path& key) { return key.empty() || key.begin()->string() == ".." || key.is_absolute(); }

// The string by which a node names another module; null for none.
Node SpecifierOf(Node node) {
  if (node.Is(Kind::kImportStatement) || node.Is(Kind::kExportStatement)) return node.Child(Field::kSource);
  if (!node.Is(Kind::kCallExpression)) return {};
  const Node function = node.Child(Field::kFunction);
  const bool loads = function.Is(Kind::kImport) || (function.Is(Kind::kIdentifier) && function.text() == "require");
  const Node first = node.Child(Field::kArguments).NamedChild(0);
  return loads && first.Is(Kind::kString) ? first : Node();
}

}  // namespace

ImportPaths::ImportPaths(const base::FileSystem& files, const Path& root) : files_(files), root_(root) {
  ReadConfig(root / "tsconfig.json", 0);
}

void ImportPaths::ReadConfig(const Path& file, int depth) {
  const auto text = depth < kMostConfigs && files_.IsFile(file) ? files_.Read(file) : base::Result<std::string>("{}");
  const auto json = base::ParseJson(PlainJson(text.ok() ? *text : "{}"), "tsconfig.json");
  if (!json.ok() || !json->is_object()) return;
  if (json->contains("extends") && (*json)["extends"].is_string()) {
    const std::string above = (*json)["extends"];
    if (above.starts_with('.')) ReadConfig((file.parent_path() / above).lexically_normal(), depth + 1);
  }
  const base::Json options = base::ValueOr(*json, "compilerOptions", base::Json::object());
  if (!options.is_object()) return;
  const Path folder = file.parent_path().lexically_relative(root_);
  if (options.contains("baseUrl") && options["baseUrl"].is_string())
    base_ = (folder / options["baseUrl"].get<std::string>()).lexically_normal();
  if (!options.contains("paths") || !options["paths"].is_object()) return;
  paths_.clear();
  for (const auto& [pattern, places] : options["paths"].items()) {
    paths_.emplace_back(pattern, std::vector<Path>());
    for (const base::Json& place : places.is_array() ? places : base::Json::array()) {
      if (place.is_string())
        paths_.back().second.push_back(((base_ ? *base_ : folder) / place.get<std::string>()).lexically_normal());
    }
  }
}

std::optional<Path> ImportPaths::Complete(const Path& key) const {
  if (LeadsOut(key)) return std::nullopt;
  const auto there = [&](const Path& name) { return files_.IsFile(root_ / name); };
  const std::string extension = key.extension();
  // What a build would have made.
  static const std::map<std::string, std::vector<const char*>> kMadeFrom = {
      {".js", {".ts", ".tsx"}}, {".jsx", {".tsx"}}, {".mjs", {".mts"}}, {".cjs", {".cts"}}};
  if (const auto made = kMadeFrom.find(extension); made != kMadeFrom.end()) {
    for (const char* end : made->second) {
      if (Path name = key; there(name.replace_extension(end))) return name;
    }
  }
  if (there(key)) return key;
  for (const char* end : {".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"}) {
    if (Path name = key.string() + end; there(name)) return name;
  }
  for (const char* end : {"index.ts", "index.tsx", "index.mts", "index.js", "index.json"}) {
    if (there(key / end)) return key / end;
  }
  return std::nullopt;
}

std::optional<Path> ImportPaths::Alias(const std::string& specifier) const {
  for (const auto& [pattern, places] : paths_) {
    const size_t star = pattern.find('*');
    std::string rest;
    if (star == std::string::npos) {
      if (pattern != specifier) continue;
    } else {
      const std::string tail = pattern.substr(star + 1);
      if (specifier.size() + 1 < pattern.size() || !specifier.starts_with(pattern.substr(0, star)) ||
          !specifier.ends_with(tail))
        continue;
      rest = specifier.substr(star, specifier.size() - star - tail.size());
    }
    for (const Path& place : places) {
      std::string path = place.string();
      if (const size_t at = path.find('*'); at != std::string::npos) path.replace(at, 1, rest);
      if (const auto found = Complete(Path(path).lexically_normal())) return found;
    }
  }
  return base_ ? Complete((*base_ / specifier).lexically_normal()) : std::nullopt;
}

std::optional<Path> ImportPaths::Find(const Path& from, const std::string& specifier) const {
  const bool relative =
      specifier.starts_with("./") || specifier.starts_with("../") || specifier == "." || specifier == "..";
  if (!relative) return specifier.starts_with('/') ? std::nullopt : Alias(specifier);
  Path key = (from.parent_path() / specifier).lexically_normal();
  if (!key.has_filename()) key = key.parent_path();
  return Complete(key == "." || key.empty() ? Path("index") : key);
}

Path CompiledName(const Path& file) {
  static const std::map<std::string, const char*> kEndings = {
      {".ts", ".js"}, {".tsx", ".js"}, {".jsx", ".js"}, {".mts", ".mjs"}, {".cts", ".cjs"}};
  const auto ending = kEndings.find(file.extension());
  Path name = file;
  return ending == kEndings.end() ? name : name.replace_extension(ending->second);
}

std::string RenameImports(const std::string& source,
                          const std::function<std::optional<std::string>(const std::string&)>& rename) {
  const syntax::Tree tree = syntax::Parse(source);
  std::string text;
  uint32_t done = 0;
  syntax::Walk(
      tree.root(),
      [&](Node node) {
        const Node specifier = SpecifierOf(node);
        const auto renamed = specifier ? rename(syntax::StringValue(specifier)) : std::nullopt;
        if (!renamed || specifier.begin() < done) return true;
        text += tree.source().substr(done, specifier.begin() - done);
        text += emit::Quote(*renamed);
        done = specifier.end();
        return true;
      },
      [](Node) {});
  return text + std::string(tree.source().substr(done));
}

}  // namespace kingbird::load
