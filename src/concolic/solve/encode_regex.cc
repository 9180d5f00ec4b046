#include <algorithm>

#include "concolic/expression/coerce.h"
#include "concolic/expression/known_regex.h"
#include "concolic/solve/encode.h"
#include "regex/language.h"

namespace kingbird::concolic {
namespace {

using Kind = Encoded::Kind;
using RegexKind = regex::Node::Kind;

constexpr double kMostParts = 6;

bool Has(const regex::Node& node, int group) {
  if (node.kind == RegexKind::kGroup && node.group == group) return true;
  return std::any_of(node.parts.begin(), node.parts.end(), [&](const regex::Node& part) { return Has(part, group); });
}

/// Every match begins (or ends) where the text does.
bool IsAnchored(const regex::Node& node, RegexKind anchor) {
  switch (node.kind) {
    case RegexKind::kSequence:
      if (node.parts.empty()) return false;
      return IsAnchored(anchor == RegexKind::kStart ? node.parts.front() : node.parts.back(), anchor);
    case RegexKind::kChoice:
      return std::all_of(node.parts.begin(), node.parts.end(),
                         [&](const regex::Node& part) { return IsAnchored(part, anchor); });
    case RegexKind::kGroup:
      return IsAnchored(node.parts[0], anchor);
    default:
      return node.kind == anchor;
  }
}

}  // namespace

Encoded RegexEncoder::Encode(Op op, const EncodedOperands& operands) {
  if (op <= Op::kRegexSplitPart) return Regex(op, operands);
  if (op == Op::kSplitCount || op == Op::kSplitPart) return Parts(op, operands);
  return {};
}

Encoded RegexEncoder::Regex(Op op, const EncodedOperands& operands) {
  if (operands.size() < 3 || operands[0]->kind != Kind::kFixed || operands[1]->kind != Kind::kFixed) return {};
  const regex::Regex* regex = KnownRegex(operands[0]->fixed, operands[1]->fixed);
  const Encoded text = operands[2]->kind == Kind::kText ? *operands[2] : e_.Text(*operands[2]);
  const size_t usual = op == Op::kRegexCapture ? 4 : 3;
  // A search that begins later: only where it begins at the front.
  const bool front =
      operands.size() == usual ||
      (operands.size() == usual + 1 && operands[usual]->kind == Kind::kFixed && operands[usual]->fixed.number == 0);
  if (regex == nullptr || text.kind != Kind::kText || regex->flags.unicode || !front) return {};
  switch (op) {
    case Op::kRegexTest:
      return {Kind::kTruth, Test(*regex, text.term), {}, {}};
    case Op::kRegexIndex: {
      const Term test = Test(*regex, text.term);
      const Cut cut = CutOut(*regex, text.term);
      return {Kind::kInteger, e_.Ite(test, e_.Make(TermOp::kLength, {cut.before}), e_.Int(-1)), {}, {}};
    }
    case Op::kRegexEnd: {
      const Term test = Test(*regex, text.term);
      const Cut cut = CutOut(*regex, text.term);
      const Term end = e_.Make(TermOp::kLength, {e_.Make(TermOp::kConcat, {cut.before, cut.match})});
      return {Kind::kInteger, e_.Ite(test, end, e_.Int(0)), {}, {}};
    }
    case Op::kRegexCapture:
      return Capture(*regex, text.term, static_cast<int>(operands[3]->fixed.number));
    default:
      return {};
  }
}

Term RegexEncoder::Test(const regex::Regex& regex, Term text) {
  const regex::Approximation texts = regex::MatchingTexts(regex);
  const Term in = e_.In(text, texts.language);
  if (texts.exact) return in;
  const Term matches = e_.Fresh(Sort::kBool);
  e_.Define(e_.Make(TermOp::kOr, {e_.Not(matches), in}));
  return matches;
}

RegexEncoder::Cut RegexEncoder::CutOut(const regex::Regex& regex, Term text) {
  const Cut cut{e_.Fresh(Sort::kText), e_.Fresh(Sort::kText), e_.Fresh(Sort::kText)};
  const Term whole = e_.Make(TermOp::kConcat, {cut.before, cut.match, cut.behind});
  const Term matches = e_.In(cut.match, regex::Consumed(regex.root));
  // Where there is no match the cut says nothing.
  const Term cut_so = e_.Make(TermOp::kAnd, {e_.Make(TermOp::kEq, {text, whole}), matches});
  e_.Define(e_.Make(TermOp::kOr, {e_.Not(e_.In(text, regex::MatchingTexts(regex).language)), cut_so}));
  const Term empty = e_.builder_.Text(u"");
  if (!regex.flags.multiline) {
    if (IsAnchored(regex.root, RegexKind::kStart)) e_.Define(e_.Make(TermOp::kEq, {cut.before, empty}));
    if (IsAnchored(regex.root, RegexKind::kEnd)) e_.Define(e_.Make(TermOp::kEq, {cut.behind, empty}));
  }
  return cut;
}

Encoded RegexEncoder::Capture(const regex::Regex& regex, Term text, int group) {
  const Cut cut = CutOut(regex, text);
  if (group == 0) return {Kind::kText, cut.match, {}, {}};
  undefined_.reset();
  if (!Locate(regex.root, group, cut.match)) return {};
  return {Kind::kText, captured_, {}, undefined_};
}

bool RegexEncoder::Locate(const regex::Node& node, int group, Term whole) {
  switch (node.kind) {
    case RegexKind::kGroup:
      if (node.group == group) {
        captured_ = whole;
        return true;
      }
      return Locate(node.parts[0], group, whole);
    case RegexKind::kSequence:
      return LocateInSequence(node, group, whole);
    case RegexKind::kRepeat:
    case RegexKind::kChoice:
      return LocateOptional(node, group, whole);
    default:
      return false;
  }
}

bool RegexEncoder::LocateInSequence(const regex::Node& node, int group, Term whole) {
  size_t at = 0;
  while (at < node.parts.size() && !Has(node.parts[at], group)) ++at;
  if (at == node.parts.size()) return false;
  if (node.parts.size() == 1) return Locate(node.parts[0], group, whole);
  const Term before = e_.Fresh(Sort::kText);
  const Term part = e_.Fresh(Sort::kText);
  const Term behind = e_.Fresh(Sort::kText);
  e_.Define(e_.Make(TermOp::kEq, {whole, e_.Make(TermOp::kConcat, {before, part, behind})}));
  e_.Define(e_.In(before, regex::Consumed(node.parts, 0, at)));
  e_.Define(e_.In(part, regex::Consumed(node.parts[at])));
  e_.Define(e_.In(behind, regex::Consumed(node.parts, at + 1, node.parts.size())));
  return Locate(node.parts[at], group, part);
}

// The last round of a repetition, or one of several ways: where the group takes part.
bool RegexEncoder::LocateOptional(const regex::Node& node, int group, Term whole) {
  const bool repeat = node.kind == RegexKind::kRepeat;
  const auto way =
      std::find_if(node.parts.begin(), node.parts.end(), [&](const regex::Node& part) { return Has(part, group); });
  const Term part = e_.Fresh(Sort::kText);
  e_.Define(e_.In(part, regex::Consumed(*way)));
  Term same = e_.Make(TermOp::kEq, {whole, part});
  if (repeat && node.most != 1) {
    const Term rounds = e_.Fresh(Sort::kText);
    same = e_.Make(TermOp::kEq, {whole, e_.Make(TermOp::kConcat, {rounds, part})});
  }
  if (repeat && node.least > 0) {
    e_.Define(same);
    return Locate(*way, group, part);
  }
  const Term absent = e_.Fresh(Sort::kBool);
  Term without = absent;
  if (repeat) without = e_.Make(TermOp::kAnd, {absent, e_.Make(TermOp::kEq, {whole, e_.builder_.Text(u"")})});
  e_.Define(e_.Make(TermOp::kOr, {without, e_.Make(TermOp::kAnd, {e_.Not(absent), same})}));
  undefined_ = e_.Or(undefined_, absent);
  return Locate(*way, group, part);
}

// text.split(separator) with a constant separator: one indexOf after the other.
Encoded RegexEncoder::Parts(Op op, const EncodedOperands& operands) {
  if (operands.size() < 2 || operands[0]->kind != Kind::kText || operands[1]->kind != Kind::kFixed) return {};
  const std::optional<std::u16string> separator = AsText(operands[1]->fixed);
  if (!separator || separator->empty()) return {};
  const double wanted = op == Op::kSplitPart ? operands[2]->fixed.number : kMostParts;
  if (!(wanted >= 0 && wanted <= kMostParts)) return {};
  const Term by = e_.builder_.Text(*separator);
  const Term size = e_.Int(static_cast<int64_t>(separator->size()));
  Term rest = operands[0]->term;
  Term count = e_.Int(1);
  Term more = e_.builder_.Bool(true);
  for (double i = 0; i < wanted; ++i) {
    const Term found = e_.Make(TermOp::kContains, {rest, by});
    more = e_.Make(TermOp::kAnd, {more, found});
    count = e_.Make(TermOp::kAdd, {count, e_.Ite(more, e_.Int(1), e_.Int(0))});
    const Term at = e_.Make(TermOp::kAdd, {e_.Make(TermOp::kIndexOf, {rest, by, e_.Int(0)}), size});
    rest = e_.Make(TermOp::kSubstring, {rest, at, e_.Make(TermOp::kLength, {rest})});
  }
  if (op == Op::kSplitCount) {
    e_.Assume(e_.Not(e_.Make(TermOp::kAnd, {more, e_.Make(TermOp::kContains, {rest, by})})));
    return {Kind::kInteger, count, {}, {}};
  }
  // A part that is not there is not read.
  e_.Assume(more);
  const Term end = e_.Make(TermOp::kIndexOf, {rest, by, e_.Int(0)});
  const Term last = e_.Make(TermOp::kLt, {end, e_.Int(0)});
  return {Kind::kText, e_.Ite(last, rest, e_.Make(TermOp::kSubstring, {rest, e_.Int(0), end})), {}, {}};
}

}  // namespace kingbird::concolic
