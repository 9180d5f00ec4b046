#include <algorithm>

#include "regex/regex.h"

namespace kingbird::regex {

Ranges Normalised(Ranges ranges) {
  std::sort(ranges.begin(), ranges.end());
  Ranges merged;
  for (const Range& range : ranges) {
    if (!merged.empty() && range.first <= merged.back().second + 1) {
      merged.back().second = std::max(merged.back().second, range.second);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

Ranges Complement(const Ranges& ranges, char32_t last) {
  Ranges left;
  char32_t next = 0;
  for (const Range& range : Normalised(ranges)) {
    if (range.first > next) left.emplace_back(next, range.first - 1);
    next = range.second + 1;
  }
  if (next <= last) left.emplace_back(next, last);
  return left;
}

Ranges Intersection(const Ranges& a, const Ranges& b) {
  Ranges both;
  for (const Range& x : a) {
    for (const Range& y : b) {
      const char32_t low = std::max(x.first, y.first);
      const char32_t high = std::min(x.second, y.second);
      if (low <= high) both.emplace_back(low, high);
    }
  }
  return Normalised(std::move(both));
}

const Ranges& Spaces() {
  static const Ranges kRanges = {{0x09, 0x0D},     {0x20, 0x20},     {0xA0, 0xA0},     {0x1680, 0x1680},
                                 {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F},
                                 {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
  return kRanges;
}

const Ranges& WordUnits() {
  static const Ranges kRanges = {{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}};
  return kRanges;
}

const Ranges& Digits() {
  static const Ranges kRanges = {{U'0', U'9'}};
  return kRanges;
}

const Ranges& LineEnds() {
  static const Ranges kRanges = {{U'\n', U'\n'}, {U'\r', U'\r'}, {0x2028, 0x2029}};
  return kRanges;
}

base::Result<Flags> ParseFlags(std::u16string_view text) {
  Flags flags;
  for (char16_t flag : text) {
    switch (flag) {
      case u'g':
        flags.global = true;
        break;
      case u'i':
        flags.ignore_case = true;
        break;
      case u'm':
        flags.multiline = true;
        break;
      case u's':
        flags.dot_all = true;
        break;
      case u'u':
        flags.unicode = true;
        break;
      case u'y':
        flags.sticky = true;
        break;
      case u'd':
        break;
      default:
        return base::UsageError("no regular expression: a flag that is not known here");
    }
  }
  return flags;
}

}  // namespace kingbird::regex
