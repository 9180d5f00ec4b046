// A tree is turned into a language from its end to its beginning: what follows an assertion is known when the assertion
// is met, so that a lookahead is an intersection with it and the end of the text what is empty.
#include "regex/language.h"

#include <algorithm>
#include <optional>

namespace kingbird::regex {
namespace {

using Kind = Node::Kind;
using LanguageKind = Language::Kind;

Language Of(LanguageKind kind) {
  Language language;
  language.kind = kind;
  return language;
}
Language Set(Ranges ranges) {
  if (ranges.empty()) return Of(LanguageKind::kNone);
  Language language = Of(LanguageKind::kSet);
  language.ranges = Intersection(ranges, {{0, 0xFFFF}});
  return language;
}
Language All() { return Of(LanguageKind::kAll); }

Language Concat(Language a, Language b) {
  if (a.kind == LanguageKind::kNone || b.kind == LanguageKind::kNone) return Of(LanguageKind::kNone);
  if (a.kind == LanguageKind::kEmpty) return b;
  if (b.kind == LanguageKind::kEmpty) return a;
  if (a.kind == LanguageKind::kAll && b.kind == LanguageKind::kAll) return a;
  Language both = Of(LanguageKind::kConcat);
  both.parts = {std::move(a), std::move(b)};
  return both;
}
Language Union(std::vector<Language> parts) {
  std::erase_if(parts, [](const Language& part) { return part.kind == LanguageKind::kNone; });
  if (parts.empty()) return Of(LanguageKind::kNone);
  if (parts.size() == 1) return parts[0];
  Language all = Of(LanguageKind::kUnion);
  all.parts = std::move(parts);
  return all;
}
Language Both(Language a, Language b) {
  if (a.kind == LanguageKind::kAll || b.kind == LanguageKind::kNone) return b;
  if (b.kind == LanguageKind::kAll || a.kind == LanguageKind::kNone) return a;
  Language both = Of(LanguageKind::kIntersection);
  both.parts = {std::move(a), std::move(b)};
  return both;
}
Language Not(Language language) {
  Language complement = Of(LanguageKind::kComplement);
  complement.parts = {std::move(language)};
  return complement;
}

bool IsPure(const Node& node) {
  if (node.kind == Kind::kStart || node.kind == Kind::kEnd || node.kind == Kind::kBoundary || node.kind == Kind::kLook)
    return false;
  return std::all_of(node.parts.begin(), node.parts.end(), IsPure);
}

/// Solvers write repetitions out: many are as good as any number.
constexpr int kMostTimes = 16;

/// It is more than what the node matches that Consumed says.
bool IsRough(const Node& node) {
  if (node.kind == Kind::kBack || (node.kind == Kind::kRepeat && std::max(node.least, node.most) > kMostTimes))
    return true;
  return std::any_of(node.parts.begin(), node.parts.end(), IsRough);
}

size_t ShortestOf(const Node& node) {
  switch (node.kind) {
    case Kind::kSet:
      return 1;
    case Kind::kSequence: {
      size_t sum = 0;
      for (const Node& part : node.parts) sum += ShortestOf(part);
      return sum;
    }
    case Kind::kChoice: {
      size_t least = ShortestOf(node.parts[0]);
      for (const Node& part : node.parts) least = std::min(least, ShortestOf(part));
      return least;
    }
    case Kind::kRepeat:
      return ShortestOf(node.parts[0]) * static_cast<size_t>(node.least);
    case Kind::kGroup:
      return ShortestOf(node.parts[0]);
    default:
      return 0;
  }
}

bool IsAssertion(const Node& node) {
  return node.kind == Kind::kStart || node.kind == Kind::kEnd || node.kind == Kind::kBoundary ||
         node.kind == Kind::kLook || node.kind == Kind::kEmpty;
}

/// What stands before a place.
struct Before {
  bool start = false;        ///< It is where the text begins.
  std::optional<bool> word;  ///< A unit of \w; nothing: cannot be told.
};

class Builder {
 public:
  explicit Builder(const Regex& regex) : flags_(regex.flags) {}
  bool exact() const { return exact_; }

  Language Build(const Node& node, Language next, const Before& before) {
    if (IsRough(node)) exact_ = false;
    if (IsPure(node)) return Concat(Consumed(node), std::move(next));
    switch (node.kind) {
      case Kind::kSequence:
        return Sequence(node.parts, 0, std::move(next), before);
      case Kind::kChoice: {
        std::vector<Language> ways;
        for (const Node& part : node.parts) ways.push_back(Build(part, next, before));
        return Union(std::move(ways));
      }
      case Kind::kGroup:
        return Build(node.parts[0], std::move(next), before);
      case Kind::kStart:
        if (before.start) return next;
        exact_ = exact_ && !flags_.multiline;
        return flags_.multiline ? next : Of(LanguageKind::kNone);
      case Kind::kEnd: {
        const Language end = Of(LanguageKind::kEmpty);
        if (!flags_.multiline) return next.kind == LanguageKind::kAll ? end : Both(std::move(next), end);
        return Both(std::move(next), Union({end, Concat(Set(LineEnds()), All())}));
      }
      case Kind::kBoundary:
        return Boundary(node, std::move(next), before);
      case Kind::kLook:
        return Look(node, std::move(next), before);
      default:
        // Assertions in rounds of a loop.
        exact_ = false;
        return Concat(Consumed(node), std::move(next));
    }
  }

 private:
  Language Sequence(const std::vector<Node>& parts, size_t i, Language next, const Before& before) {
    if (i == parts.size()) return next;
    Language rest = Sequence(parts, i + 1, std::move(next), Behind(parts[i], before));
    return Build(parts[i], std::move(rest), before);
  }

  static Before Behind(const Node& node, const Before& before) {
    if (IsAssertion(node)) return before;
    Before behind{.start = before.start && ShortestOf(node) == 0, .word = {}};
    const Node& one = node.kind == Kind::kRepeat && node.least > 0 ? node.parts[0] : node;
    if (one.kind == Kind::kSet) {
      const Ranges words = Intersection(one.ranges, WordUnits());
      if (words.empty()) behind.word = false;
      if (words == one.ranges) behind.word = true;
    }
    return behind;
  }

  Language Boundary(const Node& node, Language next, const Before& before) {
    const Language word = Both(next, Concat(Set(WordUnits()), All()));
    const Language other =
        Both(next, Union({Of(LanguageKind::kEmpty), Concat(Set(Complement(WordUnits(), 0xFFFF)), All())}));
    if (!before.start && !before.word) {
      exact_ = false;
      return next;
    }
    const bool behind_word = !before.start && *before.word;
    return behind_word != node.negated ? other : word;
  }

  Language Look(const Node& node, Language next, const Before& before) {
    if (node.behind) {
      exact_ = false;
      return next;
    }
    const bool outside = exact_;
    Language ahead = Build(node.parts[0], All(), before);
    if (!node.negated) return Both(std::move(ahead), std::move(next));
    if (!exact_) {
      exact_ = false;
      return next;
    }
    exact_ = outside;
    return Both(Not(std::move(ahead)), std::move(next));
  }

  Flags flags_;
  bool exact_ = true;
};

}  // namespace

Language Consumed(const std::vector<Node>& parts, size_t first, size_t last) {
  Language all = Of(LanguageKind::kEmpty);
  for (size_t i = last; i > first; --i) all = Concat(Consumed(parts[i - 1]), std::move(all));
  return all;
}

Language Consumed(const Node& node) {
  switch (node.kind) {
    case Kind::kSet:
      return Set(node.ranges);
    case Kind::kSequence:
      return Consumed(node.parts, 0, node.parts.size());
    case Kind::kChoice: {
      std::vector<Language> ways;
      for (const Node& part : node.parts) ways.push_back(Consumed(part));
      return Union(std::move(ways));
    }
    case Kind::kRepeat: {
      Language power = Of(LanguageKind::kPower);
      power.parts = {Consumed(node.parts[0])};
      power.least = std::min(node.least, kMostTimes);
      power.most = std::max(node.least, node.most) > kMostTimes ? Node::kNoLimit : node.most;
      if (power.parts[0].kind == LanguageKind::kEmpty) return power.parts[0];
      if (power.parts[0].kind == LanguageKind::kNone && node.least == 0) return Of(LanguageKind::kEmpty);
      return power;
    }
    case Kind::kGroup:
      return Consumed(node.parts[0]);
    case Kind::kBack:
      return All();
    default:
      return Of(LanguageKind::kEmpty);
  }
}

Approximation MatchingTexts(const Regex& regex) {
  Builder builder(regex);
  Language first = builder.Build(regex.root, All(), {.start = true, .word = false});
  if (regex.flags.sticky) return {std::move(first), builder.exact()};
  Language later = builder.Build(regex.root, All(), {.start = false, .word = {}});
  Language before = Concat(Set({{0, 0xFFFF}}), All());
  return {Union({std::move(first), Concat(std::move(before), std::move(later))}), builder.exact()};
}

}  // namespace kingbird::regex
