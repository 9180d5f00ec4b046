// A JavaScript value as plain data. The same type describes a value to build (a literal in a test) and a value that was
// observed (a descriptor in an execution), so one renderer writes both: arguments and expected results.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "wire_kinds.h"

namespace kingbird::model {

struct Property;

// clang-format off
/// Which members carry meaning depends on `kind` (agent/wire.json lists them):
///
///   kBoolean    number: 0 or 1
///   kNumber     number (NaN and -0 are themselves)
///   kBigInt     text: decimal digits
///   kString     text: WTF-8
///   kSymbol     text: description; type: "global" if from Symbol.for, "well-known" if Symbol.iterator …
///   kFunction   number: length; text: name; type: "class", "async", "generator", …, "own": made by the test, or "";
///               own properties
///   kArray      type: constructor; items: elements (kHole); further own properties
///   kObject     type: constructor; items: iteration of other built-ins; own properties
///   kMap        type: constructor; items: key, value, key …; own properties
///   kSet        type: constructor; items: members; own properties
///   kDate       number: ms, NaN: invalid
///   kRegExp     text: source; type: flags
///   kError      text: message; type: name of the class; code and other own properties
///   kBytes      text: the raw bytes; type: Buffer, Uint8Array, ArrayBuffer …
///   kPromise    text: pending, fulfilled, rejected; type: constructor; items: the value or reason
///   kProxy      items: [target] when it is known
///   kThrows     items: what the getter threw
///   kReference  number: id of the value it stands for (cycle or shared)
///   kCut        number: how many were left out, -1: unknown; stands where a size limit ended the description
///               (a string, error message or bytes cut short: its only item; properties: the last one, named "")
///
/// `constructor` is "" for objects without prototype. A property whose getter throws has a value of kind kThrows.
/// `id` is non-zero for a value that a kReference in the same description points at.
/// `methods` names the callable properties, inherited ones included; filled only for the top of a description and only
/// when asked.
// clang-format on
struct Value {
  enum class Kind : uint8_t { KINGBIRD_VALUES };

  Kind kind = Kind::kUndefined;
  double number = 0;
  std::string text;
  std::string type;
  std::vector<Value> items;
  std::vector<Property> properties;
  uint32_t id = 0;
  std::vector<std::string> methods;
  /// The runs that the value is the common part of did not all have the same properties (emit::CommonPart). Whether a
  /// property that is not listed exists is unknown then.
  bool varies = false;

  static Value Undefined();
  static Value Null();
  static Value Boolean(bool value);
  static Value Number(double value);
  static Value BigInt(std::string digits);
  static Value String(std::string text);
  static Value Array(std::vector<Value> items);
  static Value Object(std::vector<Property> properties);

  /// Deep equality; NaN equals NaN, 0 differs from -0. `id`, `methods` and `varies` do not count.
  bool operator==(const Value& other) const;
  const Value* Find(std::string_view name) const;
};

/// undefined or null.
bool IsNothing(Value::Kind kind);
bool IsPrimitive(Value::Kind kind);
/// Something that a kReference can point at.
bool IsObject(Value::Kind kind);

/// A symbol-keyed property is written "@@description".
struct Property {
  std::string name;
  Value value;
  bool operator==(const Property& other) const = default;
};

/// A function that the test made: a callback of it, or a literal.
bool IsTestsOwn(const Value& value);
/// Whose methods the value has: the name of its constructor, "Function" or "Object" where there is none.
std::string OwnerName(const Value& value);

/// The name in JSON and in messages: "undefined", "array", …
std::string_view KindName(Value::Kind kind);

/// {"k": kind, "n": number, "t": text, "c": type, "i": items, "p": [[name, value]…], "id": id, "m": methods}, empty
/// members left out. Numbers JSON cannot hold are the strings "NaN", "Infinity", "-Infinity", "-0". Text that is not
/// UTF-8 is an array of UTF-16 code units; the text of kBytes is base64.
base::Json ToJson(const Value& value);
base::Result<Value> ValueFromJson(const base::Json& json);

}  // namespace kingbird::model
