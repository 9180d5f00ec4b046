// Regular expressions: texts that match, do not match, or have a group capture what is wanted, made from the text there
// is where that can be, and from samples of the expression otherwise. What is proposed was matched before.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"
#include "concolic/expression/known_regex.h"
#include "concolic/solve/inverter.h"
#include "regex/matcher.h"
#include "regex/sampler.h"

namespace kingbird::concolic {
namespace {

constexpr int kAttempts = 24;
constexpr size_t kMostSamples = 5;
constexpr double kMostSplit = 40;
constexpr size_t kMostKnown = 2000;
constexpr int kDeep = 12;  // Beyond it a replacement is taken to change nothing.

/// Samples that match, different ones, short ones first.
std::vector<std::u16string> MakeMatching(const regex::Regex& regex, const regex::Wishes& wishes, uint64_t seed) {
  base::Rng rng(seed);
  std::vector<std::u16string> found;
  regex::Wishes now = wishes;
  for (int i = 0; i < kAttempts && found.size() < kMostSamples; ++i) {
    now.most = i % 6;
    const std::optional<std::u16string> text = regex::Sample(regex, now, rng);
    if (!text || std::find(found.begin(), found.end(), *text) != found.end()) continue;
    const regex::Outcome outcome = regex::Find(regex, *text);
    if (!outcome.match) continue;
    const auto& groups = outcome.match->groups;
    if (now.present != 0 && !groups[static_cast<size_t>(now.present)]) continue;
    if (now.absent != 0 && groups[static_cast<size_t>(now.absent)]) continue;
    found.push_back(*text);
  }
  return found;
}

/// The same, remembered.
const std::vector<std::u16string>& Matching(const regex::Regex& regex, const regex::Wishes& wishes, uint64_t seed) {
  using Key = std::tuple<const regex::Regex*, std::map<int, std::u16string>, int, int, uint64_t>;
  thread_local std::map<Key, std::vector<std::u16string>> known;
  if (known.size() > kMostKnown) known.clear();
  const auto [found, first] = known.try_emplace(Key{&regex, wishes.groups, wishes.present, wishes.absent, seed});
  if (first) found->second = MakeMatching(regex, wishes, seed);
  return found->second;
}

std::u16string Replaced(std::u16string text, const regex::Span& span, const std::u16string& with) {
  return text.replace(span.begin, span.size(), with);
}

}  // namespace

const regex::Regex* Inverter::RegexOf(const Node& node) const {
  const Value* source = Get(node, 0);
  const Value* flags = Get(node, 1);
  return source == nullptr || flags == nullptr ? nullptr : KnownRegex(*source, *flags);
}

void Inverter::WantMatch(const Node& node, bool wanted, int depth) {
  const regex::Regex* regex = RegexOf(node);
  if (regex == nullptr) return;
  if (!wanted) return WantNoMatch(node, depth);
  const std::u16string text = Text(node, 2);
  const auto from = static_cast<size_t>(std::clamp(AsInteger(Number(node, 3)), 0.0, static_cast<double>(text.size())));
  for (const std::u16string& sample : Matching(*regex, {}, node.operands[2])) {
    if (node.operands.size() < 4) WantText(node.operands[2], sample, depth);
    const std::u16string around = text.substr(0, from) + sample + text.substr(from);
    if (!text.empty() && regex::Find(*regex, around, from).match) WantText(node.operands[2], around, depth);
    const std::u16string behind = text + (regex->flags.multiline ? u"\n" : u"") + sample;
    if (!text.empty() && regex::Find(*regex, behind, from).match) WantText(node.operands[2], behind, depth);
  }
}

void Inverter::WantNoMatch(const Node& node, int depth) {
  const regex::Regex* regex = RegexOf(node);
  const std::u16string text = Text(node, 2);
  if (regex == nullptr) return;
  std::vector<std::u16string> proposals = {u"", u"!", u"a", u"0", text + u"!", u"!" + text};
  if (const regex::Outcome now = regex::Find(*regex, text); now.match) {
    const regex::Span& span = now.match->whole;
    proposals.push_back(Replaced(text, span, u""));
    for (size_t i = span.begin; i < std::min(span.end, span.begin + 6); ++i) {
      for (char16_t unit : {u'!', u'a', u'0'}) {
        proposals.push_back(text);
        proposals.back()[i] = unit;
      }
      proposals.push_back(std::u16string(text).erase(i, 1));
    }
  }
  for (const std::u16string& proposal : proposals) {
    const regex::Outcome outcome = regex::Find(*regex, proposal);
    if (outcome.known && !outcome.match) WantText(node.operands[2], proposal, depth);
  }
}

// kRegexCapture, kRegexNth, kRegexSplitPart: a text, or undefined for a group that takes no part.
void Inverter::WantCaptured(const Node& node, const Value& value, int depth) {
  if (node.op == Op::kRegexSplitPart) return WantParts(node, value, depth);
  const regex::Regex* regex = RegexOf(node);
  if (regex == nullptr || node.operands.size() < 4) return;
  const bool nth = node.op == Op::kRegexNth;
  const auto group = static_cast<int>(Number(node, nth ? 4 : 3));
  const auto index = static_cast<size_t>(nth ? Number(node, 3) : 0);
  const std::u16string text = Text(node, 2);
  regex::Wishes wishes;
  std::optional<regex::Match> match;
  if (nth) {
    const auto all = regex::FindAll(*regex, text);
    if (all && index < all->size()) match = (*all)[index];
  } else {
    const auto from = std::clamp(Number(node, 4), 0.0, static_cast<double>(text.size()));
    match = regex::Find(*regex, text, static_cast<size_t>(from)).match;
  }
  if (value.type == Type::kUndefined) {
    wishes.absent = group;
  } else {
    const std::u16string wanted = AsText(value).value_or(u"");
    if (group == 0) {
      if (match) WantText(node.operands[2], Replaced(text, match->whole, wanted), depth);
      return WantText(node.operands[2], wanted, depth);
    }
    const auto& span = match ? match->groups[static_cast<size_t>(group)] : std::nullopt;
    if (span) WantText(node.operands[2], Replaced(text, *span, wanted), depth);
    wishes.present = group;
    wishes.groups[group] = wanted;
  }
  std::vector<std::u16string> samples = Matching(*regex, wishes, node.operands[2]);
  // Not with that text: with any.
  wishes.groups.clear();
  if (samples.empty() || wishes.present != 0) {
    const std::vector<std::u16string>& others = Matching(*regex, wishes, node.operands[2] + 7);
    samples.insert(samples.end(), others.begin(), others.end());
  }
  for (const std::u16string& sample : samples) {
    WantText(node.operands[2], match ? Replaced(text, match->whole, sample) : sample, depth);
    if (match) WantText(node.operands[2], sample, depth);
  }
}

// kRegexIndex, kRegexEnd, kRegexCount.
void Inverter::WantRegexNumber(const Node& node, double value, int depth) {
  const regex::Regex* regex = RegexOf(node);
  if (regex == nullptr) return;
  const bool none = node.op == Op::kRegexIndex ? value < 0 : value <= 0;
  if (none) return WantNoMatch(node, depth);
  if (!(value <= 1000)) return;
  const auto count = static_cast<size_t>(value);
  for (const std::u16string& sample : Matching(*regex, {}, node.operands[2])) {
    std::u16string text;
    if (node.op == Op::kRegexCount) {
      for (size_t i = 0; i < count; ++i) text += (i == 0 ? u"" : u" ") + sample;
    } else {
      const size_t before = node.op == Op::kRegexIndex ? count : count - std::min(count, sample.size());
      for (char16_t unit : {u' ', u'a', u'!'}) WantText(node.operands[2], std::u16string(before, unit) + sample, depth);
      continue;
    }
    WantText(node.operands[2], text, depth);
  }
}

// kSplitCount, kSplitPart and those of regular expressions: the parts there are, changed, with separators between them.
void Inverter::WantParts(const Node& node, const Value& value, int depth) {
  const bool regex_parts = node.op == Op::kRegexSplitCount || node.op == Op::kRegexSplitPart;
  const bool counts = node.op == Op::kSplitCount || node.op == Op::kRegexSplitCount;
  std::vector<std::u16string> separators;
  if (regex_parts) {
    const regex::Regex* regex = RegexOf(node);
    if (regex == nullptr) return;
    separators = Matching(*regex, {}, node.operands[2]);
  } else {
    separators.push_back(Text(node, 1));
  }
  const NodeId receiver = node.operands[regex_parts ? 2 : 0];
  const std::u16string text = Text(node, regex_parts ? 2 : 0);
  for (const std::u16string& separator : separators) {
    std::vector<std::u16string> parts = SplitText(text, separator);
    if (counts) {
      const double count = AsNumber(value).value_or(0);
      if (!(count >= 0 && count <= kMostSplit)) return;
      if (count == 0 && separator.empty()) WantText(receiver, u"", depth);
      parts.resize(static_cast<size_t>(std::max(1.0, count)), u"a");
    } else {
      const auto index = static_cast<size_t>(std::clamp(AsInteger(Number(node, regex_parts ? 3 : 2)), 0.0, kMostSplit));
      if (parts.size() <= index) parts.resize(index + 1, u"a");
      parts[index] = AsText(value).value_or(u"");
    }
    std::u16string whole;
    for (size_t i = 0; i < parts.size(); ++i) whole += (i == 0 ? u"" : separator) + parts[i];
    WantText(receiver, std::move(whole), depth);
  }
}

// What is written in another way: the inverse way.
void Inverter::WantConverted(const Node& node, const Value& value, int depth) {
  const std::u16string wanted = AsText(value).value_or(u"");
  const Value text = Value::String(wanted);
  const Value* operand = &text;
  switch (node.op) {
    case Op::kEncodeUri:
    case Op::kDecodeUri: {
      const Op inverse = node.op == Op::kEncodeUri ? Op::kDecodeUri : Op::kEncodeUri;
      if (const std::optional<Value> found = Apply(inverse, Operands(&operand, 1)))
        Want(node.operands[0], *found, depth);
      return;
    }
    case Op::kQuote:
      if (wanted.size() >= 2) WantText(node.operands[0], wanted.substr(1, wanted.size() - 2), depth);
      return;
    case Op::kLocaleCompare: {
      const double sign = AsNumber(value).value_or(0);
      const std::u16string other = Text(node, 1);
      WantText(node.operands[0], sign == 0 ? other : sign > 0 ? other + u"z" : u"", depth);
      if (node.operands.size() < 2) return;
      const std::u16string self = Text(node, 0);
      return WantText(node.operands[1], sign == 0 ? self : sign < 0 ? self + u"z" : u"", depth);
    }
    default:
      return Want(node.operands[0], Value::Number(AsNumber(value).value_or(0)), depth);
  }
}

void Inverter::WantRegex(const Node& node, const Value& value, int depth) {
  switch (node.op) {
    case Op::kRegexTest:
      return WantMatch(node, AsBoolean(value), depth);
    case Op::kRegexIndex:
    case Op::kRegexEnd:
    case Op::kRegexCount:
      return WantRegexNumber(node, AsNumber(value).value_or(0), depth);
    case Op::kRegexCapture:
    case Op::kRegexNth:
      return WantCaptured(node, value, depth);
    case Op::kRegexReplace: {
      // What already looks as wanted stays so, unless it matches; what was replaced stands around it.
      WantText(node.operands[2], AsText(value).value_or(u""), depth);
      const regex::Regex* regex = RegexOf(node);
      if (regex == nullptr) return;
      if (depth > kDeep) return;
      const std::u16string text = Text(node, 2);
      const regex::Outcome now = regex::Find(*regex, text);
      if (now.match) WantText(node.operands[2], Replaced(text, now.match->whole, AsText(value).value_or(u"")), depth);
      for (const std::u16string& sample : Matching(*regex, {}, node.operands[2])) {
        WantText(node.operands[2], AsText(value).value_or(u"") + sample, depth);
        WantText(node.operands[2], sample, depth);
      }
      return;
    }
    case Op::kRegexSplitCount:
    case Op::kRegexSplitPart:
    case Op::kSplitCount:
    case Op::kSplitPart:
      return WantParts(node, value, depth);
    default:
      return WantConverted(node, value, depth);
  }
}

}  // namespace kingbird::concolic
