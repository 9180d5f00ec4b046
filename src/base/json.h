// The JSON type of the project. Parsing never throws: use ParseJson.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace kingbird::base {

/// Keeps keys in the order they were written, so that files are stable and diffs small.
using Json = nlohmann::ordered_json;

/// Of brackets in a text that ParseJson takes: who walks a Json by recursion has the stack for it.
inline constexpr size_t kMostJsonDepth = 500;
/// Of values in it: a hundred and fifty megabytes at worst.
inline constexpr uint64_t kMostJsonValues = 2'000'000;
/// Of values in what a target's process answers, many of which may be held at once: thirty megabytes.
inline constexpr uint64_t kMostAnswerValues = 400'000;
/// Of the squares of the members of its objects: twenty thousand in one, a second at worst.
inline constexpr uint64_t kMostJsonWork = 400'000'000;

/// Parses text; `what` names the source in the error ("package.json of q").
Result<Json> ParseJson(std::string_view text, std::string_view what, uint64_t most_values = kMostJsonValues);
/// The member of an object, or `otherwise` where that is missing or of another kind, or `json` no object: for what
/// somebody else wrote. Never throws.
template <typename T>
T ValueOr(const Json& json, const char* key, T otherwise) {
  const auto it = json.is_object() ? json.find(key) : json.end();
  if (it == json.end()) return otherwise;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    // A conversion of what does not fit would be anything.
    if (!it->is_number_integer()) return otherwise;
    if (it->is_number_unsigned())
      return std::in_range<T>(it->template get<uint64_t>()) ? it->template get<T>() : otherwise;
    return std::in_range<T>(it->template get<int64_t>()) ? it->template get<T>() : otherwise;
  } else {
    try {
      return it->template get<T>();
    } catch (const Json::exception&) {
      return otherwise;
    }
  }
}
inline std::string ValueOr(const Json& json, const char* key, const char* otherwise) {
  return ValueOr(json, key, std::string(otherwise));
}

/// One line; bytes that are not UTF-8 become U+FFFD.
std::string DumpJson(const Json& json);
/// Indented by two, with a final newline; it may be printed, whatever it holds (PrintableJson).
std::string PrettyJson(const Json& json);

}  // namespace kingbird::base
