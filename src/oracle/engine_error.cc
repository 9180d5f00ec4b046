#include "oracle/engine_error.h"

#include <cctype>

#include "model/v8_words.h"

namespace kingbird::oracle {

bool IsEngineError(const model::Value& error) {
  if (error.kind != model::Value::Kind::kError) return false;
  if (error.type != "TypeError" && error.type != "RangeError" && error.type != "ReferenceError") return false;
  return model::IsOfEngine(error.text);
}

std::string ErrorPattern(const model::Value& error) { return error.type + " " + MessagePattern(error.text); }

std::string MessagePattern(std::string_view message) {
  std::string pattern;
  bool quoted = false;
  message = message.substr(0, message.find('\n'));
  message = model::WithoutPlaceOfSearch(message);
  for (char c : message) {
    if (c == '\'' || c == '"') quoted = !quoted;
    if (!quoted && std::isdigit(static_cast<unsigned char>(c)) == 0) pattern.push_back(c);
  }
  return pattern;
}

}  // namespace kingbird::oracle
