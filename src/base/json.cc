#include "base/json.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"

namespace kingbird::base {

namespace {

// Whether a text would take more stack, memory or time than it may, whatever else is wrong with it; "" when not.
// Members of an object are looked for one by one as they are read, hence the squares.
std::string Excess(std::string_view text, uint64_t most_values) {
  std::vector<uint64_t> members;  // Of the objects and lists that are open.
  uint64_t values = 1;
  uint64_t work = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (members.size() == kMostJsonDepth) return fmt::format("nests deeper than {} levels", kMostJsonDepth);
      members.push_back(0);
      ++values;
    } else if (c == ',') {
      ++values;
    } else if (c == ':' && !members.empty()) {
      work += 2 * members.back()++ + 1;
    } else if ((c == ']' || c == '}') && !members.empty()) {
      members.pop_back();
    }
    if (values > most_values || work > kMostJsonWork) return "holds more than it may";
  }
  return "";
}

}  // namespace

Result<Json> ParseJson(std::string_view text, std::string_view what, uint64_t most_values) {
  if (const std::string excess = Excess(text, most_values); !excess.empty())
    return UsageError(fmt::format("{} {}", what, excess));
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return UsageError(fmt::format("{} is not valid JSON at byte {}", what, error.byte));
  } catch (const nlohmann::json::exception&) {
    return UsageError(fmt::format("{} is not valid JSON: a number that is none", what));
  }
}

std::string DumpJson(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string PrettyJson(const Json& json) {
  return PrintableJson(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace kingbird::base
