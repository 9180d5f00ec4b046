#include "mine/callback_miner.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/text.h"
#include "syntax/parser.h"
#include "syntax/scope.h"

namespace kingbird::mine {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr size_t kLongest = 600;
constexpr size_t kMostPerName = 200;
constexpr size_t kMostFree = 3;
constexpr size_t kMostBytes = 1 << 20;

// What a program finds in every JavaScript engine; host objects are left out: a callback that needs them is no good
// here.
constexpr std::array<std::string_view, 36> kBuiltIns = {"Object",
                                                        "Array",
                                                        "String",
                                                        "Number",
                                                        "Boolean",
                                                        "Function",
                                                        "Symbol",
                                                        "BigInt",
                                                        "Math",
                                                        "JSON",
                                                        "Date",
                                                        "RegExp",
                                                        "Error",
                                                        "TypeError",
                                                        "RangeError",
                                                        "SyntaxError",
                                                        "Promise",
                                                        "Map",
                                                        "Set",
                                                        "WeakMap",
                                                        "WeakSet",
                                                        "Reflect",
                                                        "Proxy",
                                                        "parseInt",
                                                        "parseFloat",
                                                        "isNaN",
                                                        "isFinite",
                                                        "NaN",
                                                        "Infinity",
                                                        "encodeURIComponent",
                                                        "decodeURIComponent",
                                                        "escape",
                                                        "unescape",
                                                        "undefined",
                                                        "ArrayBuffer",
                                                        "Uint8Array"};
// Bound to the module or the surroundings they were written in.
constexpr std::array<std::string_view, 8> kForeign = {"require",    "module",  "exports", "__dirname",
                                                      "__filename", "process", "eval",    "globalThis"};

template <size_t N>
bool IsOneOf(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// "map" of a.b.map(…), "setTimeout" of setTimeout(…).
std::string CalledName(Node call) {
  const Node callee = call.Child(Field::kFunction);
  if (callee.Is(Kind::kIdentifier)) return std::string(callee.text());
  if (callee.Is(Kind::kMemberExpression)) return std::string(callee.Child(Field::kProperty).text());
  return "";
}

bool HasForeignSyntax(Node function) {
  bool foreign = false;
  syntax::Walk(
      function,
      [&](Node node) {
        foreign |= node.Is(Kind::kSuper) || node.Is(Kind::kMetaProperty) || node.Is(Kind::kImport) ||
                   node.Is(Kind::kYieldExpression) || node.Is(Kind::kWithStatement) ||
                   node.Is(Kind::kPrivatePropertyIdentifier);
        return !foreign;
      },
      [](Node) {});
  return foreign;
}

// Declared by the function itself: one of the declarations lies in it.
bool IsInside(const syntax::Tree& tree, const syntax::ScopeTree& scopes, Node identifier, Node function) {
  const syntax::BindingId binding = scopes.BindingOf(identifier);
  if (binding == syntax::kNoId) return false;
  const auto& declarations = scopes.bindings()[binding].declarations;
  return std::any_of(declarations.begin(), declarations.end(), [&](uint32_t index) {
    const Node declared = tree.At(index);
    return declared.begin() >= function.begin() && declared.end() <= function.end();
  });
}

// Names it takes from around it; nothing when it cannot do without its module.
std::optional<std::set<std::string>> FreeNames(const syntax::Tree& tree, const syntax::ScopeTree& scopes,
                                               Node function) {
  std::set<std::string> free;
  bool usable = true;
  syntax::Walk(
      function,
      [&](Node node) {
        const bool name = node.Is(Kind::kIdentifier) || node.Is(Kind::kShorthandPropertyIdentifier);
        if (!name) return true;
        if (node.text() == "arguments" || IsInside(tree, scopes, node, function) || IsOneOf(kBuiltIns, node.text()))
          return true;
        usable &= !IsOneOf(kForeign, node.text());
        free.insert(std::string(node.text()));
        return true;
      },
      [](Node) {});
  return usable ? std::optional(std::move(free)) : std::nullopt;
}

class CallbackMiner {
 public:
  CallbackMiner(const syntax::Tree& tree, CallbackSources& into) : tree_(tree), scopes_(tree), into_(into) {}

  void Visit(Node call) {
    const std::string name = CalledName(call);
    if (name.empty()) return;
    for (Node argument : call.Child(Field::kArguments).children()) {
      if (!syntax::IsFunctionValue(argument) || argument.text().size() > kLongest || HasForeignSyntax(argument))
        continue;
      std::vector<std::string>& known = into_[name];
      if (known.size() >= kMostPerName) return;
      const std::string closed = Closed(argument);
      if (!closed.empty() && std::find(known.begin(), known.end(), closed) == known.end()) known.push_back(closed);
    }
  }

 private:
  // The function so that it means the same anywhere; "" when it leans on its surroundings too much.
  std::string Closed(Node function) {
    const auto free = FreeNames(tree_, scopes_, function);
    if (!free || free->size() > kMostFree) return "";
    const std::string text(function.text());
    if (free->empty()) return text;
    return "(function (" + base::Join({free->begin(), free->end()}, ", ") + ") { return " + text + "; })()";
  }

  const syntax::Tree& tree_;
  syntax::ScopeTree scopes_;
  CallbackSources& into_;
};

class ClientCode {
 public:
  ClientCode(const base::FileSystem& files, int most_files) : files_(files), left_(most_files) {}

  void Visit(const base::Path& folder) {
    const auto names = files_.List(folder);
    if (!names.ok()) return;
    for (const std::string& name : *names) {
      if (left_ <= 0) return;
      if (name.starts_with(".")) continue;
      const base::Path path = folder / name;
      if (files_.IsFolder(path)) {
        Visit(path);
      } else if (path.extension() == ".js" && !name.ends_with(".min.js")) {
        Read(path);
      }
    }
  }
  CallbackSources Take() { return std::move(sources_); }

 private:
  void Read(const base::Path& path) {
    const auto text = files_.Read(path);
    if (!text.ok() || text->size() > kMostBytes) return;
    --left_;
    MineCallbacks(*text, sources_);
  }

  const base::FileSystem& files_;
  int left_;
  CallbackSources sources_;
};

}  // namespace

std::string SelfContained(const syntax::Tree& tree, const syntax::ScopeTree& scopes, Node function) {
  if (function.text().size() > kLongest || HasForeignSyntax(function)) return "";
  const auto free = FreeNames(tree, scopes, function);
  // What is TypeScript only is no program for Node.
  const std::string text(function.text());
  return free && free->empty() && !syntax::Parse("(" + text + ")").has_error() ? text : "";
}

void MineCallbacks(const std::string& source, CallbackSources& into) {
  const syntax::Tree tree = syntax::Parse(source);
  if (tree.has_error()) return;
  CallbackMiner miner(tree, into);
  syntax::Walk(
      tree.root(),
      [&](Node node) {
        if (node.Is(Kind::kCallExpression)) miner.Visit(node);
        return true;
      },
      [](Node) {});
}

CallbackSources MineCallbackCorpus(const std::vector<base::Path>& folders, const base::FileSystem& files,
                                   int most_files) {
  ClientCode corpus(files, most_files);
  for (const base::Path& folder : folders) corpus.Visit(folder);
  return corpus.Take();
}

}  // namespace kingbird::mine
