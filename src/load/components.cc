#include "load/components.h"

#include <cctype>
#include <set>
#include <vector>

#include "syntax/literals.h"
#include "syntax/parser.h"
#include "target/source_entry.h"

namespace kingbird::load {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr size_t kMostComponentBytes = size_t{2} << 20;

bool IsCapital(std::string_view name) {
  return !name.empty() && std::isupper(static_cast<unsigned char>(name[0])) != 0;
}

bool IsHook(std::string_view name) { return name.starts_with("use") && name.size() > 3 && IsCapital(name.substr(3)); }

bool IsClass(Node node) { return node.Is(Kind::kClass) || node.Is(Kind::kClassDeclaration); }

std::string_view CalledName(Node node) {
  if (!node.Is(Kind::kCallExpression)) return {};
  const Node function = node.Child(Field::kFunction);
  return function.Is(Kind::kMemberExpression) ? function.Child(Field::kProperty).text() : function.text();
}

// Its own name, that of the variable it is given to, or "default" where a module exports it without one.
std::string FunctionName(Node function) {
  if (const Node name = function.Child(Field::kName)) return std::string(name.text());
  Node around = function.parent();
  // memo(() => …), forwardRef(function …)
  while (around.Is(Kind::kArguments) || around.Is(Kind::kCallExpression) || around.Is(Kind::kParenthesizedExpression))
    around = around.parent();
  if (around.Is(Kind::kVariableDeclarator)) return std::string(around.Child(Field::kName).text());
  return around.Is(Kind::kExportStatement) ? "default" : "";
}

// The functions and classes around a node, the innermost first.
std::vector<std::string> NamesAround(Node node) {
  std::vector<std::string> names;
  for (Node at = node.parent(); at; at = at.parent()) {
    if (!syntax::IsFunction(at) && !IsClass(at)) continue;
    if (std::string name = FunctionName(at); !name.empty()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

target::Components ComponentsOf(const syntax::Tree& tree) {
  std::set<std::string> rendered;
  std::set<std::string> hooks;
  syntax::Walk(
      tree.root(),
      [&](Node node) {
        const std::string_view called = CalledName(node);
        const bool makes = node.Is(Kind::kJsxElement) || node.Is(Kind::kJsxSelfClosingElement) ||
                           called == "createElement" || called == "h";
        // document.createElement makes an element of another kind.
        const bool of_document = called == "createElement" &&
                                 node.Child(Field::kFunction).Child(Field::kObject).text().ends_with("document");
        if ((!makes || of_document) && !IsHook(called)) return true;
        for (const std::string& name : NamesAround(node)) {
          if (makes && (IsCapital(name) || name == "default")) rendered.insert(name);
          if (IsHook(called) && IsHook(name)) hooks.insert(name);
        }
        return true;
      },
      [](Node) {});
  return {{rendered.begin(), rendered.end()}, {hooks.begin(), hooks.end()}};
}

namespace {

constexpr int kMostReexports = 4;

class ComponentFinder {
 public:
  ComponentFinder(const base::FileSystem& files, const ImportPaths& imports, const base::Path& root)
      : files_(files), imports_(imports), root_(root) {}

  target::Components Of(const base::Path& key, int depth = 0) {
    const auto text = key.empty() ? base::Result<std::string>("") : files_.ReadAtMost(root_ / key, kMostComponentBytes);
    const bool typed = target::IsTypeScript(key);
    const syntax::Tree tree =
        syntax::Parse(text.ok() ? *text : "", typed ? syntax::Language::kTypeScript : syntax::Language::kJavaScript);
    target::Components found = ComponentsOf(tree);
    if (depth < kMostReexports) AddExported(tree, key, depth, found);
    return found;
  }

 private:
  // Components of other files that this one exports: by their names, by new ones, or all of them.
  void AddExported(const syntax::Tree& tree, const base::Path& key, int depth, target::Components& found) {
    std::set<std::string> rendered(found.rendered.begin(), found.rendered.end());
    std::set<std::string> hooks(found.hooks.begin(), found.hooks.end());
    std::set<std::string> names;
    std::vector<Node> sources;
    for (const Node statement : tree.root().children()) {
      if (!statement.Is(Kind::kImportStatement) && !statement.Is(Kind::kExportStatement)) continue;
      if (statement.Child(Field::kSource)) sources.push_back(statement);
      if (statement.Is(Kind::kExportStatement)) AddNames(statement, names);
    }
    for (const Node statement : sources) {
      const auto file = imports_.Find(key, syntax::StringValue(statement.Child(Field::kSource)));
      const bool all = statement.Is(Kind::kExportStatement) && statement.Token("*");
      if (!file || file->file.empty() || (names.empty() && !all)) continue;
      const target::Components more = Of(file->file, depth + 1);
      for (const std::string& name : more.rendered) {
        if (all || names.contains(name)) rendered.insert(name);
      }
      for (const std::string& name : more.hooks) {
        if (all || names.contains(name)) hooks.insert(name);
      }
    }
    found = {{rendered.begin(), rendered.end()}, {hooks.begin(), hooks.end()}};
  }

  static void AddNames(Node statement, std::set<std::string>& names) {
    if (const Node value = statement.Child(Field::kValue); value.Is(Kind::kIdentifier))
      names.insert(std::string(value.text()));
    for (const Node clause : statement.children()) {
      if (!clause.Is(Kind::kExportClause)) continue;
      for (const Node one : clause.children()) {
        for (const Field field : {Field::kName, Field::kAlias}) {
          if (const Node name = one.Child(field)) names.insert(std::string(name.text()));
        }
      }
    }
  }

  const base::FileSystem& files_;
  const ImportPaths& imports_;
  const base::Path& root_;
};

}  // namespace

void FindComponents(const base::FileSystem& files, const ImportPaths& imports, target::Target& target) {
  ComponentFinder finder(files, imports, target.root);
  target.components = finder.Of(target.entry);
  for (target::Module& module : target.modules) module.components = finder.Of(module.file);
}

}  // namespace kingbird::load
