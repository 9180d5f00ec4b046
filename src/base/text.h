// Encodings that JavaScript strings need: WTF-8 (UTF-8 that may hold lone surrogates), UTF-16, base64; and small text
// tools.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kingbird::base {

/// True for well-formed UTF-8 (no surrogates, no overlong forms).
bool IsUtf8(std::string_view text);
/// Digits, with a minus in front or without: what a BigInt is written as.
bool IsInteger(std::string_view text);
/// A name of ASCII letters, digits, _ and $ that JavaScript reads as one word.
bool IsIdentifier(std::string_view name);
/// Invalid bytes become U+FFFD; surrogate pairs written as two three-byte sequences are kept apart.
std::u16string Utf16FromWtf8(std::string_view text);
std::string Wtf8FromUtf16(std::u16string_view units);

std::string Base64Encode(std::string_view bytes);
/// Ignores characters outside the alphabet.
std::string Base64Decode(std::string_view text);

/// One line for a terminal or the log of a CI system, whatever the text: line ends, control characters, marks that turn
/// the direction of writing and bytes that are not UTF-8 become escapes that can be read, and so do the signs by which
/// CI systems know commands ("::" in front, "##[" and "##name[" anywhere). Everything a target may have written passes
/// through here on its way to people.
std::string Printable(std::string_view text);
/// The same for a JSON text, which stays the same JSON: what it need not escape and Printable does becomes \uXXXX. No
/// line of it begins with "::"; of "##", which stands in its strings only, the second sign is written that way.
std::string PrintableJson(std::string_view json);
/// As a shell reads it: in quotes where that is needed.
std::string ShellWord(std::string_view text);

std::vector<std::string> Split(std::string_view text, char separator);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);
/// FNV-1a, 64 bits: for names of cache entries and stable ids, not for secrets.
uint64_t Hash(std::string_view text);

}  // namespace kingbird::base
