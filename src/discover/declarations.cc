#include "discover/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "discover/made_types.h"
#include "discover/type_reader.h"
#include "syntax/parser.h"

namespace kingbird::discover {
namespace {

using model::Type;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

model::ParameterType ReadParameter(Node node, TypeReader& reader, const std::string& where) {
  model::ParameterType parameter;
  const Node pattern = node.Child(Field::kPattern);
  parameter.rest = pattern.Is(Kind::kRestPattern);
  parameter.name = std::string(parameter.rest ? pattern.NamedChild(0).text() : pattern.text());
  parameter.optional = node.Is(Kind::kOptionalParameter) || static_cast<bool>(node.Child(Field::kValue));
  parameter.type = reader.Read(node.Child(Field::kType));
  parameter.source = model::ParameterType::Source::kDeclared;
  parameter.evidence = "declared in " + where;
  return parameter;
}

std::vector<model::ParameterType> ReadParameters(Node list, TypeReader& reader, const std::string& where) {
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
void KeepFunction(const std::string& name, Node declaration, TypeReader& reader, const std::string& where,
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

// The function that is declared here: a method, or a property that holds one.
Node FunctionOf(Node member) {
  Node type = member.Child(Field::kType);
  while (type.Is(Kind::kTypeAnnotation) || type.Is(Kind::kParenthesizedType)) type = type.NamedChild(0);
  return type.Is(Kind::kFunctionType) ? type : member;
}

// A member that every object of a class is said to have.
void KeepField(const std::string& owner, Node member, TypeReader& reader, const std::string& where,
               Declarations& into) {
  using model::Type;
  const Type type = reader.Read(member.Child(Field::kType));
  const bool may_lack = type.kind == Type::Kind::kAny || type.Has(Type::Kind::kUndefined) || member.Token("?");
  if (may_lack || member.Token("static")) return;
  model::ParameterType field{.name = std::string(member.Child(Field::kName).text()), .type = type};
  field.source = model::ParameterType::Source::kDeclared;
  field.evidence = "declared in " + where;
  into[owner + "."].push_back(std::move(field));
}

void KeepMembers(Node of, TypeReader& reader, const std::string& where, Declarations& into) {
  const std::string owner(of.Child(Field::kName).text());
  for (Node member : of.Child(Field::kBody).children()) {
    const Node name = member.Child(Field::kName);
    const Node list = FunctionOf(member).Child(Field::kParameters);
    if (!list && member.Is(Kind::kPublicFieldDefinition)) KeepField(owner, member, reader, where, into);
    if (!list) continue;
    const bool constructs = !name || name.text() == "constructor";
    // Nobody may construct an abstract class.
    if (constructs && of.Is(Kind::kAbstractClassDeclaration)) continue;
    Keep(fmt::format("{}#{}", owner, constructs ? "" : name.text()), ReadParameters(list, reader, where), into);
  }
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
  parameter.source = model::ParameterType::Source::kDocumented;
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
  TypeReader reader(named, MadeTypes(tree.root(), named));
  std::vector<std::pair<std::string, std::string>> renamed;  // export { name as alias }
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
          const std::string name(node.Child(Field::kName).text());
          if (is_function && function.Child(Field::kParameters)) KeepFunction(name, function, reader, where, into);
          // const enumType: typeof create; const functionType: typeof Factory.create
          if (type && type.Is(Kind::kTypeQuery)) {
            std::string of(type.NamedChild(0).text());
            std::ranges::replace(of, '.', '#');
            renamed.emplace_back(std::move(of), name);
          }
        }
        if (node.Is(Kind::kExportSpecifier) && node.Child(Field::kAlias))
          renamed.emplace_back(node.Child(Field::kName).text(), node.Child(Field::kAlias).text());
        if (IsClass(node)) KeepMembers(node, reader, where, into);
        return true;
      },
      [](Node) {});
  if (std::string name = DefaultName(source); !name.empty()) renamed.emplace_back(std::move(name), "default");
  for (const auto& [name, alias] : renamed) {
    for (const char* end : {"", "#", "()", "."}) {
      const auto it = into.find(name + end);
      if (it != into.end() && (alias == "default" || !into.contains(alias + end))) into[alias + end] = it->second;
    }
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
