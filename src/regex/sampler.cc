#include "regex/sampler.h"

#include <algorithm>
#include <vector>

namespace kingbird::regex {
namespace {

using Kind = Node::Kind;

constexpr size_t kMostUnits = 2000;

/// Readable characters where there are any.
Ranges Readable(const Ranges& ranges, base::Rng& rng) {
  static const Ranges kLetters = {{U'0', U'9'}, {U'A', U'Z'}, {U'a', U'z'}};
  static const Ranges kPrintable = {{U' ', U'~'}};
  Ranges letters = Intersection(ranges, kLetters);
  Ranges printable = Intersection(ranges, kPrintable);
  if (!letters.empty() && (printable.empty() || !rng.Percent(20))) return letters;
  return printable.empty() ? ranges : printable;
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

  void Make(const Node& node) {
    if (failed_ || out_.size() > kMostUnits) return;
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
        if (!node.negated && rng_.Percent(50)) Make(node.parts[0]);
        return;
      default:
        return;
    }
  }

  void Unit(const Node& node) {
    const Ranges ranges = Readable(node.ranges, rng_);
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
    const int most = node.most < 0 ? node.least + wishes_.most : std::min(node.most, node.least + wishes_.most);
    int64_t count = rng_.Between(node.least, std::max(most, node.least));
    if (wanted) count = std::max<int64_t>(count, 1);
    if (unwanted) count = 0;
    for (int64_t i = 0; i < count; ++i) Make(node.parts[0]);
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
  bool failed_ = false;
};

}  // namespace

std::optional<std::u16string> Sample(const Regex& regex, const Wishes& wishes, base::Rng& rng) {
  return Sampler(regex, wishes, rng).Run();
}

}  // namespace kingbird::regex
