#include <algorithm>

#include "fuzz.h"

namespace kingbird::fuzz {
namespace {

constexpr uint64_t kEdges[] = {0,
                               1,
                               31,
                               32,
                               64,
                               127,
                               128,
                               254,
                               255,
                               256,
                               0x7fff,
                               0xffff,
                               0x7fffffff,
                               0x80000000,
                               0xffffffff,
                               0x7fffffffffffffff,
                               0xffffffffffffffff};

std::string PieceOf(const std::string& text, base::Rng& rng) {
  if (text.empty()) return "";
  const size_t at = rng.Below(text.size());
  return text.substr(at, 1 + rng.Below(std::min<size_t>(text.size() - at, 64)));
}

void WriteNumber(std::string& text, base::Rng& rng) {
  constexpr size_t kWidths[] = {1, 2, 4, 8};
  const size_t width = kWidths[rng.Below(4)];
  if (text.size() < width) return;
  uint64_t value = kEdges[rng.Below(std::size(kEdges))];
  if (rng.Percent(30)) value = text.size() + rng.Below(9) - 4;
  const size_t at = rng.Below(text.size() - width + 1);
  for (size_t i = 0; i < width; ++i) text[at + i] = static_cast<char>(value >> (8 * i));
}

void Change(std::string& text, const std::vector<std::string>& known, const std::vector<std::string>& words,
            size_t most, base::Rng& rng) {
  const size_t at = rng.Below(text.size() + 1);
  const size_t room = most > text.size() ? most - text.size() : 0;
  switch (rng.Below(10)) {
    case 0:
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << rng.Below(8)));
      break;
    case 2:
      if (at < text.size()) text[at] = static_cast<char>(rng.Below(256));
      break;
    case 3:
    case 4:
      WriteNumber(text, rng);
      break;
    case 5:
      text.erase(at, 1 + rng.Below(rng.Percent(20) ? 1024 : 8));
      break;
    case 6:
      text.insert(at, PieceOf(rng.Pick(known), rng));
      break;
    case 7:
      if (!words.empty()) text.insert(at, rng.Pick(words));
      break;
    case 8: {
      const std::string piece = !words.empty() && rng.Percent(50) ? rng.Pick(words) : PieceOf(text, rng);
      if (rng.Percent(10)) text.insert(at, Repeated(piece, size_t{1} << rng.Below(19), room));
      break;
    }
    default: {
      const std::string& other = rng.Pick(known);
      text = text.substr(0, at) + other.substr(std::min(at, other.size()));
      break;
    }
  }
}

}  // namespace

std::string Repeated(std::string_view text, size_t times, size_t most) {
  std::string all;
  for (size_t i = 0; i < times && all.size() + text.size() <= most; ++i) all += text;
  return all;
}

std::string Mutated(const std::vector<std::string>& known, const std::vector<std::string>& words, size_t most,
                    base::Rng& rng) {
  // The smaller of two: what reaches something new tends to be large, and grows with every change that keeps it.
  const std::string& one = rng.Pick(known);
  const std::string& other = rng.Pick(known);
  std::string text = (one.size() < other.size() ? one : other).substr(0, most);
  const uint64_t changes = uint64_t{1} << rng.Below(5);
  for (uint64_t i = 0; i < changes; ++i) Change(text, known, words, most, rng);
  if (text.size() > most) text.resize(most);
  return text;
}

}  // namespace kingbird::fuzz
