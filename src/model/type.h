// The type of a parameter as a reader would write it: what inference concludes, declarations say and generators serve.
#pragma once

#include <string>
#include <vector>

#include "model/value.h"

namespace kingbird::model {

struct TypeField;

/// Which members carry meaning depends on `kind`:
///   kArray, kSet, kPromise, kIterable   parts[0]: the element
///   kMap                                parts[0]: key, parts[1]: value
///   kFunction                           arity; parts[0]: what its result is used as, if known
///   kObject                             fields; parts[0]: what other members are; neither: any plain object
///   kClass                              name
///   kUnion                              parts
///   kNumber, kString, kBoolean          constants it was compared with, or with `exact` the only ones it may be; a
///                                       string's may be regular expressions that it was matched with
///   kString                             name "path": it names a file
///   kAny                                name "any": somebody said so; "": nothing is known
struct Type {
  enum class Kind : uint8_t {
    kAny,
    kUndefined,
    kNull,
    kBoolean,
    kNumber,
    kBigInt,
    kString,
    kSymbol,
    kArray,
    kFunction,
    kObject,
    kClass,
    kMap,
    kSet,
    kDate,
    kRegExp,
    kBuffer,
    kError,
    kPromise,
    kIterable,
    kUnion,
  };

  Kind kind = Kind::kAny;
  std::string name;
  std::vector<Type> parts;
  std::vector<TypeField> fields;
  std::vector<Value> constants;
  int arity = -1;
  bool exact = false;

  static Type Of(Kind kind);
  static Type Anything();  ///< Somebody said that anything will do.
  static Type Class(std::string name);
  static Type With(Kind kind, std::vector<Type> parts);
  /// A union without repeats; a single member stands for itself, any swallows the rest.
  static Type Union(std::vector<Type> parts);

  bool IsUnion() const { return kind == Kind::kUnion; }
  /// It is this kind, or a union with a member of it.
  bool Has(Kind wanted) const;
  /// Constants do not count, nor does `exact`.
  bool operator==(const Type& other) const;
};

struct TypeField {
  std::string name;
  Type type;
  bool optional = false;
  bool operator==(const TypeField& other) const = default;
};

/// "number", "Node | undefined", "string[]", "(a, b) => number", "{ x: number; y?: string }", "Map<string, any>".
std::string ToString(const Type& type);

/// What is known of one parameter.
struct ParameterType {
  enum class Source : uint8_t {
    kInferred,
    kDeclared,    ///< By a type of TypeScript.
    kDocumented,  ///< By JSDoc.
  };

  std::string name;
  Type type;
  bool optional = false;  ///< undefined was expected, or there is a default.
  bool rest = false;
  std::string evidence;  ///< For the user: "members prev, next of Node", "compared with a number".
  Source source = Source::kInferred;
};

}  // namespace kingbird::model
