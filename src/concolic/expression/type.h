// The types symbolic values have. An input has one of them in a run; paper 003 keeps constraints on them apart from
// those on values.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace kingbird::concolic {

enum class Type : uint8_t {
  kAbsent,  ///< A property or argument that is not there: reads as undefined, `in` says false.
  kUndefined,
  kNull,
  kBoolean,
  kNumber,
  kString,
  kObject,
  kArray,
  kFunction,
};
inline constexpr int kTypes = 9;

/// A set of types, one bit each.
class TypeSet {
 public:
  constexpr TypeSet() = default;
  constexpr TypeSet(std::initializer_list<Type> types) {
    for (Type type : types) bits_ = static_cast<uint16_t>(bits_ | (1U << static_cast<unsigned>(type)));
  }
  static constexpr TypeSet FromBits(uint16_t bits) {
    TypeSet set;
    set.bits_ = bits;
    return set;
  }
  constexpr bool Has(Type type) const { return ((bits_ >> static_cast<unsigned>(type)) & 1U) != 0; }
  constexpr uint16_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool operator==(const TypeSet& other) const = default;

 private:
  uint16_t bits_ = 0;
};

/// "absent", "undefined", "null", "boolean", "number", "string", "object", "array", "function".
std::string_view TypeName(Type type);

/// The inverse of TypeName.
std::optional<Type> TypeFromName(std::string_view name);

/// What `typeof` says of it.
std::string_view TypeofName(Type type);

}  // namespace kingbird::concolic
