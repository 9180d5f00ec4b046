#include "discover/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "discover/made_types.h"
#include "syntax/parser.h"

namespace kingbird::discover {
namespace {

using model::Type;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr int kMostDepth = 4;

// One of its members says what it is: { type: 'text', … }.
bool IsTagged(const Type& type) {
  return std::any_of(type.fields.begin(), type.fields.end(), [](const model::TypeField& field) {
    return field.type.exact && field.type.kind == Type::Kind::kString && !field.optional;
  });
}

class TypeReader {
 public:
  explicit TypeReader(const NamedTypes& named, std::set<std::string> made = {})
      : named_(named), made_(std::move(made)) {}

  Type Read(Node node, int depth = 0) const {
    // A loop, because a file may nest them deeper than the stack.
    while (node.Is(Kind::kTypeAnnotation) || node.Is(Kind::kParenthesizedType) || node.Is(Kind::kReadonlyType))
      node = node.NamedChild(0);
    if (!node || depth > kMostDepth) return {};
    switch (node.kind()) {
      case Kind::kPredefinedType:
        return Predefined(node.text());
      case Kind::kArrayType:
        return Type::With(Type::Kind::kArray, {Read(node.NamedChild(0), depth + 1)});
      case Kind::kTupleType:
        return Type::With(Type::Kind::kArray, {Type()});
      case Kind::kUnionType: {
        std::vector<Type> parts;
        for (Node part : node.children()) parts.push_back(Read(part, depth + 1));
        return Type::Union(std::move(parts));
      }
      case Kind::kIntersectionType: {
        std::vector<Type> parts;
        for (Node part : node.children()) parts.push_back(Read(part, depth));
        return Together(std::move(parts));
      }
      case Kind::kLiteralType:
        return Literal(node.NamedChild(0));
      case Kind::kFunctionType: {
        Type type = Type::Of(Type::Kind::kFunction);
        type.arity = 0;
        for (Node parameter : node.Child(Field::kParameters).children()) type.arity += parameter.named() ? 1 : 0;
        // Nobody looks at what a function returns that is declared to return nothing.
        Type result = Read(node.Child(Field::kReturnType), depth + 1);
        if (result.kind == Type::Kind::kUndefined) result = Type::Anything();
        if (result.kind != Type::Kind::kAny || !result.name.empty()) type.parts.push_back(std::move(result));
        return type;
      }
      case Kind::kObjectType:
      case Kind::kInterfaceBody:
        return Object(node, depth);
      case Kind::kGenericType:
        return Generic(node, depth);
      case Kind::kTypeIdentifier:
      case Kind::kIdentifier:
        return Name(std::string(node.text()), depth);
      case Kind::kNestedTypeIdentifier:
        return Name(std::string(node.Child(Field::kName).text()), depth);
      default:
        return {};
    }
  }

 private:
  static Type Predefined(std::string_view name) {
    static const std::map<std::string_view, Type::Kind> kKinds = {
        {"number", Type::Kind::kNumber}, {"string", Type::Kind::kString}, {"boolean", Type::Kind::kBoolean},
        {"symbol", Type::Kind::kSymbol}, {"object", Type::Kind::kObject}, {"void", Type::Kind::kUndefined}};
    if (name == "any" || name == "unknown") return Type::Anything();
    const auto it = kKinds.find(name);
    return it == kKinds.end() ? Type() : Type::Of(it->second);
  }

  static Type Exactly(Type::Kind kind, model::Value value) {
    Type type = Type::Of(kind);
    type.exact = true;
    type.constants.push_back(std::move(value));
    return type;
  }

  static Type Literal(Node literal) {
    const std::string text(literal.text());
    if (literal.Is(Kind::kString) && text.size() >= 2)
      return Exactly(Type::Kind::kString, model::Value::String(text.substr(1, text.size() - 2)));
    if (literal.Is(Kind::kNumber) || literal.Is(Kind::kUnaryExpression))
      return Exactly(Type::Kind::kNumber, model::Value::Number(std::strtod(text.c_str(), nullptr)));
    if (literal.Is(Kind::kTrue) || literal.Is(Kind::kFalse))
      return Exactly(Type::Kind::kBoolean, model::Value::Boolean(literal.Is(Kind::kTrue)));
    if (literal.Is(Kind::kNull)) return Type::Of(Type::Kind::kNull);
    if (literal.Is(Kind::kUndefined)) return Type::Of(Type::Kind::kUndefined);
    return {};
  }

  Type Object(Node body, int depth) const {
    Type type = Type::Of(Type::Kind::kObject);
    for (Node part : body.children()) {
      if (part.Is(Kind::kPropertySignature)) {
        const bool optional = static_cast<bool>(part.Token("?"));
        type.fields.push_back(
            {std::string(part.Child(Field::kName).text()), Read(part.Child(Field::kType), depth + 1), optional});
      } else if (part.Is(Kind::kMethodSignature)) {
        type.fields.push_back({std::string(part.Child(Field::kName).text()), Type::Of(Type::Kind::kFunction), false});
      } else if (part.Is(Kind::kCallSignature) || part.Is(Kind::kConstructSignature)) {
        return {};  // a function with members
      }
    }
    return type;
  }

  // The members of all of them; of parts that are no objects, or not known ones, it has more than are known.
  static Type Together(std::vector<Type> parts) {
    Type all = Type::Of(Type::Kind::kObject);
    for (Type& part : parts) {
      const bool known = part.kind == Type::Kind::kObject && part.name.empty() && !part.fields.empty();
      if (!known) all.name = model::kMoreMembers;
      std::move(part.fields.begin(), part.fields.end(), std::back_inserter(all.fields));
    }
    return all.fields.empty() ? Type() : all;
  }

  Type Interface(Node node, int depth) const {
    std::vector<Type> parts = {Read(node.Child(Field::kBody), depth + 1)};
    bool extends = false;
    for (Node clause : node.children()) {
      if (!clause.Is(Kind::kExtendsTypeClause)) continue;
      extends = true;
      for (Node base : clause.children()) {
        if (base.named()) parts.push_back(Read(base, depth + 1));
      }
    }
    return extends ? Together(std::move(parts)) : parts[0];
  }

  Type Generic(Node node, int depth) const {
    const std::string name(node.Child(Field::kName).text());
    std::vector<Type> parts;
    for (Node argument : node.Child(Field::kTypeArguments).children()) parts.push_back(Read(argument, depth + 1));
    static const std::map<std::string, Type::Kind> kKinds = {
        {"Array", Type::Kind::kArray},       {"ReadonlyArray", Type::Kind::kArray},
        {"Map", Type::Kind::kMap},           {"ReadonlyMap", Type::Kind::kMap},
        {"Set", Type::Kind::kSet},           {"ReadonlySet", Type::Kind::kSet},
        {"Promise", Type::Kind::kPromise},   {"PromiseLike", Type::Kind::kPromise},
        {"Iterable", Type::Kind::kIterable}, {"Record", Type::Kind::kObject}};
    const auto it = kKinds.find(name);
    if (it == kKinds.end()) return Name(name, depth);
    return it->second == Type::Kind::kObject ? Type::Of(it->second) : Type::With(it->second, std::move(parts));
  }

  // One of its values: those written out, and numbers that go on from the one before.
  static Type Enum(Node node) {
    std::vector<Type> values;
    double next = 0;
    for (Node member : node.Child(Field::kBody).children()) {
      const Node value = member.Is(Kind::kEnumAssignment) ? member.Child(Field::kValue) : Node();
      Type type = value ? Literal(value) : Exactly(Type::Kind::kNumber, model::Value::Number(next));
      if (type.kind == Type::Kind::kNumber && !type.constants.empty()) next = type.constants[0].number + 1;
      values.push_back(std::move(type));
    }
    return values.empty() ? Type() : Type::Union(std::move(values));
  }

  Type Name(const std::string& name, int depth) const {
    static const std::map<std::string, Type::Kind> kKinds = {
        {"Date", Type::Kind::kDate},         {"RegExp", Type::Kind::kRegExp},
        {"Buffer", Type::Kind::kBuffer},     {"Uint8Array", Type::Kind::kBuffer},
        {"Error", Type::Kind::kError},       {"Function", Type::Kind::kFunction},
        {"function", Type::Kind::kFunction}, {"Object", Type::Kind::kObject},
        {"String", Type::Kind::kString},     {"Number", Type::Kind::kNumber},
        {"Boolean", Type::Kind::kBoolean},   {"Array", Type::Kind::kArray},
        {"Map", Type::Kind::kMap},           {"Set", Type::Kind::kSet},
        {"Promise", Type::Kind::kPromise},   {"undefined", Type::Kind::kUndefined},
        {"bigint", Type::Kind::kBigInt}};
    if (const auto it = kKinds.find(name); it != kKinds.end()) return Type::Of(it->second);
    if (const auto it = named_.find(name); it != named_.end()) {
      const Node node = it->second;
      if (node.Is(Kind::kEnumDeclaration)) return Enum(node);
      Type type =
          node.Is(Kind::kTypeAliasDeclaration) ? Read(node.Child(Field::kValue), depth + 1) : Interface(node, depth);
      const bool node_of_a_tree = type.kind == Type::Kind::kObject && made_.contains(name) && IsTagged(type);
      if (node_of_a_tree) type.name = model::kMadeByTarget;
      return type;
    }
    // A type parameter may be anything.
    return name.size() == 1 ? Type() : Type::Class(name);
  }

  const NamedTypes& named_;
  std::set<std::string> made_;
};

model::ParameterType ReadParameter(Node node, const TypeReader& reader, const std::string& where) {
  model::ParameterType parameter;
  const Node pattern = node.Child(Field::kPattern);
  parameter.rest = pattern.Is(Kind::kRestPattern);
  parameter.name = std::string(parameter.rest ? pattern.NamedChild(0).text() : pattern.text());
  parameter.optional = node.Is(Kind::kOptionalParameter) || static_cast<bool>(node.Child(Field::kValue));
  parameter.type = reader.Read(node.Child(Field::kType));
  parameter.evidence = "declared in " + where;
  return parameter;
}

std::vector<model::ParameterType> ReadParameters(Node list, const TypeReader& reader, const std::string& where) {
  std::vector<model::ParameterType> parameters;
  for (Node node : list.children()) {
    if (!node.Is(Kind::kRequiredParameter) && !node.Is(Kind::kOptionalParameter)) continue;
    model::ParameterType next = ReadParameter(node, reader, where);
    if (next.name != "this") parameters.push_back(std::move(next));
  }
  return parameters;
}

// Of several overloads the longest says most.
void Keep(const std::string& function, std::vector<model::ParameterType> parameters, Declarations& into) {
  const auto [entry, fresh] = into.try_emplace(function, parameters);
  if (fresh) return;
  std::vector<model::ParameterType>& known = entry->second;
  const size_t shorter = std::min(parameters.size(), known.size());
  if (parameters.size() > known.size()) known = std::move(parameters);
  for (size_t i = shorter; i < known.size(); ++i) known[i].optional |= !known[i].rest;
}

// A function, and under its name with "()" the function that it is declared to return.
void KeepFunction(const std::string& name, Node declaration, const TypeReader& reader, const std::string& where,
                  Declarations& into) {
  Keep(name, ReadParameters(declaration.Child(Field::kParameters), reader, where), into);
  Node result = declaration.Child(Field::kReturnType);
  while (result.Is(Kind::kTypeAnnotation) || result.Is(Kind::kParenthesizedType)) result = result.NamedChild(0);
  if (result && result.Is(Kind::kFunctionType))
    Keep(name + "()", ReadParameters(result.Child(Field::kParameters), reader, where), into);
}

// "export default name", "export = name".
std::string DefaultName(const std::string& source) {
  for (const std::string_view start : {"export default ", "export = "}) {
    size_t at = source.find(start);
    if (at == std::string::npos) continue;
    at += start.size();
    for (const std::string_view word : {"function ", "class ", "abstract class "}) {
      if (source.compare(at, word.size(), word) == 0) at += word.size();
    }
    size_t end = at;
    while (end < source.size() &&
           (std::isalnum(static_cast<unsigned char>(source[end])) != 0 || source[end] == '_' || source[end] == '$'))
      ++end;
    return source.substr(at, end - at);
  }
  return "";
}

bool IsClass(Node node) {
  return node.Is(Kind::kClassDeclaration) || node.Is(Kind::kAbstractClassDeclaration) ||
         node.Is(Kind::kInterfaceDeclaration);
}

std::string Trimmed(std::string text) {
  const size_t begin = text.find_first_not_of(" \t*\n\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t*\n\r") - begin + 1);
}

// "@param {string|number} [name=3] words" → name and type.
std::optional<model::ParameterType> ReadTag(const std::string& tag, const std::string& where) {
  const size_t open = tag.find('{');
  size_t close = open;
  for (int depth = 0; close < tag.size(); ++close) {
    if (tag[close] == '{') ++depth;
    if (tag[close] == '}' && --depth == 0) break;
  }
  if (open == std::string::npos || close >= tag.size()) return std::nullopt;
  std::string type = Trimmed(tag.substr(open + 1, close - open - 1));
  std::string name = Trimmed(tag.substr(close + 1));
  model::ParameterType parameter;
  parameter.optional = name.starts_with("[");
  if (parameter.optional) name = name.substr(1);
  name = name.substr(0, name.find_first_of(" ]=\t\n-"));
  if (type.ends_with("=")) {
    parameter.optional = true;
    type.pop_back();
  }
  if (type.starts_with("...")) {
    parameter.rest = true;
    type = type.substr(3);
  }
  if (type.starts_with("?") || type.starts_with("!")) type = type.substr(1);
  if (name.empty()) return std::nullopt;
  parameter.name = name;
  parameter.type = type == "*" ? Type::Anything() : ParseType(type);
  parameter.evidence = "JSDoc in " + where;
  return parameter;
}

// "options.size" is a member of the parameter "options"; of what lies deeper nothing is known.
void AddMember(const model::ParameterType& tag, std::vector<model::ParameterType>& parameters) {
  const size_t dot = tag.name.find('.');
  const auto owner = std::find_if(parameters.begin(), parameters.end(), [&](const model::ParameterType& parameter) {
    return parameter.name == tag.name.substr(0, dot);
  });
  if (owner == parameters.end()) return;
  Type* object = &owner->type;
  for (Type& part : owner->type.parts) {
    if (owner->type.IsUnion() && part.kind == Type::Kind::kObject) object = &part;
  }
  if (object->kind != Type::Kind::kObject) return;
  const size_t deeper = tag.name.find_first_of(".[", dot + 1);
  const std::string name = tag.name.substr(dot + 1, deeper - dot - 1);
  const auto known = std::find_if(object->fields.begin(), object->fields.end(),
                                  [&](const model::TypeField& field) { return field.name == name; });
  if (known != object->fields.end())
    known->type = Type();
  else
    object->fields.push_back({name, deeper == std::string::npos ? tag.type : Type(), tag.optional});
}

std::vector<model::ParameterType> ReadComment(std::string_view comment, const std::string& where) {
  std::vector<model::ParameterType> parameters;
  std::string text(comment);
  for (size_t at = text.find("@param"); at != std::string::npos;) {
    const size_t next = text.find("\n", at);
    if (auto parameter = ReadTag(text.substr(at, next - at), where)) {
      if (parameter->name.find('.') != std::string::npos)
        AddMember(*parameter, parameters);
      else
        parameters.push_back(std::move(*parameter));
    }
    at = text.find("@param", at + 6);
  }
  return parameters;
}

// "Class#method", "Class#", or the name of a function.
std::string FunctionAfter(Node node) {
  if (node.Is(Kind::kMethodDefinition)) {
    const Node holder = node.parent().parent();
    const std::string name(node.Child(Field::kName).text());
    const bool in_class = holder.Is(Kind::kClassDeclaration) || holder.Is(Kind::kClass);
    if (!in_class) return name;
    return fmt::format("{}#{}", holder.Child(Field::kName).text(), name == "constructor" ? "" : name);
  }
  if (node.Is(Kind::kFunctionDeclaration)) return std::string(node.Child(Field::kName).text());
  if (node.Is(Kind::kPair)) return std::string(node.Child(Field::kKey).text());
  if (!node.Is(Kind::kExpressionStatement)) return "";
  const Node left = node.NamedChild(0).Child(Field::kLeft);
  if (!left.Is(Kind::kMemberExpression)) return "";
  const std::string method(left.Child(Field::kProperty).text());
  const Node object = left.Child(Field::kObject);
  const bool prototype = object.Is(Kind::kMemberExpression) && object.Child(Field::kProperty).text() == "prototype";
  return prototype ? fmt::format("{}#{}", object.Child(Field::kObject).text(), method) : method;
}

}  // namespace

Type ParseType(const std::string& text) {
  const syntax::Tree tree = syntax::Parse("type T = " + text + ";", syntax::Language::kTypeScript);
  if (tree.has_error()) return {};
  const NamedTypes none;
  return TypeReader(none).Read(tree.root().NamedChild(0).Child(Field::kValue));
}

void ReadDeclarations(const std::string& source, const std::string& where, Declarations& into) {
  const syntax::Tree tree = syntax::Parse(source, syntax::Language::kTypeScript);
  NamedTypes named;
  syntax::Walk(
      tree.root(),
      [&](Node node) {
        if (node.Is(Kind::kInterfaceDeclaration) || node.Is(Kind::kTypeAliasDeclaration) ||
            node.Is(Kind::kEnumDeclaration))
          named[std::string(node.Child(Field::kName).text())] = node;
        return true;
      },
      [](Node) {});
  const TypeReader reader(named, MadeTypes(tree.root(), named));
  syntax::Walk(
      tree.root(),
      [&](Node node) {
        const bool outer = node.parent().Is(Kind::kProgram) || node.parent().Is(Kind::kExportStatement);
        if (node.Is(Kind::kFunctionSignature) || (node.Is(Kind::kFunctionDeclaration) && outer))
          KeepFunction(std::string(node.Child(Field::kName).text()), node, reader, where, into);
        if (node.Is(Kind::kVariableDeclarator)) {
          const Node type = node.Child(Field::kType) ? node.Child(Field::kType).NamedChild(0) : Node();
          const Node value = node.Child(Field::kValue);
          const Node function = type && type.Is(Kind::kFunctionType) ? type : value;
          const bool is_function = function.Is(Kind::kFunctionType) || function.Is(Kind::kArrowFunction) ||
                                   function.Is(Kind::kFunctionExpression);
          if (is_function && function.Child(Field::kParameters))
            KeepFunction(std::string(node.Child(Field::kName).text()), function, reader, where, into);
        }
        if (!IsClass(node)) return true;
        const std::string owner(node.Child(Field::kName).text());
        for (Node member : node.Child(Field::kBody).children()) {
          const Node name = member.Child(Field::kName);
          const Node list = member.Child(Field::kParameters);
          if (!list) continue;
          const bool constructs = !name || name.text() == "constructor";
          Keep(fmt::format("{}#{}", owner, constructs ? "" : name.text()), ReadParameters(list, reader, where), into);
        }
        return true;
      },
      [](Node) {});
  const std::string name = DefaultName(source);
  for (const char* end : {"", "#", "()"}) {
    if (const auto it = into.find(name + end); !name.empty() && it != into.end())
      into[std::string("default") + end] = it->second;
  }
}

void ReadJsDoc(const std::string& source, const std::string& where, Declarations& into) {
  if (source.find("@param") == std::string::npos) return;
  const syntax::Tree tree = syntax::Parse(source);
  for (uint32_t index : tree.comments()) {
    const Node comment = tree.At(index);
    if (!comment.text().starts_with("/**")) continue;
    Node next = comment.next();
    if (next.Is(Kind::kExportStatement)) next = next.Child(Field::kDeclaration);
    const std::string function = next ? FunctionAfter(next) : "";
    std::vector<model::ParameterType> parameters = ReadComment(comment.text(), where);
    if (!function.empty() && !parameters.empty()) Keep(function, std::move(parameters), into);
  }
}

base::Path FindDeclarations(const base::Path& root, const std::string& name, const base::FileSystem& files) {
  std::vector<base::Path> candidates;
  if (const auto text = files.Read(root / "package.json"); text.ok()) {
    if (const auto manifest = base::ParseJson(*text, "package.json"); manifest.ok() && manifest->is_object()) {
      for (const char* key : {"types", "typings"}) {
        if (manifest->contains(key) && (*manifest)[key].is_string())
          candidates.push_back(root / (*manifest)[key].get<std::string>());
      }
      for (const char* place : {"/exports/./types", "/exports/./require/types", "/exports/./import/types",
                                "/exports/types", "/exports/./default/types"}) {
        const base::Json::json_pointer pointer{std::string(place)};
        if (manifest->contains(pointer) && manifest->at(pointer).is_string())
          candidates.push_back(root / manifest->at(pointer).get<std::string>());
      }
    }
  }
  candidates.push_back(root / "index.d.ts");
  std::string flat = name;
  if (flat.starts_with("@")) {
    flat = flat.substr(1);
    if (const size_t slash = flat.find('/'); slash != std::string::npos) flat.replace(slash, 1, "__");
  }
  for (base::Path at = root.parent_path(); !flat.empty() && at != at.parent_path(); at = at.parent_path()) {
    const base::Path modules = at.filename() == "node_modules" ? at : at / "node_modules";
    candidates.push_back(modules / "@types" / flat / "index.d.ts");
  }
  for (const base::Path& candidate : candidates) {
    if (files.IsFile(candidate)) return candidate;
  }
  return {};
}

}  // namespace kingbird::discover
