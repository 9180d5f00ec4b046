#include "regex/sampler.h"

#include <algorithm>
#include <vector>

namespace kingbird::regex {
namespace {

using Kind = Node::Kind;

constexpr size_t kMostUnits = 2000;
constexpr size_t kMostSamples = 100000;
constexpr int kWide = 4;       // times what an open-ended repetition gets
constexpr int kLongShare = 5;  // percent of the wide ones that may be as long as they can

/// Readable characters where there are any.
Ranges Readable(const Ranges& ranges, base::Rng& rng) {
  static const Ranges kLetters = {{U'0', U'9'}, {U'A', U'Z'}, {U'a', U'z'}};
  static const Ranges kPrintable = {{U' ', U'~'}};
  Ranges letters = Intersection(ranges, kLetters);
  Ranges printable = Intersection(ranges, kPrintable);
  if (!letters.empty() && (printable.empty() || !rng.Percent(20))) return letters;
  return printable.empty() ? ranges : printable;
}

/// All there is, but of sets that are written by negation (\D, [^a], the dot) what can be read plus a few characters
/// beyond ASCII, and of spaces those that people type.
Ranges Varied(const Ranges& ranges) {
  static const Ranges kTyped = {{U'\t', U'\n'}, {U' ', U' '}};
  static const Ranges kLegible = {{U' ', U'~'}, {0xE9, 0xE9}, {0x100, 0x101}};
  if (ranges.empty()) return ranges;
  if (ranges.back().second >= 0xFFFF) {
    Ranges legible = Intersection(ranges, kLegible);
    return legible.empty() ? ranges : legible;
  }
  if (ranges.back().second < Spaces().back().second || Intersection(ranges, Spaces()) != Spaces()) return ranges;
  Ranges typed = Intersection(ranges, Complement(Spaces(), 0x10FFFF));
  typed.insert(typed.end(), kTyped.begin(), kTyped.end());
  return Normalised(std::move(typed));
}

bool Has(const Node& node, int group) {
  if (group == 0) return false;
  if (node.kind == Kind::kGroup && node.group == group) return true;
  return std::any_of(node.parts.begin(), node.parts.end(), [&](const Node& part) { return Has(part, group); });
}

class Sampler {
 public:
  Sampler(const Regex& regex, const Wishes& wishes, base::Rng& rng)
      : regex_(regex), wishes_(wishes), rng_(rng), groups_(static_cast<size_t>(regex.groups) + 1) {}

  std::optional<std::u16string> Run() {
    Make(regex_.root);
    if (failed_) return std::nullopt;
    return out_;
  }

 private:
  bool Wanted(const Node& node) const {
    if (Has(node, wishes_.present)) return true;
    return std::any_of(wishes_.groups.begin(), wishes_.groups.end(),
                       [&](const auto& wish) { return Has(node, wish.first); });
  }

  bool Ended() const { return failed_ || out_.size() > kMostUnits || steps_ > kMostSamples; }

  void Make(const Node& node) {
    if (Ended()) return;
    ++steps_;
    switch (node.kind) {
      case Kind::kSet:
        return Unit(node);
      case Kind::kSequence:
        for (const Node& part : node.parts) Make(part);
        return;
      case Kind::kChoice:
        return Choice(node);
      case Kind::kRepeat:
        return Repeat(node);
      case Kind::kGroup:
        return Group(node);
      case Kind::kBack:
        out_ += groups_[static_cast<size_t>(node.group)];
        return;
      case Kind::kLook:
        // What it asks for may be what follows, or stand before it.
        if (!node.negated && !wishes_.varied && rng_.Percent(50)) Make(node.parts[0]);
        return;
      default:
        return;
    }
  }

  void Unit(const Node& node) {
    const Ranges ranges = wishes_.varied ? Varied(node.ranges) : Readable(node.ranges, rng_);
    uint64_t size = 0;
    for (const Range& range : ranges) size += range.second - range.first + 1;
    if (size == 0) {
      failed_ = true;
      return;
    }
    uint64_t draw = rng_.Below(size);
    for (const Range& range : ranges) {
      const uint64_t width = range.second - range.first + 1;
      if (draw < width) return Put(static_cast<char32_t>(range.first + draw));
      draw -= width;
    }
  }

  void Put(char32_t c) {
    if (c < 0x10000) {
      out_.push_back(static_cast<char16_t>(c));
      return;
    }
    out_.push_back(static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10)));
    out_.push_back(static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF)));
  }

  void Choice(const Node& node) {
    std::vector<const Node*> ways;
    for (const Node& part : node.parts) {
      if (Wanted(part)) ways.push_back(&part);
    }
    for (const Node& part : node.parts) {
      if (ways.empty() || (!Wanted(node) && !Has(part, wishes_.absent))) ways.push_back(&part);
    }
    Make(*rng_.Pick(ways));
  }

  void Repeat(const Node& node) {
    const bool wanted = Wanted(node.parts[0]);
    const bool unwanted = Has(node.parts[0], wishes_.absent) && node.least == 0;
    const int open = node.least + wishes_.most;
    int most = node.most < 0 ? open : std::min(node.most, open);
    // "{1,256}" bounds what is accepted, it does not ask for hundreds.
    if (wishes_.varied && node.most > open) {
      const bool wide = node.most - node.least > kWide * wishes_.most;
      if (!wide || rng_.Percent(kLongShare)) most = node.most;
    }
    int64_t count = rng_.Between(node.least, std::max(most, node.least));
    if (wanted) count = std::max<int64_t>(count, 1);
    if (unwanted) count = 0;
    for (int64_t i = 0; i < count && !Ended(); ++i) Make(node.parts[0]);
  }

  void Group(const Node& node) {
    const size_t start = out_.size();
    const auto wish = wishes_.groups.find(node.group);
    if (node.group != 0 && wish != wishes_.groups.end()) {
      out_ += wish->second;
    } else {
      Make(node.parts[0]);
    }
    groups_[static_cast<size_t>(node.group)] = out_.substr(start);
  }

  const Regex& regex_;
  const Wishes& wishes_;
  base::Rng& rng_;
  std::u16string out_;
  std::vector<std::u16string> groups_;
  size_t steps_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<std::u16string> Sample(const Regex& regex, const Wishes& wishes, base::Rng& rng) {
  return Sampler(regex, wishes, rng).Run();
}

}  // namespace kingbird::regex
