#include "concolic/expression/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "base/number_text.h"

namespace kingbird::concolic {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::u16string Widen(std::string_view ascii) { return {ascii.begin(), ascii.end()}; }

int DigitOf(char16_t unit) {
  if (unit >= u'0' && unit <= u'9') return unit - u'0';
  if (unit >= u'a' && unit <= u'z') return unit - u'a' + 10;
  if (unit >= u'A' && unit <= u'Z') return unit - u'A' + 10;
  return 99;
}

bool IsDigit(char16_t unit) { return unit >= u'0' && unit <= u'9'; }

/// The length of the longest StrDecimalLiteral without sign and Infinity at the start of `text`; 0: none.
size_t DecimalLength(std::u16string_view text) {
  size_t at = 0;
  while (at < text.size() && IsDigit(text[at])) ++at;
  size_t digits = at;
  if (at < text.size() && text[at] == u'.') {
    size_t end = at + 1;
    while (end < text.size() && IsDigit(text[end])) ++end;
    digits += end - at - 1;
    if (digits > 0) at = end;
  }
  if (digits == 0) return 0;
  if (at < text.size() && (text[at] == u'e' || text[at] == u'E')) {
    size_t end = at + 1;
    if (end < text.size() && (text[end] == u'+' || text[end] == u'-')) ++end;
    const size_t first = end;
    while (end < text.size() && IsDigit(text[end])) ++end;
    if (end > first) at = end;
  }
  return at;
}

/// Of a text that DecimalLength accepted as a whole.
double DecimalValue(std::u16string_view text) {
  const std::string ascii(text.begin(), text.end());
  double value = 0;
  const auto parsed = std::from_chars(ascii.data(), ascii.data() + ascii.size(), value);
  if (parsed.ec != std::errc::result_out_of_range) return value;
  // from_chars leaves the value alone here; strtod tells too large from too small.
  return std::strtod(ascii.c_str(), nullptr);
}

/// Digits of a power of two radix, rounded to nearest even as the language asks for; other radixes: exact below 2^53
/// and good to some bits above it, as engines are.
double DigitsValue(std::u16string_view digits, int radix) {
  if (radix == 10) return DecimalValue(digits);
  double value = 0;
  if ((radix & (radix - 1)) != 0) {
    for (char16_t unit : digits) value = value * radix + DigitOf(unit);
    return value;
  }
  // Collect 64 bits and a sticky bit, then let the conversion round once.
  const int bits = std::countr_zero(static_cast<unsigned>(radix));
  uint64_t kept = 0;
  int dropped = 0;
  bool sticky = false;
  for (char16_t unit : digits) {
    for (int i = bits - 1; i >= 0; --i) {
      const uint64_t bit = (static_cast<unsigned>(DigitOf(unit)) >> i) & 1U;
      if (kept >> 62 != 0) {
        ++dropped;
        sticky = sticky || bit != 0;
      } else {
        kept = kept << 1 | bit;
      }
    }
  }
  if (sticky) kept |= 1;
  return std::ldexp(static_cast<double>(kept), dropped);
}

std::u16string_view TakeDigits(std::u16string_view text, int radix) {
  size_t end = 0;
  while (end < text.size() && DigitOf(text[end]) < radix) ++end;
  return text.substr(0, end);
}

}  // namespace

bool IsSpace(char16_t unit) {
  switch (unit) {
    case 0x9:
    case 0xA:
    case 0xB:
    case 0xC:
    case 0xD:
    case 0x20:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
    case 0xFEFF:
      return true;
    default:
      return unit >= 0x2000 && unit <= 0x200A;
  }
}

std::u16string_view TrimStart(std::u16string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  return text;
}

std::u16string_view TrimEnd(std::u16string_view text) {
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::u16string NumberToText(double number) { return Widen(base::NumberText(number)); }

std::optional<std::u16string> NumberToText(double number, int radix) {
  if (radix == 10 || !std::isfinite(number)) return NumberToText(number);
  if (number != std::floor(number) || std::fabs(number) > 9007199254740992.0) return std::nullopt;
  std::array<char, 80> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<int64_t>(number), radix);
  return std::u16string(buffer.data(), end.ptr);
}

double TextToNumber(std::u16string_view text) {
  text = TrimEnd(TrimStart(text));
  if (text.empty()) return 0;
  if (text.size() > 2 && text[0] == u'0') {
    const char16_t letter = text[1] | 0x20;
    const int radix = letter == u'x' ? 16 : letter == u'o' ? 8 : letter == u'b' ? 2 : 0;
    if (radix != 0 && text[1] >= u'A') {
      const std::u16string_view digits = text.substr(2);
      return TakeDigits(digits, radix).size() == digits.size() ? DigitsValue(digits, radix) : kNaN;
    }
  }
  double sign = 1;
  if (text[0] == u'+' || text[0] == u'-') {
    if (text[0] == u'-') sign = -1;
    text.remove_prefix(1);
  }
  if (text == u"Infinity") return sign * kInfinity;
  return !text.empty() && DecimalLength(text) == text.size() ? sign * DecimalValue(text) : kNaN;
}

double ParseFloatPrefix(std::u16string_view text) {
  text = TrimStart(text);
  double sign = 1;
  if (!text.empty() && (text[0] == u'+' || text[0] == u'-')) {
    if (text[0] == u'-') sign = -1;
    text.remove_prefix(1);
  }
  if (text.starts_with(u"Infinity")) return sign * kInfinity;
  const size_t length = DecimalLength(text);
  return length == 0 ? kNaN : sign * DecimalValue(text.substr(0, length));
}

double ParseIntPrefix(std::u16string_view text, int radix) {
  text = TrimStart(text);
  double sign = 1;
  if (!text.empty() && (text[0] == u'+' || text[0] == u'-')) {
    if (text[0] == u'-') sign = -1;
    text.remove_prefix(1);
  }
  const bool prefix = radix == 0 || radix == 16;
  if (radix == 0) radix = 10;
  if (radix < 2 || radix > 36) return kNaN;
  if (prefix && text.size() >= 2 && text[0] == u'0' && (text[1] == u'x' || text[1] == u'X')) {
    text.remove_prefix(2);
    radix = 16;
  }
  const std::u16string_view digits = TakeDigits(text, radix);
  return digits.empty() ? kNaN : sign * DigitsValue(digits, radix);
}

}  // namespace kingbird::concolic
