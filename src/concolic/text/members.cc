#include "concolic/text/members.h"

#include <algorithm>
#include <array>

namespace kingbird::concolic {
namespace {

constexpr TypeSet kListLike = {Type::kArray, Type::kString};

template <size_t N>
bool IsIn(const std::array<std::string_view, N>& names, std::string_view text) {
  return std::ranges::find(names, text) != names.end();
}

}  // namespace

TypeSet OwnersOf(std::string_view member) {
  constexpr auto kOfArrays = std::to_array<std::string_view>(
      {"push", "pop",   "shift", "unshift",   "splice", "forEach", "map",  "filter", "reduce",  "reduceRight",
       "some", "every", "find",  "findIndex", "join",   "reverse", "sort", "flat",   "flatMap", "fill"});
  constexpr auto kOfStrings = std::to_array<std::string_view>(
      {"charAt",      "charCodeAt",  "codePointAt", "endsWith", "match",     "matchAll",     "padEnd", "padStart",
       "repeat",      "replace",     "replaceAll",  "search",   "split",     "startsWith",   "substr", "substring",
       "toLowerCase", "toUpperCase", "trim",        "trimEnd",  "trimStart", "localeCompare"});
  constexpr auto kOfBoth =
      std::to_array<std::string_view>({"length", "slice", "concat", "indexOf", "lastIndexOf", "includes", "at"});
  constexpr auto kOfFunctions = std::to_array<std::string_view>({"call", "apply", "bind"});
  constexpr auto kOfAll = std::to_array<std::string_view>({"toString", "valueOf", "toLocaleString", "hasOwnProperty"});
  if (IsIn(kOfArrays, member)) return {Type::kArray};
  if (IsIn(kOfStrings, member)) return {Type::kString};
  if (IsIn(kOfBoth, member)) return kListLike;
  if (IsIn(kOfFunctions, member)) return {Type::kFunction};
  if (IsIn(kOfAll, member)) return kAnyType;
  return kReadable;
}

}  // namespace kingbird::concolic
