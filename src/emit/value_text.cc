#include "emit/value_text.h"

#include <algorithm>

#include "emit/expectation.h"
#include "emit/js_text.h"

namespace kingbird::emit {

using model::Value;

std::string ValueText(const Value& value) {
  if (value.kind == Value::Kind::kError) {
    const Value* code = value.Find("code");
    const std::string coded = code != nullptr && !code->text.empty() ? " [" + code->text + "]" : "";
    const std::string message = value.text.substr(0, value.text.find('\n'));
    return value.type + coded + (message.empty() ? "" : ": " + message);
  }
  // An expectation would leave a long one open.
  if (value.kind == Value::Kind::kString) return Quote(value.text);
  if (value.kind == Value::Kind::kFunction) return "a function";
  if (value.kind == Value::Kind::kPromise) return "a promise";
  const bool thenable = std::find(value.methods.begin(), value.methods.end(), "then") != value.methods.end();
  if (value.kind == Value::Kind::kObject && thenable) return "a promise";
  return ExpectationText(value, {});
}

std::string Shortened(std::string text, size_t most) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  while (text.ends_with(' ')) text.pop_back();
  if (text.size() <= most) return text;
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a character
  return text.substr(0, end) + "…";
}

}  // namespace kingbird::emit
