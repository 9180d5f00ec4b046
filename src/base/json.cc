#include "base/json.h"

#include <fmt/format.h>

namespace kingbird::base {

Result<Json> ParseJson(std::string_view text, std::string_view what) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return UsageError(fmt::format("{} is not valid JSON at byte {}", what, error.byte));
  }
}

std::string DumpJson(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string PrettyJson(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace kingbird::base
