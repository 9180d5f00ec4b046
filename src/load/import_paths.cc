#include "load/import_paths.h"

#include <map>
#include <set>

#include "base/text.h"
#include "emit/js_text.h"
#include "load/tsconfig.h"
#include "regex/matcher.h"
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

}  // namespace

ImportPaths::ImportPaths(const base::FileSystem& files, const Path& root, ProjectConfig config)
    : files_(files), root_(root), config_(std::move(config)) {
  ReadSubpathImports();
  for (const char* name : {"tsconfig.json", "jsconfig.json"}) {
    if (!files_.IsFile(root / name)) continue;
    ReadConfig(root / name, 0);
    break;
  }
}

void ImportPaths::ReadConfig(const Path& file, int depth) {
  const auto text = depth < kMostConfigs && files_.IsFile(file) ? files_.Read(file) : base::Result<std::string>("{}");
  const auto json = base::ParseJson(PlainJson(text.ok() ? *text : "{}"), "tsconfig.json");
  if (!json.ok() || !json->is_object()) return;
  if (json->contains("extends") && (*json)["extends"].is_string()) {
    const std::string above = (*json)["extends"];
    if (above.starts_with('.')) ReadConfig((file.parent_path() / above).lexically_normal(), depth + 1);
  }
  // A configuration that only refers to others, as vite's templates have it.
  const base::Json references = base::ValueOr(*json, "references", base::Json());
  for (const base::Json& one : references.is_array() ? references : base::Json::array()) {
    const std::string path = base::ValueOr(one, "path", "");
    if (path.ends_with(".json")) ReadConfig((file.parent_path() / path).lexically_normal(), depth + 1);
  }
  const base::Json options = base::ValueOr(*json, "compilerOptions", base::Json::object());
  const Path folder = file.parent_path().lexically_relative(root_);
  if (const std::string base = base::ValueOr(options, "baseUrl", ""); !base.empty())
    base_ = (folder / base).lexically_normal();
  ReadPaths(base::ValueOr(options, "paths", base::Json()), base_ ? *base_ : folder);
}

void ImportPaths::ReadPaths(const base::Json& paths, const Path& folder) {
  if (!paths.is_object()) return;
  std::erase_if(paths_, [](const auto& own) { return !own.first.starts_with('#'); });
  for (const auto& [pattern, places] : paths.items()) {
    paths_.emplace_back(pattern, std::vector<Path>());
    for (const base::Json& place : places.is_array() ? places : base::Json::array()) {
      if (place.is_string()) paths_.back().second.push_back((folder / place.get<std::string>()).lexically_normal());
    }
  }
}

// "imports" of package.json: {"#lib/*": "./src/lib/*.js"}, or the same under conditions.
void ImportPaths::ReadSubpathImports() {
  const auto text =
      files_.IsFile(root_ / "package.json") ? files_.Read(root_ / "package.json") : base::Result<std::string>("{}");
  const auto manifest = base::ParseJson(text.ok() ? *text : "{}", "package.json");
  const base::Json imports = base::ValueOr(manifest.ok() ? *manifest : base::Json(), "imports", base::Json());
  for (const auto& [pattern, place] : imports.items()) {
    const base::Json chosen = place.is_object() ? base::ValueOr(place, "default", base::Json()) : place;
    if (chosen.is_string())
      paths_.emplace_back(pattern, std::vector{Path(chosen.get<std::string>()).lexically_normal()});
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
  for (const char* end :
       {"index.ts", "index.tsx", "index.mts", "index.js", "index.jsx", "index.mjs", "index.cjs", "index.json"}) {
    if (there(key / end)) return key / end;
  }
  return std::nullopt;
}

std::optional<ImportPaths::Import> ImportPaths::FindByPattern(const std::string& specifier) const {
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
      if (const auto found = Complete(Path(path).lexically_normal())) return Import{*found, "", ""};
    }
  }
  return std::nullopt;
}

// The file or package that an alias was replaced by. Vite's "/src" begins at the project's root.
std::optional<ImportPaths::Import> ImportPaths::Place(const std::string& place) const {
  if (!place.starts_with('.') && !place.starts_with('/')) {
    if (const auto found = Complete(Path(place).lexically_normal())) return Import{*found, "", ""};
    return Import{"", place, ""};
  }
  Path key = Path(place).lexically_normal();
  if (key.is_absolute()) key = base::IsBelow(key, root_) ? key.lexically_relative(root_) : key.relative_path();
  if (!key.has_filename()) key = key.parent_path();
  const auto found = Complete(key);
  return found ? std::optional(Import{*found, "", ""}) : std::nullopt;
}

std::optional<ImportPaths::Import> ImportPaths::FindByAlias(const Alias& alias, const std::string& specifier) const {
  if (alias.is_regex) {
    const auto regex = regex::Parse(base::Utf16FromWtf8(alias.find), u"");
    if (!regex.ok()) return std::nullopt;
    const std::u16string text = base::Utf16FromWtf8(specifier);
    const auto match = regex::Find(*regex, text).match;
    if (!match) return std::nullopt;
    for (const std::string& place : alias.places) {
      std::u16string whole = regex::Expand(*regex, text, *match, base::Utf16FromWtf8(place));
      if (alias.keeps_rest) whole = text.substr(0, match->whole.begin) + whole + text.substr(match->whole.end);
      if (const auto found = Place(base::Wtf8FromUtf16(whole))) return found;
    }
    return std::nullopt;
  }
  const bool begins = !alias.exact && specifier.starts_with(alias.find + "/");
  if (specifier != alias.find && !begins) return std::nullopt;
  for (const std::string& place : alias.places) {
    if (const auto found = Place(place + specifier.substr(alias.find.size()))) return found;
  }
  return std::nullopt;
}

std::optional<ImportPaths::Import> ImportPaths::FindBare(const std::string& specifier) const {
  if (const auto found = FindByPattern(specifier)) return found;
  for (const Alias& alias : config_.aliases) {
    if (const auto found = alias.is_regex ? std::nullopt : FindByAlias(alias, specifier)) return found;
  }
  std::vector<Path> roots(config_.module_roots.begin(), config_.module_roots.end());
  if (base_) roots.push_back(*base_);
  for (const Path& folder : roots) {
    if (const auto found = Complete((folder / specifier).lexically_normal())) return Import{*found, "", ""};
  }
  return std::nullopt;
}

std::optional<ImportPaths::Import> ImportPaths::Find(const Path& from, const std::string& written) const {
  const size_t question = written.starts_with('#') ? std::string::npos : written.find('?');
  const std::string specifier = written.substr(0, question);
  const auto asked = [&](std::optional<Import> found) {
    if (found && question != std::string::npos) found->query = written.substr(question + 1);
    return found;
  };
  for (const Alias& alias : config_.aliases) {
    if (!alias.is_regex) continue;
    if (auto found = FindByAlias(alias, specifier)) return asked(std::move(found));
  }
  const bool relative =
      specifier.starts_with("./") || specifier.starts_with("../") || specifier == "." || specifier == "..";
  if (!relative) return specifier.starts_with('/') ? std::nullopt : asked(FindBare(specifier));
  Path key = (from.parent_path() / specifier).lexically_normal();
  if (!key.has_filename()) key = key.parent_path();
  const auto found = Complete(key == "." || key.empty() ? Path("index") : key);
  return found ? asked(Import{*found, "", ""}) : std::nullopt;
}

bool IsAsset(const Path& file) {
  static const std::set<std::string> kCode = {"",     ".js",   ".jsx",  ".mjs",  ".cjs", ".ts",     ".tsx",  ".mts",
                                              ".cts", ".json", ".node", ".wasm", ".vue", ".svelte", ".astro"};
  return !kCode.contains(file.extension());
}

Node SpecifierOf(Node node) {
  if (node.Is(Kind::kImportStatement) || node.Is(Kind::kExportStatement)) return node.Child(Field::kSource);
  if (!node.Is(Kind::kCallExpression)) return {};
  const Node function = node.Child(Field::kFunction);
  const bool loads = function.Is(Kind::kImport) || (function.Is(Kind::kIdentifier) && function.text() == "require");
  const Node first = node.Child(Field::kArguments).NamedChild(0);
  return loads && first.Is(Kind::kString) ? first : Node();
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
