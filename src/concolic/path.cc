#include "concolic/path.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/check.h"
#include "emit/js_text.h"

namespace kingbird::concolic {
namespace {

std::optional<double> ArrayIndex(std::string_view name) {
  uint32_t index = 0;
  const auto end = std::from_chars(name.data(), name.data() + name.size(), index);
  const bool plain = end.ec == std::errc() && end.ptr == name.data() + name.size() && std::to_string(index) == name;
  if (!plain || index == UINT32_MAX) return std::nullopt;
  return index;
}

std::string StepText(const Symbol& symbol) {
  switch (symbol.step) {
    case Symbol::Step::kThis:
      return "this";
    case Symbol::Step::kArgument:
      return "arg" + std::to_string(symbol.index);
    case Symbol::Step::kGlobal:
      return symbol.name;
    case Symbol::Step::kProperty:
    case Symbol::Step::kCell:
      return ArrayIndex(symbol.name) ? "[" + symbol.name + "]" : emit::Member("", symbol.name);
    case Symbol::Step::kResult:
      return symbol.index == 0 ? "()" : "()#" + std::to_string(symbol.index + 1);
    case Symbol::Step::kLength:
      return ".length";
  }
  return "";
}

bool IsBelow(const Symbol& symbol) { return symbol.step >= Symbol::Step::kProperty; }

const Input* FindBelow(const Input& parent, const Symbol& symbol) {
  if (symbol.step == Symbol::Step::kLength) return nullptr;
  if (symbol.step == Symbol::Step::kResult) {
    return symbol.index < parent.results.size() ? &parent.results[symbol.index] : nullptr;
  }
  const auto found = parent.properties.find(symbol.name);
  return found == parent.properties.end() ? nullptr : &found->second;
}

bool HasParts(Type type) { return type == Type::kObject || type == Type::kArray || type == Type::kFunction; }

Input& MakeBelow(Input& parent, const Symbol& symbol) {
  if (symbol.step == Symbol::Step::kResult) {
    if (parent.type != Type::kFunction) parent.type = Type::kFunction;
    if (parent.results.size() <= symbol.index) parent.results.resize(symbol.index + 1);
    return parent.results[symbol.index];
  }
  if (IsParsed(symbol)) {
    if (parent.type != Type::kString) parent = Input{.type = Type::kString};
    return parent.properties[symbol.name];
  }
  if (!HasParts(parent.type)) {
    parent.type = Type::kObject;
    parent.text.clear();
    parent.number = 0;
  }
  if (const std::optional<double> index = ArrayIndex(symbol.name); index && parent.type == Type::kArray) {
    parent.number = std::max(parent.number, *index + 1);
  }
  return parent.properties[symbol.name];
}

/// Of a cell: the list ends before it.
bool IsBehindEnd(const Assignment& assignment, const Path& path, const Symbol& cell) {
  const Input* list = Find(assignment, path, cell.parent);
  return list == nullptr || list->type != Type::kArray || ArrayIndex(cell.name).value_or(0) >= list->number;
}

}  // namespace

std::optional<Element> ElementOf(const Path& path, SymbolId id) {
  const Symbol& symbol = path.symbols[id];
  if (symbol.step != Symbol::Step::kProperty || path.symbols[symbol.parent].type != Type::kArray) return std::nullopt;
  const std::optional<double> index = ArrayIndex(symbol.name);
  if (!index) return std::nullopt;
  return Element{symbol.parent, *index};
}

std::optional<Element> ElementAskedFor(const Path& path, NodeId condition) {
  const Node& node = path.expressions[condition];
  if (node.op != Op::kGt) return std::nullopt;
  const Node& length = path.expressions[node.operands[0]];
  const Node& index = path.expressions[node.operands[1]];
  if (length.op != Op::kInput || index.op != Op::kConstant) return std::nullopt;
  const Symbol& symbol = path.symbols[length.symbol];
  if (symbol.step != Symbol::Step::kLength) return std::nullopt;
  return Element{symbol.parent, index.constant.number};
}

std::vector<std::string> SymbolNames(const Path& path) {
  std::vector<std::string> names;
  names.reserve(path.symbols.size());
  for (const Symbol& symbol : path.symbols) {
    const bool known = IsBelow(symbol) && symbol.parent < names.size();
    names.push_back((known ? names[symbol.parent] : "") + StepText(symbol));
  }
  return names;
}

const Input* Find(const Assignment& assignment, const Path& path, SymbolId id) {
  const Symbol& symbol = path.symbols[id];
  switch (symbol.step) {
    case Symbol::Step::kThis:
      return &assignment.self;
    case Symbol::Step::kArgument:
      return symbol.index < assignment.arguments.size() ? &assignment.arguments[symbol.index] : nullptr;
    case Symbol::Step::kGlobal: {
      const auto found = assignment.globals.find(symbol.name);
      return found == assignment.globals.end() ? nullptr : &found->second;
    }
    default: {
      CHECK(symbol.parent < id, "a symbol comes after its parent");
      const Input* parent = Find(assignment, path, symbol.parent);
      return parent == nullptr ? nullptr : FindBelow(*parent, symbol);
    }
  }
}

Input& Make(Assignment& assignment, const Path& path, SymbolId id) {
  const Symbol& symbol = path.symbols[id];
  switch (symbol.step) {
    case Symbol::Step::kThis:
      return assignment.self;
    case Symbol::Step::kArgument:
      if (assignment.arguments.size() <= symbol.index) assignment.arguments.resize(symbol.index + 1);
      return assignment.arguments[symbol.index];
    case Symbol::Step::kGlobal:
      return assignment.globals[symbol.name];
    case Symbol::Step::kLength: {
      CHECK(symbol.parent < id, "a symbol comes after its parent");
      Input& array = Make(assignment, path, symbol.parent);
      if (array.type != Type::kArray) array = Input{.type = Type::kArray};
      return array;
    }
    default:
      CHECK(symbol.parent < id, "a symbol comes after its parent");
      return MakeBelow(Make(assignment, path, symbol.parent), symbol);
  }
}

void AddParsed(const Path& path, Assignment& assignment) {
  for (SymbolId id = 0; id < path.symbols.size(); ++id) {
    const Symbol& symbol = path.symbols[id];
    if (!IsParsed(symbol) || symbol.type == Type::kAbsent) continue;
    const Input* text = Find(assignment, path, symbol.parent);
    if (text == nullptr || text->type != Type::kString || text->properties.contains(symbol.name)) continue;
    if (auto parsed = InputOfText(text->text)) Make(assignment, path, id) = *std::move(parsed);
  }
}

Value ValueOf(const Assignment& assignment, const Path& path, SymbolId id) {
  const Symbol& symbol = path.symbols[id];
  const bool length = symbol.step == Symbol::Step::kLength;
  const Input* input = Find(assignment, path, length ? symbol.parent : id);
  if (length) return Value::Number(input == nullptr || input->type != Type::kArray ? 0 : input->number);
  Value value;
  if (input == nullptr && symbol.step == Symbol::Step::kCell) {
    value.type = symbol.type;
    return value;
  }
  if (input == nullptr) {
    // Arrays are built without holes, unless one is asked for.
    const Input* parent = symbol.step == Symbol::Step::kProperty ? Find(assignment, path, symbol.parent) : nullptr;
    const std::optional<double> index = ArrayIndex(symbol.name);
    const bool element = parent != nullptr && parent->type == Type::kArray && index && *index < parent->number;
    value.type = element ? Type::kUndefined : Type::kAbsent;
    // Stand-ins, and what `new` makes of them, are there without being mentioned.
    if (HasParts(symbol.type)) value.type = symbol.type;
    if (HasParts(value.type)) value.identity = id + 1;
    return value;
  }
  value.type = input->type;
  if (value.type == Type::kNumber || value.type == Type::kBoolean) value.number = input->number;
  if (value.type == Type::kString) value.text = input->text;
  if (HasParts(value.type)) value.identity = id + 1;
  value.instance = input->instance;
  return value;
}

void Assign(Assignment& assignment, const Path& path, SymbolId id, const Value& value) {
  if (path.symbols[id].step == Symbol::Step::kCell && IsBehindEnd(assignment, path, path.symbols[id])) return;
  Input& input = Make(assignment, path, id);
  if (path.symbols[id].step == Symbol::Step::kLength) {
    input.number = value.number;
    std::erase_if(input.properties, [&](const auto& property) {
      const std::optional<double> index = ArrayIndex(property.first);
      return index && *index >= value.number;
    });
    return;
  }
  if (input.type != value.type) {
    // Parts stay where both have them: an object that becomes a function keeps its properties.
    if (!HasParts(input.type) || !HasParts(value.type)) input = Input{};
    input.type = value.type;
    if (value.type == Type::kArray) input.number = 0;
  }
  if (value.type == Type::kNumber || value.type == Type::kBoolean) input.number = value.number;
  if (value.type == Type::kString && input.text != value.text) {
    input.properties.clear();
    input.text = value.text;
  }
  input.instance = value.instance;
}

}  // namespace kingbird::concolic
