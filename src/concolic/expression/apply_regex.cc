// Regular expressions, as the chapter "RegExp Objects" defines exec, and replace and split on top of it.
#include <algorithm>
#include <cmath>
#include <map>

#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"
#include "concolic/expression/known_regex.h"
#include "regex/matcher.h"

namespace kingbird::concolic {
namespace {

/// One match is asked for several times: whether there is one, where, and what its groups are.
const regex::Outcome& FindOnce(const regex::Regex& regex, const std::u16string& text, size_t from) {
  struct Last {
    std::u16string text;
    size_t from = 0;
    regex::Outcome outcome;
  };
  thread_local std::map<const regex::Regex*, Last> last;
  const auto found = last.find(&regex);
  if (found != last.end() && found->second.text == text && found->second.from == from) return found->second.outcome;
  Last& now = last[&regex];
  now = {text, from, regex::Find(regex, text, from)};
  return now.outcome;
}

Value Captured(const std::u16string& text, const std::optional<regex::Span>& span) {
  return span ? Value::String(text.substr(span->begin, span->size())) : Value::Undefined();
}

std::optional<Value> First(Op op, const regex::Regex& regex, const std::u16string& text, Operands operands) {
  const size_t from_at = op == Op::kRegexCapture ? 4 : 3;
  double from = 0;
  if (operands.size() > from_at) {
    const std::optional<double> number = AsNumber(*operands[from_at]);
    if (!number) return std::nullopt;
    from = std::max(0.0, AsInteger(*number));
  }
  regex::Outcome outcome;
  if (from <= static_cast<double>(text.size())) outcome = FindOnce(regex, text, static_cast<size_t>(from));
  if (!outcome.known) return std::nullopt;
  const std::optional<regex::Match>& match = outcome.match;
  switch (op) {
    case Op::kRegexTest:
      return Value::Boolean(match.has_value());
    case Op::kRegexIndex:
      return Value::Number(match ? static_cast<double>(match->whole.begin) : -1);
    case Op::kRegexEnd:
      return Value::Number(match ? static_cast<double>(match->whole.end) : 0);
    default: {
      if (operands.size() < 4) return std::nullopt;
      const double group = operands[3]->number;
      // Of a match that is not there the program reads nothing.
      if (!match || !(group >= 0 && group <= regex.groups)) return std::nullopt;
      return Captured(text, match->groups[static_cast<size_t>(group)]);
    }
  }
}

std::optional<Value> All(Op op, const regex::Regex& regex, const std::u16string& text, Operands operands) {
  const std::optional<std::vector<regex::Match>> all = regex::FindAll(regex, text);
  if (!all) return std::nullopt;
  if (op == Op::kRegexCount) return Value::Number(static_cast<double>(all->size()));
  if (operands.size() < 5) return std::nullopt;
  const double number = operands[3]->number;
  const double group = operands[4]->number;
  if (!(number >= 0 && number < static_cast<double>(all->size()) && group >= 0 && group <= regex.groups))
    return std::nullopt;
  return Captured(text, (*all)[static_cast<size_t>(number)].groups[static_cast<size_t>(group)]);
}

std::optional<Value> Replace(const regex::Regex& regex, const std::u16string& text, const Value& with) {
  const std::optional<std::u16string> replacement = AsText(with);
  std::vector<regex::Match> matches;
  if (regex.flags.global) {
    std::optional<std::vector<regex::Match>> all = regex::FindAll(regex, text);
    if (!all) return std::nullopt;
    matches = *std::move(all);
  } else {
    regex::Outcome outcome = regex::Find(regex, text);
    if (!outcome.known) return std::nullopt;
    if (outcome.match) matches.push_back(*std::move(outcome.match));
  }
  if (!replacement) return std::nullopt;
  std::u16string out;
  size_t done = 0;
  for (const regex::Match& match : matches) {
    out.append(text, done, match.whole.begin - done);
    out += regex::Expand(regex, text, match, *replacement);
    done = match.whole.end;
    if (out.size() > kMostUnits) return std::nullopt;
  }
  out.append(text, done);
  return Value::String(std::move(out));
}

/// The parts with the captures between them.
std::optional<std::vector<Value>> Split(regex::Regex regex, const std::u16string& text) {
  regex.flags.sticky = true;
  std::vector<Value> parts;
  size_t begin = 0;
  if (text.empty()) {
    const regex::Outcome outcome = regex::Find(regex, text);
    if (!outcome.known) return std::nullopt;
    if (!outcome.match) parts.push_back(Value::String(u""));
    return parts;
  }
  for (size_t at = 0; at < text.size();) {
    const regex::Outcome outcome = regex::Find(regex, text, at);
    if (!outcome.known) return std::nullopt;
    if (!outcome.match || std::min(outcome.match->whole.end, text.size()) == begin) {
      ++at;
      continue;
    }
    parts.push_back(Value::String(text.substr(begin, at - begin)));
    for (size_t i = 1; i < outcome.match->groups.size(); ++i) parts.push_back(Captured(text, outcome.match->groups[i]));
    begin = at = outcome.match->whole.end;
  }
  parts.push_back(Value::String(text.substr(begin)));
  return parts;
}

}  // namespace

std::optional<Value> ApplyRegex(Op op, Operands operands) {
  if (operands.size() < 3) return std::nullopt;
  const regex::Regex* regex = KnownRegex(*operands[0], *operands[1]);
  const std::optional<std::u16string> text = AsText(*operands[2]);
  if (regex == nullptr || !text) return std::nullopt;
  switch (op) {
    case Op::kRegexCount:
    case Op::kRegexNth:
      return All(op, *regex, *text, operands);
    case Op::kRegexReplace:
      return operands.size() > 3 ? Replace(*regex, *text, *operands[3]) : std::nullopt;
    case Op::kRegexSplitCount:
    case Op::kRegexSplitPart: {
      if (regex->flags.unicode) return std::nullopt;
      const std::optional<std::vector<Value>> parts = Split(*regex, *text);
      if (!parts) return std::nullopt;
      if (op == Op::kRegexSplitCount) return Value::Number(static_cast<double>(parts->size()));
      const double number = operands.size() > 3 ? operands[3]->number : -1;
      if (!(number >= 0 && number < static_cast<double>(parts->size()))) return std::nullopt;
      return (*parts)[static_cast<size_t>(number)];
    }
    default:
      return First(op, *regex, *text, operands);
  }
}

}  // namespace kingbird::concolic
