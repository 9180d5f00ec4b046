// "mappings" is a list of lines (';') of segments (','), each of one, four or five numbers in base 64 with a sign in
// the lowest bit; all but the column go on from the segment before, across lines.
#include "syntax/source_map.h"

#include <algorithm>
#include <array>

#include "base/json.h"

namespace kingbird::syntax {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int kDigitBits = 5;
constexpr int kMostBits = 32;
constexpr int64_t kMore = 32;

// One number from `at` on; none where there is none.
std::optional<int64_t> ReadNumber(std::string_view text, size_t& at) {
  int64_t value = 0;
  for (int shift = 0; shift <= kMostBits && at < text.size(); shift += kDigitBits) {
    const size_t digit = kDigits.find(text[at]);
    if (digit == std::string_view::npos) return std::nullopt;
    ++at;
    value |= (static_cast<int64_t>(digit) & (kMore - 1)) << shift;
    if ((static_cast<int64_t>(digit) & kMore) == 0) return (value & 1) != 0 ? -(value >> 1) : value >> 1;
  }
  return std::nullopt;
}

}  // namespace

base::Result<SourceMap> SourceMap::Parse(const std::string& text) {
  ASSIGN_OR_RETURN(const base::Json json, base::ParseJson(text, "source map"));
  const base::Error broken = base::UsageError("a source map does not decode");
  if (!json.is_object() || !json.contains("mappings") || !json["mappings"].is_string()) return broken;
  const std::string mappings = json["mappings"];
  SourceMap map;
  map.lines_.emplace_back();
  enum { kColumn, kSource, kLine, kOriginalColumn, kName, kFields };
  std::array<int64_t, kFields> at{};
  for (size_t i = 0; i < mappings.size();) {
    if (mappings[i] == ';') {
      map.lines_.emplace_back();
      at[kColumn] = 0;
      ++i;
      continue;
    }
    if (mappings[i] == ',') {
      ++i;
      continue;
    }
    size_t fields = 0;
    for (; i < mappings.size() && mappings[i] != ',' && mappings[i] != ';'; ++fields) {
      const std::optional<int64_t> number = ReadNumber(mappings, i);
      if (!number || fields == kFields) return broken;
      at[fields] += *number;
    }
    if (at[kColumn] < 0 || at[kLine] < 0 || at[kOriginalColumn] < 0) return broken;
    if (fields > kOriginalColumn)
      map.lines_.back().push_back({static_cast<uint32_t>(at[kColumn]),
                                   {static_cast<uint32_t>(at[kLine]) + 1, static_cast<uint32_t>(at[kOriginalColumn])}});
  }
  for (auto& line : map.lines_)
    std::ranges::stable_sort(line, {}, [](const Segment& segment) { return segment.column; });
  return map;
}

std::optional<Position> SourceMap::FirstOriginal(uint32_t line) const {
  return HasLine(line) ? std::optional(lines_[line - 1].front().original) : std::nullopt;
}

std::set<uint32_t> SourceMap::OriginalLines() const {
  std::set<uint32_t> lines;
  for (const std::vector<Segment>& generated : lines_) {
    for (const Segment& segment : generated) lines.insert(segment.original.line);
  }
  return lines;
}

std::optional<Position> SourceMap::Original(Position generated) const {
  if (!HasLine(generated.line)) return std::nullopt;
  const std::vector<Segment>& line = lines_[generated.line - 1];
  const auto after =
      std::ranges::upper_bound(line, generated.column, {}, [](const Segment& one) { return one.column; });
  return after == line.begin() ? std::nullopt : std::optional(std::prev(after)->original);
}

}  // namespace kingbird::syntax
