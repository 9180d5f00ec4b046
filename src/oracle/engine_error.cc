#include "oracle/engine_error.h"

#include <array>
#include <cctype>

namespace kingbird::oracle {

bool IsEngineError(const model::Value& error) {
  if (error.kind != model::Value::Kind::kError) return false;
  if (error.type != "TypeError" && error.type != "RangeError" && error.type != "ReferenceError") return false;
  static constexpr std::array<std::string_view, 16> kMessages = {
      "Cannot read properties of", "Cannot set properties of", "is not a function",     "is not iterable",
      "is not a constructor",      "Maximum call stack",       "Invalid array length",  "is not defined",
      "Cannot destructure",        "Cannot convert",           "Cannot access",         "Invalid string length",
      "Cannot mix BigInt",         "Cannot create property",   "before initialization", "Cannot use 'in' operator"};
  for (std::string_view message : kMessages) {
    if (error.text.find(message) != std::string::npos) return true;
  }
  return false;
}

std::string ErrorPattern(const model::Value& error) { return error.type + " " + MessagePattern(error.text); }

std::string MessagePattern(std::string_view message) {
  std::string pattern;
  bool quoted = false;
  message = message.substr(0, message.find('\n'));
  // "Cannot use 'in' operator to search for 'x' in y": y is whatever was looked into.
  constexpr std::string_view kSearch = "Cannot use 'in' operator to search for";
  if (message.starts_with(kSearch)) message = kSearch;
  for (char c : message) {
    if (c == '\'' || c == '"') quoted = !quoted;
    if (!quoted && std::isdigit(static_cast<unsigned char>(c)) == 0) pattern.push_back(c);
  }
  return pattern;
}

}  // namespace kingbird::oracle
