#include "discover/type_reader.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "model/declared.h"
#include "syntax/literals.h"

namespace kingbird::discover {
namespace {

using model::Type;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr int kMostDepth = 4;
/// Of a union or an intersection; what has more is for machines.
constexpr size_t kMostParts = 2000;
/// In one type and in all of a file: names that mean each other's unions grow without end.
constexpr size_t kMostTypesInOne = 10'000;

// One of its members says what it is: { type: 'text', … }.
bool IsTagged(const Type& type) {
  return std::any_of(type.fields.begin(), type.fields.end(), [](const model::TypeField& field) {
    return field.type.exact && field.type.kind == Type::Kind::kString && !field.optional;
  });
}

Type Predefined(std::string_view name) {
  static const std::map<std::string_view, Type::Kind> kKinds = {
      {"number", Type::Kind::kNumber}, {"string", Type::Kind::kString}, {"boolean", Type::Kind::kBoolean},
      {"symbol", Type::Kind::kSymbol}, {"object", Type::Kind::kObject}, {"void", Type::Kind::kUndefined}};
  if (name == "any" || name == "unknown") return Type::Anything();
  const auto it = kKinds.find(name);
  return it == kKinds.end() ? Type() : Type::Of(it->second);
}

Type Exactly(Type::Kind kind, model::Value value) {
  Type type = Type::Of(kind);
  type.exact = true;
  type.constants.push_back(std::move(value));
  return type;
}

Type Literal(Node literal) {
  if (literal.Is(Kind::kString))
    return Exactly(Type::Kind::kString, model::Value::String(syntax::StringValue(literal)));
  const bool negative = literal.Is(Kind::kUnaryExpression) && literal.Child(Field::kOperator).type() == "-";
  const Node number = negative ? literal.Child(Field::kArgument) : literal;
  if (number.Is(Kind::kNumber)) {
    const double value = syntax::NumberValue(std::string(number.text()));
    return Exactly(Type::Kind::kNumber, model::Value::Number(negative ? -value : value));
  }
  if (literal.Is(Kind::kTrue) || literal.Is(Kind::kFalse))
    return Exactly(Type::Kind::kBoolean, model::Value::Boolean(literal.Is(Kind::kTrue)));
  if (literal.Is(Kind::kNull)) return Type::Of(Type::Kind::kNull);
  if (literal.Is(Kind::kUndefined)) return Type::Of(Type::Kind::kUndefined);
  return {};
}

// Names may be written as strings.
std::string FieldName(Node member) {
  const Node name = member.Child(Field::kName);
  return name.Is(Kind::kString) ? syntax::StringValue(name) : std::string(name.text());
}

// The members of all of them; of parts that are no objects, or not known ones, it has more than are known.
Type Together(std::vector<Type> parts) {
  Type all = Type::Of(Type::Kind::kObject);
  for (Type& part : parts) {
    const bool known = part.kind == Type::Kind::kObject && part.name.empty() && !part.fields.empty();
    if (!known) all.name = model::kMoreMembers;
    std::move(part.fields.begin(), part.fields.end(), std::back_inserter(all.fields));
  }
  return all.fields.empty() ? Type() : all;
}

// One of its values: those written out, and numbers that go on from the one before.
Type Enum(Node node) {
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

Node Bare(Node node) {
  while (node.Is(Kind::kTypeAnnotation) || node.Is(Kind::kParenthesizedType) || node.Is(Kind::kReadonlyType))
    node = node.NamedChild(0);
  return node;
}

// What `|` or `&` puts together, in order; nothing for too many. The grammar nests them, one in the other: a loop,
// because a file may do so deeper than the stack.
std::vector<Node> PartsOf(Node whole) {
  std::vector<Node> parts;
  std::vector<Node> open = {whole};
  for (size_t looked = 0; !open.empty(); ++looked) {
    if (looked == kMostParts) return {};
    const Node part = Bare(open.back());
    open.pop_back();
    if (!part.Is(whole.kind())) {
      parts.push_back(part);
      continue;
    }
    const auto children = part.children();
    const size_t first = open.size();
    open.insert(open.end(), children.begin(), children.end());
    std::reverse(open.begin() + static_cast<long>(first), open.end());
  }
  return parts;
}

// Of any number of members, none of which says what a type parameter is.
bool IsList(Node node) {
  switch (node.kind()) {
    case Kind::kProgram:
    case Kind::kStatementBlock:
    case Kind::kClassBody:
    case Kind::kInterfaceBody:
    case Kind::kObjectType:
    case Kind::kTupleType:
    case Kind::kFormalParameters:
    case Kind::kTypeArguments:
      return true;
    default:
      return false;
  }
}

// What a name means where a declaration around it has a parameter of that name: the type that it extends, which may be
// none. Absent: it is no such parameter.
std::optional<Node> TypeParameter(Node name) {
  for (Node at = name.parent(); at; at = at.parent()) {
    const Node list = IsList(at) ? Node() : at.Child(Field::kTypeParameters);
    if (!list) continue;
    for (Node parameter : list.children()) {
      if (!parameter.Is(Kind::kTypeParameter) || parameter.Child(Field::kName).text() != name.text()) continue;
      const Node constraint = parameter.Child(Field::kConstraint);
      return constraint ? constraint.NamedChild(0) : Node();
    }
  }
  return std::nullopt;
}

}  // namespace

TypeReader::TypeReader(const NamedTypes& named, std::set<std::string> made) : named_(named), made_(std::move(made)) {}

Type TypeReader::Read(Node node) {
  const size_t own = std::min(left_in_file_, kMostTypesInOne);
  left_ = own;
  Type type = Read(node, 0);
  left_in_file_ -= own - left_;
  return type;
}

Type TypeReader::Read(Node node, int depth) {
  node = Bare(node);
  if (!node || depth > kMostDepth || left_ == 0) return {};
  --left_;
  switch (node.kind()) {
    case Kind::kPredefinedType:
      return Predefined(node.text());
    case Kind::kArrayType:
      return Type::With(Type::Kind::kArray, {Read(node.NamedChild(0), depth + 1)});
    case Kind::kTupleType:
      return Tuple(node, depth);
    case Kind::kUnionType:
      return Type::Union(ReadAll(PartsOf(node), depth + 1));
    case Kind::kIntersectionType:
      return Together(ReadAll(PartsOf(node), depth));
    case Kind::kLiteralType:
      return Literal(node.NamedChild(0));
    case Kind::kFunctionType:
      return Function(node, depth);
    case Kind::kObjectType:
    case Kind::kInterfaceBody:
      return Object(node, depth);
    case Kind::kGenericType:
      return Generic(node, depth);
    case Kind::kTypeIdentifier:
    case Kind::kIdentifier:
      return Name(node, depth);
    case Kind::kNestedTypeIdentifier:
      return Name(node.Child(Field::kName), depth);
    default:
      return {};
  }
}

std::vector<Type> TypeReader::ReadAll(const std::vector<Node>& nodes, int depth) {
  std::vector<Type> types;
  for (const Node node : nodes) types.push_back(Read(node, depth));
  return types;
}

Type TypeReader::Function(Node node, int depth) {
  Type type = Type::Of(Type::Kind::kFunction);
  type.arity = 0;
  for (Node parameter : node.Child(Field::kParameters).children()) type.arity += parameter.named() ? 1 : 0;
  // Nobody looks at what a function returns that is declared to return nothing.
  Type result = Read(node.Child(Field::kReturnType), depth + 1);
  if (result.kind == Type::Kind::kUndefined) result = Type::Anything();
  if (result.kind != Type::Kind::kAny || !result.name.empty()) type.parts.push_back(std::move(result));
  return type;
}

// A list of what its places hold. Which goes where is left open, so no list is known to be one.
Type TypeReader::Tuple(Node node, int depth) {
  std::vector<Type> places;
  for (Node place : node.children()) {
    if (!place.named()) continue;
    const bool rest = place.Is(Kind::kRestType);
    Type type = Read(rest ? place.NamedChild(0) : place, depth + 1);
    if (rest) type = type.kind == Type::Kind::kArray && !type.parts.empty() ? Type(type.parts[0]) : Type();
    places.push_back(std::move(type));
  }
  Type type = Type::With(Type::Kind::kArray, {Type::Union(std::move(places))});
  type.name = model::kMoreMembers;
  return type;
}

Type TypeReader::Object(Node body, int depth) {
  Type type = Type::Of(Type::Kind::kObject);
  for (Node part : body.children()) {
    if (part.Is(Kind::kPropertySignature)) {
      const bool optional = static_cast<bool>(part.Token("?"));
      type.fields.push_back({FieldName(part), Read(part.Child(Field::kType), depth + 1), optional});
    } else if (part.Is(Kind::kMethodSignature)) {
      type.fields.push_back({FieldName(part), Type::Of(Type::Kind::kFunction), false});
    } else if (part.Is(Kind::kIndexSignature)) {
      type.parts = {Read(part.Child(Field::kType), depth + 1)};
    } else if (part.Is(Kind::kCallSignature) || part.Is(Kind::kConstructSignature)) {
      return {};  // a function with members
    }
  }
  return type;
}

Type TypeReader::Interface(Node node, int depth) {
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

Type TypeReader::Generic(Node node, int depth) {
  const Node name = node.Child(Field::kName);
  std::vector<Type> parts;
  for (Node argument : node.Child(Field::kTypeArguments).children()) parts.push_back(Read(argument, depth + 1));
  static const std::map<std::string_view, Type::Kind> kKinds = {
      {"Array", Type::Kind::kArray},       {"ReadonlyArray", Type::Kind::kArray},
      {"Map", Type::Kind::kMap},           {"ReadonlyMap", Type::Kind::kMap},
      {"Set", Type::Kind::kSet},           {"ReadonlySet", Type::Kind::kSet},
      {"Promise", Type::Kind::kPromise},   {"PromiseLike", Type::Kind::kPromise},
      {"Iterable", Type::Kind::kIterable}, {"Record", Type::Kind::kObject}};
  const auto it = kKinds.find(name.text());
  if (name.text() == "Partial" && parts.size() == 1) {
    for (model::TypeField& field : parts[0].fields) field.optional = true;
    return parts[0];
  }
  if ((name.text() == "Readonly" || name.text() == "Required") && parts.size() == 1) return parts[0];
  if (it == kKinds.end()) return Name(name.Is(Kind::kNestedTypeIdentifier) ? name.Child(Field::kName) : name, depth);
  if (it->second != Type::Kind::kObject) return Type::With(it->second, std::move(parts));
  return parts.size() == 2 ? Type::With(it->second, {std::move(parts[1])}) : Type::Of(it->second);
}

Type TypeReader::Name(Node node, int depth) {
  static const std::map<std::string_view, Type::Kind> kKinds = {
      {"Date", Type::Kind::kDate},         {"RegExp", Type::Kind::kRegExp},
      {"Buffer", Type::Kind::kBuffer},     {"Uint8Array", Type::Kind::kBuffer},
      {"Error", Type::Kind::kError},       {"Function", Type::Kind::kFunction},
      {"function", Type::Kind::kFunction}, {"Object", Type::Kind::kObject},
      {"String", Type::Kind::kString},     {"Number", Type::Kind::kNumber},
      {"Boolean", Type::Kind::kBoolean},   {"Array", Type::Kind::kArray},
      {"Map", Type::Kind::kMap},           {"Set", Type::Kind::kSet},
      {"Promise", Type::Kind::kPromise},   {"undefined", Type::Kind::kUndefined},
      {"bigint", Type::Kind::kBigInt}};
  // A type parameter that extends nothing may be anything. What puts others together is no step by itself.
  if (const auto constraint = TypeParameter(node)) {
    const bool composed = constraint->Is(Kind::kUnionType) || constraint->Is(Kind::kTupleType);
    return *constraint ? Read(*constraint, depth + (composed ? 0 : 1)) : Type();
  }
  if (const auto it = kKinds.find(node.text()); it != kKinds.end()) return Type::Of(it->second);
  const std::string name(node.text());
  const auto it = named_.find(name);
  if (it == named_.end()) return name.size() == 1 ? Type() : Type::Class(name);
  const Node meaning = it->second;
  if (meaning.Is(Kind::kEnumDeclaration)) return Enum(meaning);
  Type type = meaning.Is(Kind::kTypeAliasDeclaration) ? Read(meaning.Child(Field::kValue), depth + 1)
                                                      : Interface(meaning, depth);
  const bool node_of_a_tree = type.kind == Type::Kind::kObject && made_.contains(name) && IsTagged(type);
  if (node_of_a_tree) type.name = model::kMadeByTarget;
  return type;
}

}  // namespace kingbird::discover
