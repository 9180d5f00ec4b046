// Recursive descent into a small tree, then a random walk over it. Sets that are written by negation (\D, [^a], the
// dot) are cut to printable ASCII plus a few characters beyond it, so that what comes out can be read.
#include "generate/pattern.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace kingbird::generate {

constexpr int kWide = 4;       // times what an open-ended repetition gets
constexpr int kLongShare = 5;  // percent of the wide ones that may be as long as they can

class PatternParser {
 public:
  using Node = Pattern::Node;
  using Kind = Node::Kind;
  using Range = Pattern::Range;
  using Ranges = std::vector<Range>;

  PatternParser(std::string_view source, bool ignore_case)
      : source_(source), text_(base::Utf16FromWtf8(source)), ignore_case_(ignore_case) {}

  base::Result<Node> Run() {
    Node root = Choice();
    if (error_.empty() && at_ < text_.size()) error_ = "a ')' without its '('";
    if (!error_.empty()) return base::UsageError(fmt::format("'{}' is no regular expression: {}", source_, error_));
    return root;
  }

 private:
  static constexpr int kMostDepth = 100;

  bool More() const { return at_ < text_.size() && error_.empty(); }
  bool Next(std::u16string_view expected) {
    if (text_.compare(at_, expected.size(), expected) != 0) return false;
    at_ += expected.size();
    return true;
  }
  void Fail(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }

  Node Choice() {
    Node choice;
    choice.kind = Kind::kChoice;
    choice.parts.push_back(Sequence());
    while (Next(u"|")) choice.parts.push_back(Sequence());
    return choice.parts.size() == 1 ? Node(choice.parts[0]) : choice;
  }

  Node Sequence() {
    Node sequence;
    sequence.kind = Kind::kSequence;
    while (More() && text_[at_] != u'|' && text_[at_] != u')') sequence.parts.push_back(Repeated(Atom()));
    return sequence;
  }

  Node Repeated(Node atom) {
    Node repeat;
    repeat.kind = Kind::kRepeat;
    if (Next(u"*")) {
      repeat.most = -1;
    } else if (Next(u"+")) {
      repeat.least = 1;
      repeat.most = -1;
    } else if (Next(u"?")) {
      repeat.most = 1;
    } else if (!Braces(repeat)) {
      return atom;
    }
    Next(u"?");
    repeat.parts.push_back(std::move(atom));
    return repeat;
  }

  // "{" that is no quantifier stands for itself.
  bool Braces(Node& repeat) {
    const size_t start = at_;
    if (!Next(u"{")) return false;
    const int least = Number();
    int most = least;
    if (least >= 0 && Next(u",")) most = Number();
    if (least < 0 || !Next(u"}")) {
      at_ = start;
      return false;
    }
    if (most >= 0 && most < least) Fail("numbers out of order in {}");
    repeat.least = std::min(least, 1000);
    repeat.most = most < 0 ? -1 : std::min(most, 1000);
    return true;
  }

  int Number() {
    int value = -1;
    while (at_ < text_.size() && text_[at_] >= u'0' && text_[at_] <= u'9' && value < 100000)
      value = std::max(value, 0) * 10 + (text_[at_++] - u'0');
    return value;
  }

  Node Atom() {
    Node node;
    if (Next(u"^") || Next(u"$")) return node;
    if (Next(u"(")) return Group();
    if (Next(u"[")) return Set(Class());
    if (Next(u".")) return Set(Printable());
    if (text_[at_] == u'*' || text_[at_] == u'+' || text_[at_] == u'?') {
      Fail("nothing to repeat");
      return node;
    }
    if (Next(u"\\")) return Escape();
    const char32_t c = Character();
    return Set({{c, c}});
  }

  Node Group() {
    Node node;
    // The source is the target's, the stack ours.
    if (++depth_ > kMostDepth) Fail("groups nest too deep");
    if (!error_.empty()) return node;
    const bool around = Next(u"?=") || Next(u"?!") || Next(u"?<=") || Next(u"?<!");
    const bool plain = !around && Next(u"?:");
    if (!around && !plain && Next(u"?<")) {
      while (More() && !Next(u">")) ++at_;
    }
    node.kind = Kind::kGroup;
    node.group = around || plain ? 0 : ++groups_;
    node.parts.push_back(Choice());
    if (!Next(u")")) Fail("'(' without ')'");
    --depth_;
    return around ? Node() : node;
  }

  Node Escape() {
    if (!More()) {
      Fail("\\ at the end");
      return {};
    }
    if (Next(u"b") || Next(u"B")) return {};
    if (text_[at_] >= u'1' && text_[at_] <= u'9') {
      Node node;
      node.kind = Kind::kBack;
      node.group = Number();
      return node;
    }
    return Set(EscapedSet());
  }

  // Behind the backslash: a class or one character.
  Ranges EscapedSet() {
    const char16_t c = text_[at_++];
    switch (c) {
      case u'd':
        return {{U'0', U'9'}};
      case u'w':
        return {{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}, {U'_', U'_'}};
      case u's':
        return {{U' ', U' '}, {U'\t', U'\t'}, {U'\n', U'\n'}};
      case u'D':
        return Without({{U'0', U'9'}});
      case u'W':
        return Without({{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}, {U'_', U'_'}});
      case u'S':
        return Without({{U' ', U' '}});
      case u'p':
      case u'P':
        if (Next(u"{")) {
          while (More() && !Next(u"}")) ++at_;
        }
        return {{U'a', U'z'}, {U'A', U'Z'}, {0xE0, 0xFF}};
      default:
        break;
    }
    const char32_t one = Single(c);
    return {{one, one}};
  }

  char32_t Single(char16_t c) {
    switch (c) {
      case u't':
        return U'\t';
      case u'n':
        return U'\n';
      case u'r':
        return U'\r';
      case u'f':
        return U'\f';
      case u'v':
        return U'\v';
      case u'0':
        return 0;
      case u'x':
        return Hex(2, U'x');
      case u'u':
        if (Next(u"{")) {
          const char32_t value = Hex(6, U'u');
          Next(u"}");
          return value;
        }
        return Hex(4, U'u');
      default:
        return c;
    }
  }

  char32_t Hex(int most, char32_t otherwise) {
    char32_t value = 0;
    int count = 0;
    for (; count < most && at_ < text_.size(); ++count, ++at_) {
      const char16_t c = text_[at_];
      if (c >= u'0' && c <= u'9') {
        value = value * 16 + (c - u'0');
      } else if ((c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F')) {
        value = value * 16 + ((c | 0x20) - u'a' + 10);
      } else {
        break;
      }
    }
    return count == 0 ? otherwise : value;
  }

  char32_t Character() {
    const char16_t c = text_[at_++];
    if (c >= 0xD800 && c < 0xDC00 && at_ < text_.size() && text_[at_] >= 0xDC00 && text_[at_] < 0xE000)
      return 0x10000 + ((c - 0xD800) << 10) + (text_[at_++] - 0xDC00);
    return c;
  }

  Ranges Class() {
    const bool negated = Next(u"^");
    Ranges ranges;
    while (More() && text_[at_] != u']') {
      Ranges item = ClassItem();
      const bool single = item.size() == 1 && item[0].first == item[0].second;
      const bool range = single && at_ + 1 < text_.size() && text_[at_] == u'-' && text_[at_ + 1] != u']';
      if (range) {
        ++at_;
        const Ranges to = ClassItem();
        if (to.size() == 1 && to[0].first == to[0].second) {
          if (to[0].first < item[0].first) Fail("range out of order in []");
          item[0].second = to[0].first;
        } else {
          item.insert(item.end(), to.begin(), to.end());
        }
      }
      ranges.insert(ranges.end(), item.begin(), item.end());
    }
    if (!Next(u"]")) Fail("'[' without ']'");
    return negated ? Without(ranges) : ranges;
  }

  Ranges ClassItem() {
    if (Next(u"\\") && at_ < text_.size()) {
      if (Next(u"b")) return {{U'\b', U'\b'}};
      return EscapedSet();
    }
    const char32_t c = Character();
    return {{c, c}};
  }

  static Ranges Printable() { return {{U' ', U'~'}, {0xE9, 0xE9}, {0x100, 0x101}}; }

  static Ranges Without(const Ranges& excluded) {
    Ranges left;
    for (const Range& range : Printable()) {
      for (char32_t c = range.first; c <= range.second; ++c) {
        const bool out = std::any_of(excluded.begin(), excluded.end(),
                                     [&](const Range& other) { return other.first <= c && c <= other.second; });
        if (!out) left.emplace_back(c, c);
      }
    }
    return left;
  }

  Node Set(Ranges ranges) {
    Node node;
    if (ranges.empty()) return node;
    if (ignore_case_) {
      const size_t count = ranges.size();
      for (size_t i = 0; i < count; ++i) {
        const auto [first, last] = ranges[i];
        if (first >= U'a' && last <= U'z') ranges.emplace_back(first - 32, last - 32);
        if (first >= U'A' && last <= U'Z') ranges.emplace_back(first + 32, last + 32);
      }
    }
    node.kind = Kind::kSet;
    node.ranges = std::move(ranges);
    return node;
  }

  std::string_view source_;
  std::u16string text_;
  bool ignore_case_;
  size_t at_ = 0;
  int groups_ = 0;
  int depth_ = 0;
  std::string error_;
};

base::Result<Pattern> Pattern::Parse(std::string_view source, std::string_view flags) {
  Pattern pattern;
  ASSIGN_OR_RETURN(pattern.root_, PatternParser(source, flags.find('i') != std::string_view::npos).Run());
  return pattern;
}

std::string Pattern::Make(base::Rng& rng, int most) const {
  std::u16string out;
  std::vector<std::u16string> groups;
  Make(root_, most, rng, out, groups);
  return base::Wtf8FromUtf16(out);
}

void Pattern::Make(const Node& node, int most, base::Rng& rng, std::u16string& out,
                   std::vector<std::u16string>& groups) const {
  switch (node.kind) {
    case Node::Kind::kEmpty:
      return;
    case Node::Kind::kSet: {
      uint64_t size = 0;
      for (const Range& range : node.ranges) size += range.second - range.first + 1;
      uint64_t draw = rng.Below(size);
      for (const Range& range : node.ranges) {
        const uint64_t width = range.second - range.first + 1;
        if (draw >= width) {
          draw -= width;
          continue;
        }
        const auto c = static_cast<char32_t>(range.first + draw);
        if (c < 0x10000) {
          out.push_back(static_cast<char16_t>(c));
        } else {
          out.push_back(static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10)));
          out.push_back(static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF)));
        }
        return;
      }
      return;
    }
    case Node::Kind::kSequence:
      for (const Node& part : node.parts) Make(part, most, rng, out, groups);
      return;
    case Node::Kind::kChoice:
      return Make(rng.Pick(node.parts), most, rng, out, groups);
    case Node::Kind::kRepeat: {
      // "{1,256}" bounds what is accepted, it does not ask for hundreds.
      const bool wide = node.most - node.least > kWide * most && !rng.Percent(kLongShare);
      const int limit = node.most < 0 || wide ? node.least + most : node.most;
      const int64_t count = rng.Between(node.least, std::max(limit, node.least));
      for (int64_t i = 0; i < count; ++i) Make(node.parts[0], most, rng, out, groups);
      return;
    }
    case Node::Kind::kGroup: {
      const size_t start = out.size();
      Make(node.parts[0], most, rng, out, groups);
      if (groups.size() <= static_cast<size_t>(node.group)) groups.resize(static_cast<size_t>(node.group) + 1);
      groups[static_cast<size_t>(node.group)] = out.substr(start);
      return;
    }
    case Node::Kind::kBack:
      if (static_cast<size_t>(node.group) < groups.size()) out += groups[static_cast<size_t>(node.group)];
      return;
  }
}

}  // namespace kingbird::generate
