#include "emit/paste_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "emit/expressions.h"
#include "emit/js_text.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;

/// The same test with paths as a program has them that imports what it needs by name.
class Renaming {
 public:
  explicit Renaming(const PasteNames& names) : names_(names) {}

  Callback Renamed(const Callback& callback) const {
    Callback renamed = callback;
    for (Call& call : renamed.body) Rename(call);
    if (renamed.result) Rename(*renamed.result);
    return renamed;
  }

 private:
  void Rename(Call& call) const {
    if (call.kind == Call::Kind::kCall || call.kind == Call::Kind::kNew) Rename(call.path);
    if (call.receiver) Rename(*call.receiver);
    for (Argument& argument : call.arguments) Rename(argument);
  }

  void Rename(Argument& argument) const {
    if (argument.kind == Argument::Kind::kApi) Rename(argument.path);
    if (argument.callback) argument.callback = std::make_shared<Callback>(Renamed(*argument.callback));
    for (Argument& item : argument.items) Rename(item);
  }

  void Rename(model::AccessPath& path) const {
    std::string module = names_.module_variable;
    if (names_.by_module && !path.empty()) {
      module = path[0];
      path.erase(path.begin());
    }
    // The default export has no name of its own.
    const bool is_default = !path.empty() && path[0] == "default";
    if (is_default) path.erase(path.begin());
    if (is_default || path.empty() || !IsFreeName(path[0]) || names_.callable.contains(module))
      path.insert(path.begin(), module);
  }

  const PasteNames& names_;
};

class Statements {
 public:
  explicit Statements(const model::TestCase& test) : names_(test, "", nullptr) { Body(*test.root, 0); }
  std::vector<std::string> Take() { return std::move(lines_); }

 private:
  void Body(const Callback& callback, int indent) {
    for (const Call& call : callback.body) {
      for (const model::CallbackRef& inner : DirectCallbacks(call)) Function(*inner, indent);
      const std::string result =
          names_.IsReferenced(call.id) && call.kind != Call::Kind::kAwait && call.kind != Call::Kind::kAssign
              ? "const " + names_.ResultName(call.id) + " = "
              : "";
      Line(indent, result + names_.CallText(call));
    }
  }

  void Function(const Callback& callback, int indent) {
    const std::string head = fmt::format("const {} = ", names_.CallbackName(callback.id));
    if (!callback.source.empty()) return Line(indent, head + callback.source);
    const std::string parameters = names_.ParameterList(callback);
    std::string end = callback.throws ? "throw " : "return ";
    if (callback.result) end += names_.ArgumentText(*callback.result);
    if (callback.body.empty() && !callback.result) return Line(indent, head + parameters + " => {}");
    Line(indent, head + "function " + parameters + " {");
    Body(callback, indent + 1);
    if (callback.result) Line(indent + 1, end);
    Line(indent, "}");
  }

  void Line(int indent, const std::string& text) {
    for (std::string& line : StatementLines(text, indent)) lines_.push_back(std::move(line));
  }

  Expressions names_;
  std::vector<std::string> lines_;
};

}  // namespace

PasteNames PasteNamesOf(const model::Api& api, const std::string& module_variable, bool by_module) {
  PasteNames names{module_variable, by_module};
  for (const model::Function& function : api.functions) {
    if (function.kind == model::Function::Kind::kMethod) continue;
    if (!by_module && function.path.empty()) names.callable.insert(module_variable);
    if (by_module && function.path.size() == 1) names.callable.insert(function.path[0]);
  }
  return names;
}

std::string PasteText(const model::TestCase& test, const PasteNames& names) {
  const model::TestCase renamed{std::make_shared<Callback>(Renaming(names).Renamed(*test.root)), test.next_id};
  return base::Join(Statements(renamed).Take(), "\n");
}

}  // namespace kingbird::emit
