#include "base/invisible.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace kingbird::base {
namespace {

// Sorted. Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt, which has all of Bidi_Control, with
// U+2028, U+2029, the surrogates and the annotation characters U+FFF9 to U+FFFB.
constexpr std::pair<char32_t, char32_t> kInvisible[] = {
    {0xAD, 0xAD},     {0x34F, 0x34F},   {0x61C, 0x61C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},   {0xD800, 0xDFFF},   {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool IsAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

bool IsInvisible(char32_t point) {
  const auto after = std::upper_bound(std::begin(kInvisible), std::end(kInvisible), point,
                                      [](char32_t value, const auto& range) { return value < range.first; });
  return after != std::begin(kInvisible) && point <= std::prev(after)->second;
}

std::string EscapeOf(char32_t point) {
  const auto number = static_cast<unsigned>(point);
  return point > 0xFFFF ? fmt::format("\\u{{{:x}}}", number) : fmt::format("\\u{:04x}", number);
}

std::string ShowInvisible(std::string_view text) {
  if (IsAscii(text)) return std::string(text);
  const std::u16string units = Utf16FromWtf8(text);
  std::string shown;
  shown.reserve(text.size());
  for (size_t i = 0; i < units.size(); ++i) {
    const bool pair = (units[i] & 0xFC00) == 0xD800 && i + 1 < units.size() && (units[i + 1] & 0xFC00) == 0xDC00;
    const std::u16string_view character = std::u16string_view(units).substr(i, pair ? 2 : 1);
    const char32_t point = pair ? 0x10000 + ((character[0] & 0x3FFU) << 10) + (character[1] & 0x3FFU) : character[0];
    shown += IsInvisible(point) ? EscapeOf(point) : Wtf8FromUtf16(character);
    i += character.size() - 1;
  }
  return shown;
}

}  // namespace kingbird::base
