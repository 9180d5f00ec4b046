// Parts of texts, and texts written in another way: split, toFixed, URI components, JSON.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"
#include "concolic/expression/number_text.h"

namespace kingbird::concolic {
namespace {

std::u16string Widen(std::string_view text) { return {text.begin(), text.end()}; }

/// Known of equal texts and of lower-case letters alone: everything else is a matter of the engine's tables.
std::optional<Value> LocaleCompare(const std::u16string& a, const std::u16string& b) {
  if (a == b) return Value::Number(0);
  const auto plain = [](const std::u16string& text) {
    return std::all_of(text.begin(), text.end(), [](char16_t unit) { return unit >= u'a' && unit <= u'z'; });
  };
  if (!plain(a) || !plain(b)) return std::nullopt;
  return Value::Number(a < b ? -1 : 1);
}

/// Known where the decimals need no rounding that could go either way.
std::optional<Value> ToFixed(double number, double digits) {
  if (!(digits >= 0 && digits <= 100) || !std::isfinite(number) || std::fabs(number) >= 1e15) return std::nullopt;
  if (digits > 15) return std::nullopt;
  // The exact decimals of a double, of which fmt takes the nearest and on a tie the even; the language takes the
  // larger.
  const double scaled = std::fabs(number) * std::pow(10, digits);
  if (scaled - std::floor(scaled) == 0.5) return std::nullopt;
  std::string text = fmt::format("{:.{}f}", number, static_cast<int>(digits));
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  if (zero && text[0] == '-' && !(number < 0)) text.erase(0, 1);
  return Value::String(Widen(text));
}

bool IsUnreserved(char16_t unit) {
  return (unit >= u'a' && unit <= u'z') || (unit >= u'A' && unit <= u'Z') || (unit >= u'0' && unit <= u'9') ||
         std::u16string_view(u"-_.!~*'()").find(unit) != std::u16string_view::npos;
}

std::optional<Value> EncodeUri(const std::u16string& text) {
  std::u16string out;
  for (char16_t unit : text) {
    // Beyond ASCII several bytes follow, and a lone surrogate throws.
    if (unit >= 0x80) return std::nullopt;
    out += IsUnreserved(unit) ? std::u16string(1, unit) : Widen(fmt::format("%{:02X}", static_cast<unsigned>(unit)));
  }
  return Value::String(std::move(out));
}

int HexDigit(char16_t unit) {
  if (unit >= u'0' && unit <= u'9') return unit - u'0';
  const char16_t lower = static_cast<char16_t>(unit | 0x20);
  return lower >= u'a' && lower <= u'f' ? lower - u'a' + 10 : -1;
}

std::optional<Value> DecodeUri(const std::u16string& text) {
  std::u16string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != u'%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size() || HexDigit(text[i + 1]) < 0 || HexDigit(text[i + 2]) < 0) return std::nullopt;
    const int code = HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]);
    if (code >= 0x80) return std::nullopt;
    out += static_cast<char16_t>(code);
    i += 2;
  }
  return Value::String(std::move(out));
}

std::u16string Quote(const std::u16string& text) {
  std::u16string out = u"\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const char16_t unit = text[i];
    const bool high = unit >= 0xD800 && unit <= 0xDBFF;
    const bool pair = high && i + 1 < text.size() && text[i + 1] >= 0xDC00 && text[i + 1] <= 0xDFFF;
    static constexpr std::u16string_view kShort = u"\b\t\n\f\r\"\\";
    static constexpr std::u16string_view kLetters = u"btnfr\"\\";
    if (const size_t found = kShort.find(unit); found != std::u16string_view::npos) {
      out += u'\\';
      out += kLetters[found];
    } else if (pair) {
      out += unit;
      out += text[++i];
    } else if (unit < 0x20 || (unit >= 0xD800 && unit <= 0xDFFF)) {
      out += Widen(fmt::format("\\u{:04x}", static_cast<unsigned>(unit)));
    } else {
      out += unit;
    }
  }
  return out + u"\"";
}

std::optional<Value> Split(Op op, const std::u16string& text, Operands operands) {
  const std::optional<std::u16string> separator = operands.size() > 1 ? AsText(*operands[1]) : std::nullopt;
  if (!separator) return std::nullopt;
  const std::vector<std::u16string> parts = SplitText(text, *separator);
  if (op == Op::kSplitCount) return Value::Number(static_cast<double>(parts.size()));
  const double number = operands.size() > 2 ? operands[2]->number : -1;
  if (!(number >= 0 && number < static_cast<double>(parts.size()))) return std::nullopt;
  return Value::String(parts[static_cast<size_t>(number)]);
}

std::optional<Value> ClassOf(const Value& value) {
  static constexpr std::array<std::u16string_view, kTypes> kNames = {
      u"Undefined", u"Undefined", u"Null", u"Boolean", u"Number", u"String", u"Object", u"Array", u"Function"};
  // Instances may say what they like.
  const bool plain = value.type != Type::kObject || (value.identity != 0 && value.instance == 0);
  if (!plain) return std::nullopt;
  return Value::String(u"[object " + std::u16string(kNames[static_cast<size_t>(value.type)]) + u"]");
}

}  // namespace

std::vector<std::u16string> SplitText(const std::u16string& text, const std::u16string& separator) {
  std::vector<std::u16string> parts;
  if (separator.empty()) {
    for (char16_t unit : text) parts.emplace_back(1, unit);
    return parts;
  }
  size_t begin = 0;
  for (size_t at = text.find(separator); at != std::u16string::npos; at = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, at - begin));
    begin = at + separator.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::optional<Value> ApplyConversion(Op op, Operands operands) {
  if (operands.empty()) return std::nullopt;
  if (op == Op::kClassOf) return ClassOf(*operands[0]);
  if (op == Op::kToFixed) {
    const std::optional<double> digits = operands.size() > 1 ? AsNumber(*operands[1]) : 0;
    if (operands[0]->type != Type::kNumber || !digits) return std::nullopt;
    return ToFixed(operands[0]->number, AsInteger(*digits));
  }
  const std::optional<std::u16string> text = AsText(*operands[0]);
  if (!text) return std::nullopt;
  switch (op) {
    case Op::kSplitCount:
    case Op::kSplitPart:
      return operands[0]->type == Type::kString ? Split(op, *text, operands) : std::nullopt;
    case Op::kLocaleCompare: {
      const std::optional<std::u16string> other = operands.size() > 1 ? AsText(*operands[1]) : std::nullopt;
      return other ? LocaleCompare(*text, *other) : std::nullopt;
    }
    case Op::kEncodeUri:
      return EncodeUri(*text);
    case Op::kDecodeUri:
      return DecodeUri(*text);
    default:
      return Value::String(Quote(*text));
  }
}

}  // namespace kingbird::concolic
