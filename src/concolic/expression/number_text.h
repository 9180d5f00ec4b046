// Numbers as JavaScript reads and prints them (Number::toString, StringToNumber, parseInt, parseFloat). Stateless.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kingbird::concolic {

/// String(number): the shortest digits that read back, "1e+21", "-0" is "0".
std::u16string NumberToText(double number);
/// number.toString(radix); nothing for fractions in a radix other than 10, whose digits the language leaves open.
std::optional<std::u16string> NumberToText(double number, int radix);

/// Number(text).
double TextToNumber(std::u16string_view text);
/// parseFloat(text).
double ParseFloatPrefix(std::u16string_view text);
/// parseInt(text, radix), with radix as ToInt32 gave it.
double ParseIntPrefix(std::u16string_view text, int radix);

/// WhiteSpace and LineTerminator of the language: what trim() removes.
bool IsSpace(char16_t unit);
std::u16string_view TrimStart(std::u16string_view text);
std::u16string_view TrimEnd(std::u16string_view text);

}  // namespace kingbird::concolic
