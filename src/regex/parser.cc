// Recursive descent over the grammar of the language, the additions for browsers (Annex B) included.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "regex/regex.h"

namespace kingbird::regex {
namespace {

using Kind = Node::Kind;

constexpr int kMostNesting = 100;
constexpr int kMostRepeats = 100000;

bool IsDigit(char16_t c) { return c >= u'0' && c <= u'9'; }

class Parser {
 public:
  Parser(std::u16string_view text, Flags flags, bool rough) : text_(text), flags_(flags), rough_(rough) {
    CountGroups();
  }

  base::Result<Regex> Run() {
    Regex regex;
    regex.flags = flags_;
    regex.root = Choice();
    if (error_.empty() && at_ < text_.size()) Fail("a ')' without its '('");
    if (!error_.empty()) return base::UsageError(fmt::format("no regular expression: {}", error_));
    regex.groups = groups_;
    regex.names = names_;
    return regex;
  }

 private:
  bool More() const { return at_ < text_.size() && error_.empty(); }
  bool Next(std::u16string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  char16_t Take() {
    if (at_ < text_.size()) return text_[at_++];
    Fail("it ends too soon");
    return u'\0';
  }
  void Fail(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }

  /// Where the group name that begins there ends. A name is short and has none of these signs: a search for the next
  /// '>' of the text, from every group on, and what lies between as a name, took gigabytes.
  size_t NameEnd(size_t from) const {
    const size_t end = text_.find_first_of(u"><()[]|*+?", from);
    return end != std::u16string_view::npos && text_[end] == u'>' ? end : std::u16string_view::npos;
  }

  /// Whether \2 is a reference depends on what comes later.
  void CountGroups() {
    bool set = false;
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == u'\\') {
        ++i;
      } else if (text_[i] == u'[' || text_[i] == u']') {
        set = text_[i] == u'[';
      } else if (text_[i] == u'(' && !set) {
        const std::u16string_view rest = text_.substr(i + 1);
        const bool named = rest.starts_with(u"?<") && !rest.starts_with(u"?<=") && !rest.starts_with(u"?<!");
        if (!rest.starts_with(u"?") || named) {
          ++all_groups_;
          const size_t end = named ? NameEnd(i + 3) : std::u16string_view::npos;
          if (end != std::u16string_view::npos) names_[std::u16string(text_.substr(i + 3, end - i - 3))] = all_groups_;
        }
      }
    }
  }

  Node Choice() {
    Node choice;
    choice.kind = Kind::kChoice;
    choice.first_group = groups_ + 1;
    choice.parts.push_back(Sequence());
    while (Next(u"|")) choice.parts.push_back(Sequence());
    choice.last_group = groups_ + 1;
    return choice.parts.size() == 1 ? Node(choice.parts[0]) : choice;
  }

  Node Sequence() {
    Node sequence;
    sequence.kind = Kind::kSequence;
    while (More() && text_[at_] != u'|' && text_[at_] != u')') {
      const int before = groups_ + 1;
      Node atom = Atom();
      sequence.parts.push_back(Repeated(std::move(atom), before));
    }
    return sequence;
  }

  Node Repeated(Node atom, int first_group) {
    Node repeat;
    repeat.kind = Kind::kRepeat;
    repeat.most = Node::kNoLimit;
    if (Next(u"*")) {
    } else if (Next(u"+")) {
      repeat.least = 1;
    } else if (Next(u"?")) {
      repeat.most = 1;
    } else if (!Braces(repeat)) {
      return atom;
    }
    const bool assertion = atom.kind == Kind::kStart || atom.kind == Kind::kEnd || atom.kind == Kind::kBoundary ||
                           (atom.kind == Kind::kLook && (atom.behind || flags_.unicode));
    if (assertion) Fail("nothing to repeat");
    repeat.lazy = Next(u"?");
    repeat.first_group = first_group;
    repeat.last_group = groups_ + 1;
    repeat.parts.push_back(std::move(atom));
    return repeat;
  }

  /// "{" that is no quantifier stands for itself, but for the flag u.
  bool Braces(Node& repeat) {
    const size_t start = at_;
    if (!Next(u"{")) return false;
    const int least = Number();
    int most = least;
    if (least >= 0 && Next(u",")) most = IsDigit(Peek()) ? Number() : Node::kNoLimit;
    if (least < 0 || !Next(u"}")) {
      at_ = start;
      return false;
    }
    if (most >= 0 && most < least) Fail("numbers out of order in {}");
    repeat.least = least;
    repeat.most = most;
    return true;
  }

  char16_t Peek() const { return at_ < text_.size() ? text_[at_] : u'\0'; }

  int Number() {
    int value = -1;
    while (IsDigit(Peek())) value = std::min(std::max(value, 0) * 10 + (text_[at_++] - u'0'), kMostRepeats);
    return value;
  }

  Node Atom() {
    if (Next(u"^")) return {.kind = Kind::kStart};
    if (Next(u"$")) return {.kind = Kind::kEnd};
    if (Next(u"(")) return Group();
    if (Next(u"[")) return Set(Class());
    if (Next(u".")) return Set(flags_.dot_all ? Complement({}, Last()) : Complement(LineEnds(), Last()));
    if (Next(u"\\")) return Escape();
    const char16_t c = text_[at_];
    if (c == u'*' || c == u'+' || c == u'?') Fail("nothing to repeat");
    Node braces;
    if (c == u'{' && (flags_.unicode || Braces(braces))) Fail("nothing to repeat");
    if (flags_.unicode && (c == u']' || c == u'}')) Fail("a lone bracket");
    return Single(Character());
  }

  Node Group() {
    Node node;
    // The source is the target's, the stack ours.
    if (++depth_ > kMostNesting) Fail("groups nest too deep");
    if (!error_.empty()) return node;
    node.kind = Kind::kGroup;
    if (Next(u"?=") || Next(u"?!")) {
      node.kind = Kind::kLook;
      node.negated = text_[at_ - 1] == u'!';
    } else if (Next(u"?<=") || Next(u"?<!")) {
      node.kind = Kind::kLook;
      node.behind = true;
      node.negated = text_[at_ - 1] == u'!';
    } else if (Next(u"?<")) {
      const size_t end = NameEnd(at_);
      if (end == std::u16string_view::npos || end == at_) Fail("a bad group name");
      if (error_.empty()) at_ = end + 1;
      node.group = ++groups_;
    } else if (Next(u"?:")) {
    } else if (Peek() == u'?') {
      Fail("an unknown kind of group");
    } else {
      node.group = ++groups_;
    }
    node.first_group = groups_ + 1;
    node.parts.push_back(Choice());
    node.last_group = groups_ + 1;
    if (!Next(u")")) Fail("'(' without ')'");
    --depth_;
    return node;
  }

  Node Escape() {
    if (!More()) {
      Fail("\\ at the end");
      return {};
    }
    if (Next(u"b")) return {.kind = Kind::kBoundary};
    if (Next(u"B")) return {.kind = Kind::kBoundary, .negated = true};
    if (Peek() == u'k' && (!names_.empty() || flags_.unicode)) return NamedBack();
    if (Peek() >= u'1' && Peek() <= u'9') {
      const size_t start = at_;
      const int group = Number();
      if (group <= all_groups_) return {.kind = Kind::kBack, .group = group};
      if (flags_.unicode) Fail("no such group");
      at_ = start;
    }
    return Set(EscapedSet());
  }

  Node NamedBack() {
    ++at_;
    const size_t end = Next(u"<") ? NameEnd(at_) : std::u16string_view::npos;
    if (end == std::u16string_view::npos) {
      Fail("a bad reference");
      return {};
    }
    const auto found = names_.find(std::u16string(text_.substr(at_, end - at_)));
    if (found == names_.end()) Fail("no such group");
    at_ = end + 1;
    return {.kind = Kind::kBack, .group = found == names_.end() ? 0 : found->second};
  }

  /// Behind the backslash: a class or one character.
  Ranges EscapedSet() {
    const char16_t c = Take();
    switch (c) {
      case u'd':
        return Digits();
      case u'w':
        return WordUnits();
      case u's':
        return Spaces();
      case u'D':
        return Complement(Digits(), Last());
      case u'W':
        return Complement(WordUnits(), Last());
      case u'S':
        return Complement(Spaces(), Last());
      case u'p':
      case u'P':
        if (!flags_.unicode) break;
        return Property();
      default:
        break;
    }
    const char32_t one = EscapedCharacter(c);
    return {{one, one}};
  }

  Ranges Property() {
    if (!rough_) Fail("property classes are not known here");
    const size_t end = text_.find(u'}', at_);
    if (!Next(u"{") || end == std::u16string_view::npos) Fail("a bad property class");
    if (error_.empty()) at_ = end + 1;
    return {{U'A', U'Z'}, {U'a', U'z'}, {0xE0, 0xF6}, {0xF8, 0xFF}};
  }

  char32_t EscapedCharacter(char16_t c) {
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
      case u'c':
        if ((Peek() | 0x20) >= u'a' && (Peek() | 0x20) <= u'z') return text_[at_++] % 32;
        --at_;
        return U'\\';
      case u'x':
        return Hex(2).value_or(U'x');
      case u'u':
        return UnicodeEscape();
      default:
        break;
    }
    if (c >= u'0' && c <= u'7') return Octal(c);
    --at_;
    return Character();
  }

  char32_t Octal(char16_t first) {
    char32_t value = first - u'0';
    for (int i = 0; i < 2 && Peek() >= u'0' && Peek() <= u'7' && value * 8 + (Peek() - u'0') <= 255; ++i) {
      if (flags_.unicode) Fail("an octal escape");
      value = value * 8 + (text_[at_++] - u'0');
    }
    return value;
  }

  char32_t UnicodeEscape() {
    if (flags_.unicode && Next(u"{")) {
      const std::optional<char32_t> value = Hex(0);
      if (!value || !Next(u"}")) Fail("a bad escape");
      return value.value_or(0);
    }
    const std::optional<char32_t> lead = Hex(4);
    if (!lead) return U'u';
    if (!flags_.unicode || *lead < 0xD800 || *lead > 0xDBFF) return *lead;
    const size_t back = at_;
    if (Next(u"\\u")) {
      const std::optional<char32_t> trail = Hex(4);
      if (trail && *trail >= 0xDC00 && *trail <= 0xDFFF) return 0x10000 + ((*lead - 0xD800) << 10) + (*trail - 0xDC00);
    }
    at_ = back;
    return *lead;
  }

  /// So many digits, 0: as many as there are; nothing and no step where there are fewer.
  std::optional<char32_t> Hex(size_t digits) {
    char32_t value = 0;
    size_t count = 0;
    for (; at_ + count < text_.size() && (digits == 0 || count < digits) && value <= 0x10FFFF; ++count) {
      const char16_t c = text_[at_ + count];
      const char16_t lower = static_cast<char16_t>(c | 0x20);
      if (IsDigit(c)) {
        value = value * 16 + (c - u'0');
      } else if (lower >= u'a' && lower <= u'f') {
        value = value * 16 + (lower - u'a' + 10);
      } else {
        break;
      }
    }
    if (count == 0 || (digits != 0 && count < digits)) return std::nullopt;
    at_ += count;
    return value;
  }

  char32_t Character() {
    const char16_t c = Take();
    const bool pair = flags_.unicode && c >= 0xD800 && c < 0xDC00 && Peek() >= 0xDC00 && Peek() < 0xE000;
    return pair ? 0x10000 + ((c - 0xD800) << 10) + (text_[at_++] - 0xDC00) : c;
  }

  Ranges Class() {
    const bool negated = Next(u"^");
    Ranges ranges;
    while (More() && text_[at_] != u']') {
      Ranges item = ClassItem();
      const bool single = item.size() == 1 && item[0].first == item[0].second;
      if (single && Peek() == u'-' && at_ + 1 < text_.size() && text_[at_ + 1] != u']') {
        ++at_;
        const Ranges to = ClassItem();
        if (to.size() == 1 && to[0].first == to[0].second) {
          if (to[0].first < item[0].first) Fail("range out of order in []");
          item[0].second = to[0].first;
        } else {
          item.insert(item.end(), to.begin(), to.end());
          item.emplace_back(U'-', U'-');
        }
      }
      ranges.insert(ranges.end(), item.begin(), item.end());
    }
    if (!Next(u"]")) Fail("'[' without ']'");
    return negated ? Complement(WithCases(std::move(ranges)), Last()) : ranges;
  }

  Ranges ClassItem() {
    if (Next(u"\\") && at_ < text_.size()) {
      if (Next(u"b")) return {{U'\b', U'\b'}};
      return EscapedSet();
    }
    if (!More()) return {};
    const char32_t c = Character();
    return {{c, c}};
  }

  /// Letters of ASCII match in either case; beyond, the matcher gives up.
  Ranges WithCases(Ranges ranges) const {
    if (!flags_.ignore_case) return ranges;
    const size_t count = ranges.size();
    for (size_t i = 0; i < count; ++i) {
      for (const Range& upper : Intersection({ranges[i]}, {{U'A', U'Z'}}))
        ranges.emplace_back(upper.first + 32, upper.second + 32);
      for (const Range& lower : Intersection({ranges[i]}, {{U'a', U'z'}}))
        ranges.emplace_back(lower.first - 32, lower.second - 32);
    }
    return ranges;
  }

  char32_t Last() const { return flags_.unicode ? 0x10FFFF : 0xFFFF; }
  Node Single(char32_t c) { return Set({{c, c}}); }
  Node Set(Ranges ranges) {
    Node node;
    node.kind = Kind::kSet;
    node.ranges = Normalised(WithCases(std::move(ranges)));
    return node;
  }

  std::u16string_view text_;
  Flags flags_;
  bool rough_;  ///< Property classes are letters.
  size_t at_ = 0;
  int groups_ = 0;
  int all_groups_ = 0;
  int depth_ = 0;
  std::map<std::u16string, int> names_;
  std::string error_;
};

}  // namespace

base::Result<Regex> Parse(std::u16string_view source, std::u16string_view flags) {
  ASSIGN_OR_RETURN(const Flags set, ParseFlags(flags));
  ASSIGN_OR_RETURN(Regex regex, Parser(source, set, /*rough=*/false).Run());
  NoteBeginning(regex);
  return regex;
}

base::Result<Regex> ParseRoughly(std::u16string_view source, Flags flags) {
  return Parser(source, flags, /*rough=*/true).Run();
}

}  // namespace kingbird::regex
