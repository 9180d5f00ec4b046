// Which types an operation is meant for (paper 003, 3.2, getOperandType), in what order types are tried, and what a
// value is at first. JavaScript lets `-` subtract objects; an input that is only ever subtracted is still taken for a
// number. The agent reports the sets as `wanted` (Event::Kind::kType); everything that chooses a type chooses it here.
//
// clang-format off
//   operation                              operands
//   - * / % ** & | ^ ~ << >> >>> neg + x   number
//   + (binary)                             number or string: whichever the other one is, number first
//   < <= > >=                              number; string where the other one is a string
//   == != === !== case                     the other one's type; any where that is null or undefined, number where unknown
//   ! if && || ?: typeof instanceof in     any: these are questions, not uses
//   o.f                                    object (string or array where the name is one of theirs)
//   f()                                    function
//   a[i]                                   i first: number; then a: array for a number, object for a string
//   s.charAt(i) and other string functions string, further operands as the function has it
//   Math functions                         number
// clang-format on
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "concolic/expression/expression.h"
#include "concolic/input.h"
#include "concolic/path.h"

namespace kingbird::concolic {

inline constexpr TypeSet kAnyType = {Type::kAbsent, Type::kUndefined, Type::kNull,  Type::kBoolean, Type::kNumber,
                                     Type::kString, Type::kObject,    Type::kArray, Type::kFunction};
/// Not there, undefined or null: what has no properties and no value.
inline constexpr TypeSet kNothing = {Type::kAbsent, Type::kUndefined, Type::kNull};

constexpr TypeSet Both(TypeSet one, TypeSet other) {
  return TypeSet::FromBits(static_cast<uint16_t>(one.bits() & other.bits()));
}
constexpr TypeSet Without(TypeSet set, TypeSet removed) {
  return TypeSet::FromBits(static_cast<uint16_t>(set.bits() & ~removed.bits()));
}

/// The order in which types are tried where an operation accepts several: `+` a number, `.f` an object though a string
/// would do, an index an array though a string has them, too.
inline constexpr std::array<Type, kTypes> kTypesInOrder = {Type::kNumber, Type::kObject,    Type::kFunction,
                                                           Type::kArray,  Type::kString,    Type::kBoolean,
                                                           Type::kNull,   Type::kUndefined, Type::kAbsent};
/// The order where only the truth of a value is asked: an object is true and can be read from further.
inline constexpr std::array<Type, kTypes> kTypesForTruth = {Type::kObject, Type::kFunction,  Type::kBoolean,
                                                            Type::kNumber, Type::kString,    Type::kArray,
                                                            Type::kNull,   Type::kUndefined, Type::kAbsent};

/// In this order.
std::vector<std::string_view> TypeNames(TypeSet types);

/// The first of kTypesInOrder in the set; absent for an empty one.
Type PreferredType(TypeSet wanted);

/// The types operand number `operand` of `op` is meant to have, given what the other operand can be (binary operators;
/// kAnyType: not known). kAnyType: no preference.
TypeSet OperandTypes(Op op, size_t operand, TypeSet other);

/// 0, "", false, {}, [], a function that returns nothing.
Value DefaultValue(Type type);

/// Whether every input in the expression has, with these types of the symbols, one its operator is meant for. A
/// condition that is not well-typed was decided by a type, not by a value (`z == 1` with z undefined): no branch
/// constraint.
bool WellTyped(const Path& path, NodeId node, const std::vector<Type>& types);
/// The same of every node at once, by id.
std::vector<bool> WellTypedNodes(const Path& path, const std::vector<Type>& types);

}  // namespace kingbird::concolic
