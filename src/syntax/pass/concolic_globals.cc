#include "syntax/pass/concolic_globals.h"

#include <string_view>

namespace kingbird::syntax {
namespace {

constexpr std::string_view kKnown[] = {
    // The language.
    "AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean",
    "DataView", "Date", "Error", "EvalError", "FinalizationRegistry", "Float32Array", "Float64Array", "Function",
    "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "NaN", "Number",
    "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set", "SharedArrayBuffer",
    "String", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array", "Uint32Array", "Uint8Array",
    "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "arguments", "decodeURI", "decodeURIComponent",
    "encodeURI", "encodeURIComponent", "escape", "eval", "globalThis", "isFinite", "isNaN", "parseFloat", "parseInt",
    "undefined", "unescape",
    // Node.
    "AbortController", "AbortSignal", "Blob", "Buffer", "Event", "EventTarget", "FormData", "Headers", "Request",
    "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "__dirname", "__filename", "atob", "btoa",
    "clearImmediate", "clearInterval", "clearTimeout", "console", "crypto", "exports", "fetch", "global", "module",
    "performance", "process", "queueMicrotask", "require", "setImmediate", "setInterval", "setTimeout",
    "structuredClone"};

bool IsWritten(Node name) {
  Node at = name;
  while (at.parent().Is(Kind::kParenthesizedExpression)) at = at.parent();
  const Node parent = at.parent();
  switch (parent.kind()) {
    case Kind::kAssignmentExpression:
    case Kind::kAugmentedAssignmentExpression:
    case Kind::kForInStatement:
    case Kind::kAssignmentPattern:
      return parent.Child(Field::kLeft) == at;
    case Kind::kUpdateExpression:
    case Kind::kArrayPattern:
    case Kind::kObjectPattern:
    case Kind::kPairPattern:
    case Kind::kRestPattern:
      return true;
    default:
      return false;
  }
}

bool IsAskedFor(Node name) {
  Node parent = name.parent();
  while (parent.Is(Kind::kParenthesizedExpression)) parent = parent.parent();
  if (!parent.Is(Kind::kUnaryExpression)) return false;
  const std::string_view op = parent.Child(Field::kOperator).text();
  return op == "typeof" || op == "delete";
}

}  // namespace

std::set<std::string> FreeNames(const Tree& tree, const ScopeTree& scopes) {
  std::set<std::string> names;
  for (std::string& name : scopes.Globals()) names.insert(std::move(name));
  for (std::string_view known : kKnown) names.erase(std::string(known));
  for (uint32_t i = 0; i < tree.size() && !names.empty(); ++i) {
    const Node node = tree.At(i);
    const bool name = node.Is(Kind::kIdentifier) || node.Is(Kind::kShorthandPropertyIdentifierPattern);
    if (!name || scopes.BindingOf(node) != kNoId) continue;
    const bool uncertain = scopes.IsUncertain(node) || node.text().find('\\') != std::string_view::npos;
    if (uncertain || IsWritten(node) || IsAskedFor(node)) names.erase(std::string(node.text()));
  }
  return names;
}

}  // namespace kingbird::syntax
