#include "regex/matcher.h"

#include <algorithm>

namespace kingbird::regex {
namespace {

using Kind = Node::Kind;

constexpr int kMostSteps = 200000;
constexpr int kMostDepth = 3000;
thread_local uint64_t steps_spent = 0;

bool Contains(const Ranges& ranges, char32_t c) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), c,
                                      [](char32_t value, const Range& range) { return value < range.first; });
  return after != ranges.begin() && c <= std::prev(after)->second;
}

char16_t Lower(char16_t c) { return c >= u'A' && c <= u'Z' ? static_cast<char16_t>(c + 32) : c; }

/// What is left to match: a reference to a callable that lives in a caller's frame.
class Next {
 public:
  template <typename F>
  Next(const F& f)  // NOLINT(google-explicit-constructor): a lambda is meant to become one.
      : object_(&f), call_([](const void* object, size_t at) { return (*static_cast<const F*>(object))(at); }) {}
  bool operator()(size_t at) const { return call_(object_, at); }

 private:
  const void* object_;
  bool (*call_)(const void*, size_t);
};

class Matcher {
 public:
  Matcher(const Regex& regex, std::u16string_view text)
      : regex_(regex), text_(text), groups_(static_cast<size_t>(regex.groups) + 1) {}
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;
  ~Matcher() { steps_spent += static_cast<uint64_t>(steps_); }

  bool failed() const { return failed_; }

  std::optional<Match> At(size_t start) {
    std::fill(groups_.begin(), groups_.end(), std::nullopt);
    size_t end = 0;
    const auto done = [&](size_t at) {
      end = at;
      return true;
    };
    if (!Run(regex_.root, start, true, done) || failed_) return std::nullopt;
    groups_[0] = Span{start, end};
    return Match{{start, end}, groups_};
  }

 private:
  bool Run(const Node& node, size_t at, bool forward, Next next) {
    if (failed_ || ++steps_ > kMostSteps || depth_ > kMostDepth) {
      failed_ = true;
      return false;
    }
    ++depth_;
    const bool matched = Dispatch(node, at, forward, next);
    --depth_;
    return matched;
  }

  bool Dispatch(const Node& node, size_t at, bool forward, Next next) {
    switch (node.kind) {
      case Kind::kEmpty:
        return next(at);
      case Kind::kSet: {
        const std::optional<size_t> behind = Step(node, at, forward);
        return behind && next(*behind);
      }
      case Kind::kSequence:
        return Sequence(node, 0, at, forward, next);
      case Kind::kChoice:
        return std::any_of(node.parts.begin(), node.parts.end(),
                           [&](const Node& part) { return Run(part, at, forward, next); });
      case Kind::kRepeat:
        return node.parts[0].kind == Kind::kSet ? RepeatSet(node, at, forward, next)
                                                : Repeat(node, 0, at, forward, next);
      case Kind::kGroup:
        return Group(node, at, forward, next);
      case Kind::kBack:
        return Back(node, at, forward, next);
      case Kind::kStart:
        return (at == 0 || (regex_.flags.multiline && Contains(LineEnds(), text_[at - 1]))) && next(at);
      case Kind::kEnd:
        return (at == text_.size() || (regex_.flags.multiline && Contains(LineEnds(), text_[at]))) && next(at);
      case Kind::kBoundary: {
        const bool before = at > 0 && Contains(WordUnits(), text_[at - 1]);
        const bool after = at < text_.size() && Contains(WordUnits(), text_[at]);
        return (before != after) != node.negated && next(at);
      }
      case Kind::kLook:
        return Look(node, at, next);
    }
    return false;
  }

  /// Where one unit or code point of the set ends, going forward, or begins.
  std::optional<size_t> Step(const Node& set, size_t at, bool forward) const {
    if (forward ? at >= text_.size() : at == 0) return std::nullopt;
    size_t to = forward ? at + 1 : at - 1;
    char32_t c = text_[std::min(at, to)];
    if (regex_.flags.unicode) {
      const size_t lead = forward ? at : at - 2;
      if ((forward ? at + 1 < text_.size() : at >= 2) && IsPair(lead)) {
        c = 0x10000 + ((text_[lead] - 0xD800U) << 10) + (text_[lead + 1] - 0xDC00U);
        to = forward ? at + 2 : at - 2;
      }
    }
    if (!Contains(set.ranges, c)) return std::nullopt;
    return to;
  }

  bool IsPair(size_t at) const {
    return text_[at] >= 0xD800 && text_[at] <= 0xDBFF && text_[at + 1] >= 0xDC00 && text_[at + 1] <= 0xDFFF;
  }

  bool Sequence(const Node& node, size_t i, size_t at, bool forward, Next next) {
    if (i == node.parts.size()) return next(at);
    const Node& part = node.parts[forward ? i : node.parts.size() - 1 - i];
    return Run(part, at, forward, [&](size_t to) { return Sequence(node, i + 1, to, forward, next); });
  }

  bool RepeatSet(const Node& node, size_t at, bool forward, Next next) {
    std::vector<size_t> ends = {at};
    const auto most = node.most < 0 ? text_.size() : static_cast<size_t>(node.most);
    const auto least = static_cast<size_t>(node.least);
    if (!node.lazy) {
      while (ends.size() <= most) {
        const std::optional<size_t> to = Step(node.parts[0], ends.back(), forward);
        if (!to) break;
        ends.push_back(*to);
      }
      for (size_t count = ends.size(); count > least; --count) {
        if (++steps_ > kMostSteps) failed_ = true;
        if (failed_) return false;
        if (next(ends[count - 1])) return true;
      }
      return false;
    }
    size_t end = at;
    for (size_t count = 0;; ++count) {
      if (++steps_ > kMostSteps) failed_ = true;
      if (failed_) return false;
      if (count >= least && next(end)) return true;
      const std::optional<size_t> to = count < most ? Step(node.parts[0], end, forward) : std::nullopt;
      if (!to) return false;
      end = *to;
    }
  }

  bool Repeat(const Node& node, int count, size_t at, bool forward, Next next) {
    const auto again = [&] {
      if (node.most >= 0 && count >= node.most) return false;
      const std::vector<std::optional<Span>> kept = groups_;
      for (int group = node.first_group; group < node.last_group; ++group) groups_[static_cast<size_t>(group)].reset();
      const auto rest = [&](size_t to) {
        // A round that matched nothing is no progress.
        if (to == at && count >= node.least) return false;
        return Repeat(node, count + 1, to, forward, next);
      };
      if (Run(node.parts[0], at, forward, rest)) return true;
      groups_ = kept;
      return false;
    };
    if (count < node.least) return again();
    return node.lazy ? next(at) || again() : again() || next(at);
  }

  bool Group(const Node& node, size_t at, bool forward, Next next) {
    if (node.group == 0) return Run(node.parts[0], at, forward, next);
    const auto group = static_cast<size_t>(node.group);
    return Run(node.parts[0], at, forward, [&](size_t to) {
      const std::optional<Span> kept = groups_[group];
      groups_[group] = forward ? Span{at, to} : Span{to, at};
      if (next(to)) return true;
      groups_[group] = kept;
      return false;
    });
  }

  bool Back(const Node& node, size_t at, bool forward, Next next) {
    const std::optional<Span>& span = groups_[static_cast<size_t>(node.group)];
    if (!span) return next(at);
    const size_t size = span->size();
    if (forward ? text_.size() - at < size : at < size) return false;
    const size_t from = forward ? at : at - size;
    for (size_t i = 0; i < size; ++i) {
      const char16_t a = text_[span->begin + i];
      const char16_t b = text_[from + i];
      if (regex_.flags.ignore_case ? Lower(a) != Lower(b) : a != b) return false;
    }
    return next(forward ? at + size : from);
  }

  bool Look(const Node& node, size_t at, Next next) {
    const std::vector<std::optional<Span>> kept = groups_;
    const bool seen = Run(node.parts[0], at, !node.behind, [](size_t) { return true; });
    if (seen == node.negated || failed_) {
      groups_ = kept;
      return false;
    }
    if (node.negated) groups_ = kept;
    if (next(at)) return true;
    groups_ = kept;
    return false;
  }

  const Regex& regex_;
  std::u16string_view text_;
  std::vector<std::optional<Span>> groups_;
  int steps_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

std::u16string Part(std::u16string_view text, const std::optional<Span>& span) {
  return span ? std::u16string(text.substr(span->begin, span->size())) : u"";
}

}  // namespace

uint64_t StepsSpent() { return steps_spent; }

Outcome Find(const Regex& regex, std::u16string_view text, size_t from) {
  if (regex.flags.ignore_case && std::any_of(text.begin(), text.end(), [](char16_t c) { return c >= 0x80; }))
    return {.known = false, .match = {}};
  const auto inside = [&](size_t at) {
    return regex.flags.unicode && at > 0 && at < text.size() && text[at] >= 0xDC00 && text[at] <= 0xDFFF &&
           text[at - 1] >= 0xD800 && text[at - 1] <= 0xDBFF;
  };
  Matcher matcher(regex, text);
  // Engines step back to where a pair begins.
  for (size_t start = inside(from) ? from - 1 : from; start <= text.size(); ++start) {
    if (inside(start)) continue;
    if (regex.anchored && start > 0) break;
    const bool hopeless = regex.first && (start == text.size() || !Contains(*regex.first, text[start]));
    if (hopeless && regex.flags.sticky) break;
    if (hopeless) continue;
    std::optional<Match> match = matcher.At(start);
    if (matcher.failed()) return {.known = false, .match = {}};
    if (match) return {.known = true, .match = std::move(match)};
    if (regex.flags.sticky) break;
  }
  return {};
}

std::optional<std::vector<Match>> FindAll(const Regex& regex, std::u16string_view text) {
  std::vector<Match> all;
  for (size_t from = 0; from <= text.size();) {
    Outcome outcome = Find(regex, text, from);
    if (!outcome.known) return std::nullopt;
    if (!outcome.match) break;
    from = outcome.match->whole.end;
    if (outcome.match->whole.size() == 0) {
      const bool pair = regex.flags.unicode && from + 1 < text.size() && text[from] >= 0xD800 && text[from] <= 0xDBFF &&
                        text[from + 1] >= 0xDC00 && text[from + 1] <= 0xDFFF;
      from += pair ? 2 : 1;
    }
    all.push_back(*std::move(outcome.match));
  }
  return all;
}

std::u16string Expand(const Regex& regex, std::u16string_view text, const Match& match,
                      std::u16string_view replacement) {
  std::u16string out;
  for (size_t i = 0; i < replacement.size(); ++i) {
    const char16_t next = replacement[i] == u'$' && i + 1 < replacement.size() ? replacement[i + 1] : u'\0';
    const auto digit = [&](size_t at) {
      return at < replacement.size() && replacement[at] >= u'0' && replacement[at] <= u'9' ? replacement[at] - u'0'
                                                                                           : -1;
    };
    if (next == u'$') {
      out += u'$';
    } else if (next == u'&') {
      out += Part(text, match.whole);
    } else if (next == u'`') {
      out += text.substr(0, match.whole.begin);
    } else if (next == u'\'') {
      out += text.substr(match.whole.end);
    } else if (next >= u'0' && next <= u'9') {
      int group = digit(i + 1);
      size_t length = 1;
      if (digit(i + 2) >= 0 && group * 10 + digit(i + 2) <= regex.groups) {
        group = group * 10 + digit(i + 2);
        length = 2;
      }
      if (group == 0 || group > regex.groups) {
        out += u'$';
        continue;
      }
      out += Part(text, match.groups[static_cast<size_t>(group)]);
      i += length;
      continue;
    } else if (next == u'<' && !regex.names.empty() && replacement.find(u'>', i) != std::u16string_view::npos) {
      const size_t end = replacement.find(u'>', i);
      const auto named = regex.names.find(std::u16string(replacement.substr(i + 2, end - i - 2)));
      if (named != regex.names.end()) out += Part(text, match.groups[static_cast<size_t>(named->second)]);
      i = end;
      continue;
    } else {
      out += replacement[i];
      continue;
    }
    ++i;
  }
  return out;
}

}  // namespace kingbird::regex
