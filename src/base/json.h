// The JSON type of the project. Parsing never throws: use ParseJson.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kingbird::base {

/// Keeps keys in the order they were written, so that files are stable and diffs small.
using Json = nlohmann::ordered_json;

/// Of brackets in a text that ParseJson takes: who walks a Json by recursion has the stack for it.
inline constexpr int kMostJsonDepth = 500;

/// Parses text; `what` names the source in the error ("package.json of q").
Result<Json> ParseJson(std::string_view text, std::string_view what);
/// One line; bytes that are not UTF-8 become U+FFFD.
std::string DumpJson(const Json& json);
/// Indented by two, with a final newline.
std::string PrettyJson(const Json& json);

}  // namespace kingbird::base
