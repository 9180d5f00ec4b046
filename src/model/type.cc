#include "model/type.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace kingbird::model {
namespace {

std::string Parameters(int arity) {
  std::vector<std::string> names;
  for (int i = 0; i < arity && i < 6; ++i) names.emplace_back(1, static_cast<char>('a' + i));
  return fmt::format("({})", base::Join(names, ", "));
}

std::string InPlace(const Type& type) {
  const bool wide = type.IsUnion() || type.kind == Type::Kind::kFunction;
  return wide ? fmt::format("({})", ToString(type)) : ToString(type);
}

std::string Part(const Type& type, size_t i) { return i < type.parts.size() ? ToString(type.parts[i]) : "any"; }

std::string Fields(const Type& type) {
  std::vector<std::string> fields;
  for (const TypeField& field : type.fields)
    fields.push_back(fmt::format("{}{}: {}", field.name, field.optional ? "?" : "", ToString(field.type)));
  if (!type.parts.empty()) fields.push_back("[key: string]: " + ToString(type.parts[0]));
  if (fields.empty()) return "object";
  return fmt::format("{{ {} }}", base::Join(fields, "; "));
}

}  // namespace

Type Type::Of(Kind kind) {
  Type type;
  type.kind = kind;
  return type;
}

Type Type::Anything() {
  Type type;
  type.name = "any";
  return type;
}

Type Type::Class(std::string name) {
  Type type = Of(Kind::kClass);
  type.name = std::move(name);
  return type;
}

Type Type::With(Kind kind, std::vector<Type> parts) {
  Type type = Of(kind);
  type.parts = std::move(parts);
  return type;
}

Type Type::Union(std::vector<Type> parts) {
  Type result = Of(Kind::kUnion);
  for (Type& part : parts) {
    if (part.kind == Kind::kAny) return part;
    std::vector<Type> flat = part.IsUnion() ? std::move(part.parts) : std::vector<Type>{std::move(part)};
    for (Type& one : flat) {
      const auto known = std::find(result.parts.begin(), result.parts.end(), one);
      if (known == result.parts.end()) {
        result.parts.push_back(std::move(one));
        continue;
      }
      known->exact = known->exact && one.exact;
      for (Value& constant : one.constants) {
        if (std::find(known->constants.begin(), known->constants.end(), constant) == known->constants.end())
          known->constants.push_back(std::move(constant));
      }
    }
  }
  if (result.parts.empty()) return Of(Kind::kAny);
  return result.parts.size() == 1 ? Type(result.parts[0]) : result;
}

bool Type::Has(Kind wanted) const {
  if (kind == wanted) return true;
  return IsUnion() && std::any_of(parts.begin(), parts.end(), [&](const Type& part) { return part.Has(wanted); });
}

bool Type::operator==(const Type& other) const {
  return kind == other.kind && name == other.name && parts == other.parts && fields == other.fields &&
         arity == other.arity;
}

std::string ToString(const Type& type) {
  switch (type.kind) {
    case Type::Kind::kAny:
      return "any";
    case Type::Kind::kUndefined:
      return "undefined";
    case Type::Kind::kNull:
      return "null";
    case Type::Kind::kBoolean:
      return "boolean";
    case Type::Kind::kNumber:
      return "number";
    case Type::Kind::kBigInt:
      return "bigint";
    case Type::Kind::kString:
      return "string";
    case Type::Kind::kSymbol:
      return "symbol";
    case Type::Kind::kArray:
      return type.parts.empty() ? "any[]" : fmt::format("{}[]", InPlace(type.parts[0]));
    case Type::Kind::kFunction:
      return type.arity < 0 && type.parts.empty() ? "function"
                                                  : fmt::format("{} => {}", Parameters(type.arity), Part(type, 0));
    case Type::Kind::kObject:
      return Fields(type);
    case Type::Kind::kClass:
      return type.name;
    case Type::Kind::kMap:
      return fmt::format("Map<{}, {}>", Part(type, 0), Part(type, 1));
    case Type::Kind::kSet:
      return fmt::format("Set<{}>", Part(type, 0));
    case Type::Kind::kDate:
      return "Date";
    case Type::Kind::kRegExp:
      return "RegExp";
    case Type::Kind::kBuffer:
      return "Buffer";
    case Type::Kind::kError:
      return "Error";
    case Type::Kind::kPromise:
      return fmt::format("Promise<{}>", Part(type, 0));
    case Type::Kind::kIterable:
      return fmt::format("Iterable<{}>", Part(type, 0));
    case Type::Kind::kUnion: {
      std::vector<std::string> words;
      for (const Type& part : type.parts) words.push_back(ToString(part));
      return base::Join(words, " | ");
    }
  }
  return "any";
}

}  // namespace kingbird::model
