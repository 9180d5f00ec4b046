#include "model/request.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <string_view>

namespace kingbird::model {
namespace {

bool IsOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string UrlText(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kString:
      return value.text;
    case Value::Kind::kBoolean:
      return value.number != 0 ? "true" : "false";
    case Value::Kind::kNumber:
      return std::isfinite(value.number) ? fmt::format("{}", value.number) : "NaN";
    default:
      return "";
  }
}

std::string Encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("-_.~").find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      encoded += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return encoded;
}

/// ":id", ":id(\d+)", "*rest" or "(.*)" at `at` of a pattern: its name and where it ends.
struct Placeholder {
  std::string name;
  size_t end;
};
Placeholder PlaceholderAt(const std::string& pattern, size_t at) {
  Placeholder found{"", pattern[at] == '(' ? at : at + 1};
  while (pattern[at] != '(' && found.end < pattern.size() && IsOfName(pattern[found.end])) ++found.end;
  if (pattern[at] != '(') found.name = pattern.substr(at + 1, found.end - at - 1);
  if (found.end < pattern.size() && pattern[found.end] == '(') {
    const size_t close = pattern.find(')', found.end);
    found.end = close == std::string::npos ? pattern.size() : close + 1;
  }
  return found;
}

std::string PathOf(const std::string& pattern, const Value* params) {
  std::string path;
  for (size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (c == ':' || c == '*' || c == '(') {
      const Placeholder placeholder = PlaceholderAt(pattern, i);
      const Value* value = params == nullptr ? nullptr : params->Find(placeholder.name);
      const std::string text = value == nullptr ? "" : Encoded(UrlText(*value));
      path += text.empty() ? "1" : text;
      i = placeholder.end;
      continue;
    }
    // Marks of optional parts, which are there.
    if (c != '{' && c != '}' && c != '?' && c != '\\') path += c;
    ++i;
  }
  return path.starts_with('/') ? path : "/" + path;
}

}  // namespace

const Value* PartOf(const Call& request, RequestPart part) {
  const auto place = static_cast<size_t>(part);
  if (place >= request.arguments.size()) return nullptr;
  const Value& value = request.arguments[place].literal;
  return value.kind == Value::Kind::kUndefined ? nullptr : &value;
}

std::string UrlOf(const Call& request) {
  std::string url = PathOf(request.path.size() > 1 ? request.path[1] : "/", PartOf(request, RequestPart::kParams));
  const Value* query = PartOf(request, RequestPart::kQuery);
  if (query == nullptr) return url;
  char separator = '?';
  for (const Property& property : query->properties) {
    url += separator + Encoded(property.name) + "=" + Encoded(UrlText(property.value));
    separator = '&';
  }
  return url;
}

}  // namespace kingbird::model
