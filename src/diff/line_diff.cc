// The algorithm of Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): for d = 0, 1, … the
// furthest place that d insertions and deletions reach on each diagonal, until one reaches the end of both texts. The
// way back through the stored rounds gives the lines that are equal.
#include "diff/line_diff.h"

#include <algorithm>
#include <optional>

namespace kingbird::diff {
namespace {

using Lines = std::vector<std::string_view>;

// Rounds are stored whole, so memory grows with the square of this number: 32 MB.
constexpr long kMostEdits = 2000;

/// Pairs of equal lines, (line of `a`, line of `b`), in order; none when the texts differ in too many lines.
std::optional<std::vector<std::pair<long, long>>> EqualLines(const Lines& a, const Lines& b) {
  const auto n = static_cast<long>(a.size());
  const auto m = static_cast<long>(b.size());
  const auto same = [&](long x, long y) { return a[static_cast<size_t>(x)] == b[static_cast<size_t>(y)]; };
  std::vector<std::vector<long>> rounds;  // rounds[d][d + k]: the furthest x on diagonal k = x - y.
  for (long d = 0; d <= std::min(n + m, kMostEdits); ++d) {
    std::vector<long> furthest(static_cast<size_t>(2 * d + 1), -1);
    for (long k = -d; k <= d; k += 2) {
      const auto last = [&](long diagonal) {
        if (d == 0 || diagonal < -(d - 1) || diagonal > d - 1) return -1L;
        return rounds.back()[static_cast<size_t>(diagonal + d - 1)];
      };
      const bool down = k == -d || (k != d && last(k - 1) < last(k + 1));
      long x = d == 0 ? 0 : down ? last(k + 1) : last(k - 1) + 1;
      while (x < n && x - k < m && same(x, x - k)) ++x;
      furthest[static_cast<size_t>(k + d)] = x;
    }
    rounds.push_back(std::move(furthest));
    const long end = n - m;
    if (end < -d || end > d || (end + d) % 2 != 0 || rounds.back()[static_cast<size_t>(end + d)] < n) continue;
    std::vector<std::pair<long, long>> equal;
    long x = n;
    long y = m;
    for (long at = d; at >= 0; --at) {
      const long k = x - y;
      const auto last = [&](long diagonal) {
        if (diagonal < -(at - 1) || diagonal > at - 1) return -1L;
        return rounds[static_cast<size_t>(at - 1)][static_cast<size_t>(diagonal + at - 1)];
      };
      const bool down = at > 0 && (k == -at || (k != at && last(k - 1) < last(k + 1)));
      const long from = at == 0 ? 0 : down ? last(k + 1) : last(k - 1);
      const long begin = at == 0 || down ? from : from + 1;  // Where the equal lines of this round begin.
      while (x > begin) equal.emplace_back(--x, --y);
      if (at == 0) break;
      x = from;
      y = down ? from - (k + 1) : from - (k - 1);
    }
    std::ranges::reverse(equal);
    return equal;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string_view> LinesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<Hunk> DiffLines(std::string_view before, std::string_view after) {
  Lines a = LinesOf(before);
  Lines b = LinesOf(after);
  const auto [head, ignored] = std::ranges::mismatch(a, b);
  const auto skipped = static_cast<size_t>(head - a.begin());
  a.erase(a.begin(), a.begin() + static_cast<long>(skipped));
  b.erase(b.begin(), b.begin() + static_cast<long>(skipped));
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  std::vector<Hunk> hunks;
  size_t x = 0;
  size_t y = 0;
  const auto change_until = [&](size_t next_x, size_t next_y) {
    if (x < next_x || y < next_y) hunks.push_back({x + skipped, next_x + skipped, y + skipped, next_y + skipped});
    x = next_x + 1;
    y = next_y + 1;
  };
  const auto equal = EqualLines(a, b);
  if (equal) {
    for (const auto& [in_a, in_b] : *equal) change_until(static_cast<size_t>(in_a), static_cast<size_t>(in_b));
  }
  change_until(a.size(), b.size());
  return hunks;
}

}  // namespace kingbird::diff
