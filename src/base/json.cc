#include "base/json.h"

#include <fmt/format.h>

namespace kingbird::base {

namespace {

// Whether brackets nest deeper than kMostJsonDepth, whatever else is wrong with the text.
bool IsTooDeep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMostJsonDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace

Result<Json> ParseJson(std::string_view text, std::string_view what) {
  if (IsTooDeep(text)) return UsageError(fmt::format("{} nests deeper than {} levels", what, kMostJsonDepth));
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return UsageError(fmt::format("{} is not valid JSON at byte {}", what, error.byte));
  }
}

std::string DumpJson(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string PrettyJson(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace kingbird::base
