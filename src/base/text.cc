#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/invisible.h"

namespace kingbird::base {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct Decoded {
  char32_t point;
  size_t length;  // 0: malformed
};

// Reads one code point; surrogates are let through (WTF-8), overlong forms and stray bytes are not.
Decoded DecodeAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const auto tail = [&](size_t i) { return at + i < text.size() && (byte(i) & 0xC0) == 0x80; };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead <= 0xDF && tail(1)) return {char32_t((lead & 0x1F) << 6 | (byte(1) & 0x3F)), 2};
  if ((lead & 0xF0) == 0xE0 && tail(1) && tail(2)) {
    const char32_t point = char32_t(lead & 0x0F) << 12 | char32_t(byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    return {point, point >= 0x800 ? size_t{3} : size_t{0}};
  }
  if ((lead & 0xF8) == 0xF0 && tail(1) && tail(2) && tail(3)) {
    const char32_t point =
        char32_t(lead & 0x07) << 18 | char32_t(byte(1) & 0x3F) << 12 | char32_t(byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
    return {point, point >= 0x10000 && point <= 0x10FFFF ? size_t{4} : size_t{0}};
  }
  return {0, 0};
}

void AppendUtf8(std::string& text, char32_t point) {
  if (point < 0x80) {
    text.push_back(static_cast<char>(point));
  } else if (point < 0x800) {
    text.push_back(static_cast<char>(0xC0 | point >> 6));
    text.push_back(static_cast<char>(0x80 | (point & 0x3F)));
  } else if (point < 0x10000) {
    text.push_back(static_cast<char>(0xE0 | point >> 12));
    text.push_back(static_cast<char>(0x80 | (point >> 6 & 0x3F)));
    text.push_back(static_cast<char>(0x80 | (point & 0x3F)));
  } else {
    text.push_back(static_cast<char>(0xF0 | point >> 18));
    text.push_back(static_cast<char>(0x80 | (point >> 12 & 0x3F)));
    text.push_back(static_cast<char>(0x80 | (point >> 6 & 0x3F)));
    text.push_back(static_cast<char>(0x80 | (point & 0x3F)));
  }
}

// "::error::", "##[error]", "##vso[…]", "##teamcity[…]".
bool IsCommandSign(std::string_view text, size_t at) {
  if (text[at] == ':') return text.substr(at, 2) == "::" && text.find_first_not_of(" \t\n\r") == at;
  if (text.substr(at, 2) != "##") return false;
  size_t end = at + 2;
  while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
  return end < text.size() && text[end] == '[';
}

}  // namespace

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Decoded decoded = DecodeAt(text, at);
    if (decoded.length == 0 || (decoded.point >= 0xD800 && decoded.point <= 0xDFFF)) return false;
    at += decoded.length;
  }
  return true;
}

bool IsInteger(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool IsIdentifier(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  return std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; });
}

std::u16string Utf16FromWtf8(std::string_view text) {
  std::u16string units;
  units.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Decoded decoded = DecodeAt(text, at);
    if (decoded.length == 0) {
      units.push_back(0xFFFD);
      ++at;
      continue;
    }
    if (decoded.point >= 0x10000) {
      units.push_back(static_cast<char16_t>(0xD800 + ((decoded.point - 0x10000) >> 10)));
      units.push_back(static_cast<char16_t>(0xDC00 + ((decoded.point - 0x10000) & 0x3FF)));
    } else {
      units.push_back(static_cast<char16_t>(decoded.point));
    }
    at += decoded.length;
  }
  return units;
}

std::string Wtf8FromUtf16(std::u16string_view units) {
  std::string text;
  text.reserve(units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    const char32_t unit = units[i];
    const bool pair =
        unit >= 0xD800 && unit <= 0xDBFF && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] <= 0xDFFF;
    if (pair) {
      AppendUtf8(text, 0x10000 + ((unit - 0xD800) << 10) + (units[++i] - 0xDC00));
    } else {
      AppendUtf8(text, unit);
    }
  }
  return text;
}

std::string Base64Encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    const auto byte = [&](size_t k) { return k < left ? static_cast<unsigned char>(bytes[i + k]) : 0U; };
    const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
    text.push_back(kAlphabet[group >> 18]);
    text.push_back(kAlphabet[group >> 12 & 63]);
    text.push_back(left > 1 ? kAlphabet[group >> 6 & 63] : '=');
    text.push_back(left > 2 ? kAlphabet[group & 63] : '=');
  }
  return text;
}

std::string Base64Decode(std::string_view text) {
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (char c : text) {
    const size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos) continue;
    group = (group << 6 | static_cast<unsigned>(digit)) & 0xFFFFFF;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<char>(group >> bits & 0xFF));
    }
  }
  return bytes;
}

std::string Printable(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Decoded decoded = DecodeAt(text, at);
    const char32_t point = decoded.point;
    const size_t length = std::max<size_t>(decoded.length, 1);
    if (decoded.length == 0) {
      line += "\xEF\xBF\xBD";
    } else if (point == '\n' || point == '\r' || point == '\t') {
      line += point == '\n' ? "\\n" : point == '\r' ? "\\r" : "\\t";
    } else if (IsCommandSign(text, at) || point < 0x20 || (point >= 0x7F && point < 0xA0)) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned>(point));
    } else if (IsInvisible(point)) {
      line += EscapeOf(point);
    } else {
      line += text.substr(at, length);
    }
    at += length;
  }
  return line;
}

std::string PrintableJson(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (size_t at = 0; at < json.size();) {
    const auto [point, length] = DecodeAt(json, at);
    const bool command = point == '#' && at > 0 && json[at - 1] == '#';
    if (length > 0 && (command || (point >= 0x7F && point < 0xA0) || IsInvisible(point))) {
      // JSON has no escapes for more than a unit.
      for (char16_t unit : Utf16FromWtf8(json.substr(at, length)))
        text += fmt::format("\\u{:04x}", static_cast<unsigned>(unit));
    } else {
      text += json.substr(at, std::max<size_t>(length, 1));
    }
    at += std::max<size_t>(length, 1);
  }
  return text;
}

std::string ShellWord(std::string_view text) {
  constexpr std::string_view kPlain = "/._-+@:";
  const auto plain = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return std::string(text);
  std::string word = "'";
  for (char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (;;) {
    const size_t end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += separator;
    text += parts[i];
  }
  return text;
}

uint64_t Hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

}  // namespace kingbird::base
