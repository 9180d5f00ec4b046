#include "load/source_scan.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/package_files.h"
#include "syntax/literals.h"
#include "syntax/parser.h"
#include "syntax/scope.h"
#include "target/package_entry.h"
#include "target/source_entry.h"

namespace kingbird::load {
namespace {

using base::Path;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr size_t kMostScanned = 4000;
constexpr size_t kMostScriptBytes = size_t{2} << 20;

class SourceScanner {
 public:
  SourceScanner(const target::Target& target, const base::FileSystem& files, const ImportPaths& imports)
      : target_(target), files_(files), imports_(imports) {}

  SourceScan Run() {
    Visit(target_.entry);
    for (const target::Module& module : target_.modules) Visit(module.file);
    for (const std::string& name : target_.setup) {
      if (name.starts_with("./")) Visit(Path(name).lexically_normal());
    }
    while (!open_.empty() && seen_.size() < kMostScanned) {
      const Path key = open_.back();
      open_.pop_back();
      Scan(key);
    }
    return std::move(scan_);
  }

 private:
  static bool IsScript(const Path& key) { return target::IsJavaScript(key) || target::IsTypeScript(key); }

  void Visit(const Path& key) {
    if (!key.empty() && IsScript(key) && seen_.insert(key).second) open_.push_back(key);
  }

  // By the extension, else by the nearest package.json of the project.
  bool IsModule(const Path& key) {
    Path folder = key.parent_path();
    while (!folder.empty() && !files_.IsFile(target_.root / folder / "package.json")) folder = folder.parent_path();
    auto [manifest, fresh] = manifests_.try_emplace(folder);
    if (fresh) {
      const auto read = target::ReadManifest(files_, target_.root / folder);
      if (read.ok()) manifest->second = *read;
    }
    return target::IsModule(key, manifest->second);
  }

  void Scan(const Path& key) {
    const auto text = files_.ReadAtMost(target_.root / key, kMostScriptBytes);
    if (!text.ok()) return;
    const bool typed = target::IsTypeScript(key);
    const syntax::Tree tree =
        syntax::Parse(*text, typed ? syntax::Language::kTypeScript : syntax::Language::kJavaScript);
    own_ = {key, IsModule(key)};
    needs_ = key.extension() == ".jsx";
    bool syntax = false;
    syntax::Walk(
        tree.root(),
        [&](Node node) {
          syntax |= node.Is(Kind::kImportStatement) || node.Is(Kind::kExportStatement);
          needs_ |= node.Is(Kind::kJsxElement) || node.Is(Kind::kJsxSelfClosingElement);
          if (node.Is(Kind::kMemberExpression)) ReadMeta(node.text());
          if (const Node specifier = SpecifierOf(node)) Follow(node, syntax::StringValue(specifier));
          return true;
        },
        [](Node) {});
    if (!typed) {
      scan_.bundled |= needs_;
      scan_.undeclared_modules |= syntax && !own_.is_module;
      if (needs_ || syntax || renamed_) scan_.scripts.insert(key);
    }
    renamed_ = false;
    LookForBrowser(tree);
  }

  // A name behind `typeof` asks whether there is a browser, and code that asks works without.
  void LookForBrowser(const syntax::Tree& tree) {
    const syntax::ScopeTree scopes(tree);
    if (std::ranges::none_of(scopes.Globals(), IsTelling)) return;
    syntax::Walk(
        tree.root(),
        [&](Node node) {
          const bool asked = node.parent().Is(Kind::kUnaryExpression) && node.parent().Token("typeof");
          scan_.uses_browser |=
              node.Is(Kind::kIdentifier) && IsTelling(node.text()) && !asked && scopes.BindingOf(node) == syntax::kNoId;
          return true;
        },
        [](Node) {});
  }

  // Of the names of browsers those that little else is called.
  static bool IsTelling(std::string_view name) {
    return name == "document" || name == "window" || name == "localStorage" || name == "sessionStorage" ||
           (name.starts_with("HTML") && IsBrowserGlobal(name));
  }

  void ReadMeta(std::string_view text) {
    needs_ |= text == "import.meta.env";
    for (const char* member : {"import.meta.url", "import.meta.dirname", "import.meta.filename", "import.meta.resolve"})
      scan_.uses_meta |= text == member;
  }

  void Follow(Node node, const std::string& specifier) {
    const auto found = imports_.Find(own_.key, specifier);
    if (!found) {
      // A style sheet of a package.
      needs_ |= !specifier.starts_with('.') && specifier.ends_with(".css");
      return;
    }
    renamed_ = true;
    needs_ |= !NodeFinds(node, specifier, *found);
    if (!found->file.empty()) Visit(found->file);
  }

  bool NodeFinds(Node node, const std::string& specifier, const ImportPaths::Import& found) const {
    if (found.file.empty() || !found.query.empty() || IsAsset(found.file)) return false;
    // Subpath imports of package.json are Node's own.
    if (!specifier.starts_with('.')) return specifier.starts_with('#');
    const std::string extension = found.file.extension();
    const Path meant = (own_.key.parent_path() / specifier).lexically_normal();
    const bool whole = meant == found.file;
    if (node.Is(Kind::kCallExpression) && node.Child(Field::kFunction).text() == "require") {
      return whole || ((extension == ".js" || extension == ".json") &&
                       (meant.string() + extension == found.file ||
                        (meant / ("index" + extension)).lexically_normal() == found.file));
    }
    bool told = false;  // import … with { type: 'json' }
    for (const Node child : node.children()) told |= child.Is(Kind::kImportAttribute);
    return whole && (extension != ".json" || told);
  }

  struct File {
    Path key;
    bool is_module = false;
  };

  const target::Target& target_;
  const base::FileSystem& files_;
  const ImportPaths& imports_;
  SourceScan scan_;
  std::set<Path> seen_;
  std::vector<Path> open_;
  std::map<Path, base::Json> manifests_;  ///< By folder.
  File own_;                              ///< The file that is being read.
  bool needs_ = false;                    ///< Node refuses that file.
  bool renamed_ = false;                  ///< It imports a file of the project.
};

}  // namespace

SourceScan ScanSources(const target::Target& target, const base::FileSystem& files, const ImportPaths& imports) {
  return SourceScanner(target, files, imports).Run();
}

bool IsBrowserGlobal(std::string_view name) {
  // Each between blanks.
  static constexpr std::string_view kNames =
      " document window localStorage sessionStorage location history screen matchMedia self requestAnimationFrame "
      "cancelAnimationFrame getComputedStyle getSelection alert confirm prompt DOMParser XMLSerializer XMLHttpRequest "
      "MutationObserver IntersectionObserver ResizeObserver Node Element Document DocumentFragment ShadowRoot NodeList "
      "Image Audio FileReader customElements indexedDB CSS KeyboardEvent MouseEvent PointerEvent TouchEvent FocusEvent "
      "InputEvent DragEvent UIEvent StorageEvent PopStateEvent HashChangeEvent importScripts jQuery $ ";
  const bool element = (name.starts_with("HTML") || name.starts_with("SVG")) && name.ends_with("Element");
  return element || (!name.empty() && kNames.find(" " + std::string(name) + " ") != std::string_view::npos);
}

}  // namespace kingbird::load
