#include "emit/value_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "emit/expectation.h"
#include "emit/js_text.h"

namespace kingbird::emit {

using model::Value;

namespace {

/// Letters and signs outside of Latin that a terminal shows as they are. Everything else stays an escape: combining and
/// invisible characters, those that turn the direction of writing, halves of pairs.
bool IsPlain(char16_t unit) {
  constexpr std::pair<char16_t, char16_t> kRanges[] = {
      {0x370, 0x482},    // Greek, Cyrillic
      {0x2010, 0x2027},  // dashes, quotes, the ellipsis
      {0x20A0, 0x20C0},  // currencies
      {0x2190, 0x21FF},  // arrows
      {0x3041, 0x3096},  // Hiragana
      {0x30A1, 0x30FA},  // Katakana
      {0x4E00, 0x9FFF},  // Han
      {0xAC00, 0xD7A3},  // Hangul
  };
  return std::ranges::any_of(kRanges, [&](const auto& range) { return range.first <= unit && unit <= range.second; });
}

/// A literal as Quote writes it, but with letters that people can read.
std::string QuoteForPeople(std::string_view text) {
  std::string quoted = "'";
  for (const char16_t unit : base::Utf16FromWtf8(text)) {
    const std::string one = base::Wtf8FromUtf16(std::u16string_view(&unit, 1));
    const std::string literal = Quote(one);
    quoted += IsPlain(unit) ? one : literal.substr(1, literal.size() - 2);
  }
  return quoted + "'";
}

}  // namespace

std::string ValueText(const Value& value) {
  if (value.kind == Value::Kind::kError) {
    const Value* code = value.Find("code");
    const std::string coded = code != nullptr && !code->text.empty() ? " [" + code->text + "]" : "";
    const std::string message = value.text.substr(0, value.text.find('\n'));
    return value.type + coded + (message.empty() ? "" : ": " + message);
  }
  // An expectation would leave a long one open.
  if (value.kind == Value::Kind::kString) return QuoteForPeople(value.text);
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
