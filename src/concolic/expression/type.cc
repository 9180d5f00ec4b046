#include "concolic/expression/type.h"

#include <array>

namespace kingbird::concolic {

std::string_view TypeName(Type type) {
  static constexpr std::array<std::string_view, kTypes> kNames = {"absent", "undefined", "null",  "boolean", "number",
                                                                  "string", "object",    "array", "function"};
  return kNames[static_cast<size_t>(type)];
}

std::string_view TypeofName(Type type) {
  switch (type) {
    case Type::kAbsent:
      return "undefined";
    case Type::kNull:
    case Type::kArray:
      return "object";
    default:
      return TypeName(type);
  }
}

std::optional<Type> TypeFromName(std::string_view name) {
  for (int i = 0; i < kTypes; ++i) {
    if (TypeName(static_cast<Type>(i)) == name) return static_cast<Type>(i);
  }
  return std::nullopt;
}

}  // namespace kingbird::concolic
