// Strings: what a receiver has to look like for a method to return what is wanted.
#include <algorithm>
#include <cmath>

#include "concolic/expression/coerce.h"
#include "concolic/expression/number_text.h"
#include "concolic/solve/inverter.h"

namespace kingbird::concolic {
namespace {

constexpr double kMostLength = 5000;

std::u16string Resized(std::u16string text, size_t length) {
  text.resize(length, text.empty() ? u'a' : text.back());
  return text;
}

std::u16string Without(std::u16string text, const std::u16string& part) {
  if (part.empty()) return text;
  for (size_t at = text.find(part); at != std::u16string::npos; at = text.find(part)) text.erase(at, part.size());
  return text;
}

/// `length` units that do not contain `part`.
std::u16string Filler(size_t length, const std::u16string& part) {
  return std::u16string(length, part.find(u'a') == std::u16string::npos ? u'a' : u'_');
}

}  // namespace

void Inverter::WantContained(const Node& node, bool wanted, int depth) {
  if (node.operands.size() < 2) return;
  const std::u16string text = Text(node, 0);
  const std::u16string part = Text(node, 1);
  const NodeId receiver = node.operands[0];
  if (!wanted) {
    WantText(receiver, Without(text, part), depth + 1);
    WantText(receiver, u"", depth + 1);
    WantText(node.operands[1], text + u"a", depth + 1);
    return;
  }
  const auto at = static_cast<size_t>(std::clamp(AsInteger(Number(node, 2)), 0.0, static_cast<double>(text.size())));
  if (node.op == Op::kStartsWith) {
    std::u16string replaced = text;
    WantText(receiver, replaced.replace(at, part.size(), part), depth + 1);
  }
  if (node.op != Op::kEndsWith) WantText(receiver, text.substr(0, at) + part + text.substr(at), depth + 1);
  if (node.op != Op::kStartsWith) WantText(receiver, text + part, depth + 1);
  WantText(receiver, part, depth + 1);
  WantText(node.operands[1], text, depth + 1);
}

void Inverter::WantText(const Node& node, const Value& value, int depth) {
  const std::u16string wanted = AsText(value).value_or(u"");
  const NodeId receiver = node.operands.empty() ? 0 : node.operands[0];
  const Node& of = path_.expressions[receiver];
  switch (node.op) {
    case Op::kLength:
      if (of.op == Op::kInput && evaluator_.values()[of.symbol].type == Type::kArray) {
        for (SymbolId id = 0; id < path_.symbols.size(); ++id) {
          const Symbol& symbol = path_.symbols[id];
          if (symbol.step == Symbol::Step::kLength && symbol.parent == of.symbol) WantInput(id, value);
        }
        return;
      }
      return WantLength(receiver, AsNumber(value).value_or(0), depth);
    case Op::kCharAt:
    case Op::kAt:
      return WantUnit(node, value.type == Type::kString ? wanted : u"", depth);
    case Op::kCharCodeAt:
    case Op::kCodePointAt: {
      const double code = AsNumber(value).value_or(0);
      const bool unit = code >= 0 && code < 65536;
      return WantUnit(node, unit ? std::u16string(1, static_cast<char16_t>(code)) : u"", depth);
    }
    case Op::kSlice:
    case Op::kSubstring:
    case Op::kSubstr:
      return WantPart(node, wanted, depth);
    case Op::kIndexOf:
    case Op::kLastIndexOf:
      return WantPosition(node, AsNumber(value).value_or(0), depth);
    case Op::kRepeat: {
      const double count = Number(node, 1);
      if (count >= 1) WantText(receiver, wanted.substr(0, wanted.size() / static_cast<size_t>(count)), depth);
      const std::u16string text = Text(node, 0);
      if (!text.empty() && node.operands.size() > 1)
        Want(node.operands[1], Value::Number(static_cast<double>(wanted.size() / text.size())), depth);
      return;
    }
    case Op::kPadStart:
      WantText(receiver, std::u16string(TrimStart(wanted)), depth);
      return WantText(receiver, wanted, depth);
    case Op::kToLowerCase:
    case Op::kToUpperCase:
      WantText(receiver, wanted, depth);
      // One letter in the other case, and all of them.
      for (size_t most : {size_t{1}, wanted.size()}) {
        std::u16string changed = wanted;
        for (size_t i = 0; i < most && i < changed.size(); ++i) {
          const auto lower = static_cast<char16_t>(changed[i] | 0x20);
          if (lower >= u'a' && lower <= u'z') changed[i] ^= 0x20;
        }
        WantText(receiver, std::move(changed), depth);
      }
      return;
    case Op::kTrim:
    case Op::kTrimStart:
    case Op::kTrimEnd:
      WantText(receiver, wanted, depth);
      if (node.op != Op::kTrimEnd) WantText(receiver, u" " + wanted, depth);
      if (node.op != Op::kTrimStart) WantText(receiver, wanted + u" ", depth);
      return;
    default:
      // Replacement: what already looks as wanted stays so.
      return WantText(receiver, wanted, depth);
  }
}

void Inverter::WantLength(NodeId text, double length, int depth) {
  const Value* now = evaluator_.Get(text);
  if (now == nullptr || now->type != Type::kString || !(length >= 0 && length <= kMostLength)) return;
  WantText(text, Resized(now->text, static_cast<size_t>(std::ceil(length))), depth);
}

void Inverter::WantUnit(const Node& node, const std::u16string& unit, int depth) {
  std::u16string text = Text(node, 0);
  double at = AsInteger(Number(node, 1));
  if (at < 0) at += static_cast<double>(text.size());
  if (!(at >= 0 && at <= kMostLength)) return;
  const auto i = static_cast<size_t>(at);
  if (unit.empty()) {
    text.resize(std::min(text.size(), i));
  } else {
    if (text.size() <= i) text = Resized(std::move(text), i + 1);
    text[i] = unit[0];
    const size_t found = Text(node, 0).find(unit[0]);
    if (node.operands.size() > 1 && found != std::u16string::npos) {
      Want(node.operands[1], Value::Number(static_cast<double>(found)), depth);
    }
  }
  WantText(node.operands[0], std::move(text), depth);
}

void Inverter::WantPart(const Node& node, const std::u16string& part, int depth) {
  const std::u16string text = Text(node, 0);
  const auto size = static_cast<double>(text.size());
  const auto place = [&](double at) { return at < 0 ? std::max(0.0, size + at) : std::min(at, kMostLength); };
  const bool negative = AsInteger(Number(node, 1)) < 0;
  double from = place(AsInteger(Number(node, 1)));
  double to =
      node.op == Op::kSubstr ? from + AsInteger(Number(node, 2, size)) : place(AsInteger(Number(node, 2, size)));
  if (node.op == Op::kSubstring && from > to) std::swap(from, to);
  std::u16string head = text.substr(0, static_cast<size_t>(std::min(from, size)));
  // A part counted from the end moves with it.
  if (!negative) head = Resized(std::move(head), static_cast<size_t>(from));
  const std::u16string tail = to < size ? text.substr(static_cast<size_t>(std::max(to, 0.0))) : u"";
  WantText(node.operands[0], head + part + tail, depth);
  WantText(node.operands[0], head + part, depth);
  const size_t found = text.find(part);
  if (found == std::u16string::npos) return;
  if (node.operands.size() > 1) Want(node.operands[1], Value::Number(static_cast<double>(found)), depth);
  if (node.operands.size() > 2) {
    const auto end = static_cast<double>(node.op == Op::kSubstr ? part.size() : found + part.size());
    Want(node.operands[2], Value::Number(end), depth);
  }
}

void Inverter::WantPosition(const Node& node, double position, int depth) {
  if (node.operands.size() < 2) return;
  const std::u16string text = Text(node, 0);
  const std::u16string part = Text(node, 1);
  const NodeId receiver = node.operands[0];
  if (!(position >= 0)) {
    WantText(receiver, Without(text, part), depth);
    WantText(node.operands[1], text + u"a", depth);
    return;
  }
  if (position > kMostLength) return;
  const auto at = static_cast<size_t>(position);
  std::u16string clean = Without(text, part);
  const std::u16string rest = clean.size() > at ? clean.substr(at) : u"";
  WantText(receiver, Resized(clean.empty() ? Filler(at, part) : clean, at) + part + rest, depth);
  WantText(receiver, Filler(at, part) + part, depth);
  if (at < text.size()) WantText(node.operands[1], text.substr(at), depth);
}

void Inverter::WantSum(const Node& node, const std::u16string& sum, int depth) {
  const std::u16string a = Text(node, 0);
  const std::u16string b = Text(node, 1);
  const auto left = [&](std::u16string text) { WantText(node.operands[0], std::move(text), depth + 1); };
  const auto right = [&](std::u16string text) { WantText(node.operands[1], std::move(text), depth + 1); };
  if (sum.ends_with(b)) left(sum.substr(0, sum.size() - b.size()));
  if (sum.starts_with(a)) right(sum.substr(a.size()));
  // Neither side fits: constants in the middle say where to cut.
  std::vector<NodeId> leaves;
  const auto flatten = [&](const auto& self, NodeId id) -> void {
    const Node& leaf = path_.expressions[id];
    if (leaf.op != Op::kAdd || leaf.operands.size() != 2 || leaves.size() > 16) return leaves.push_back(id);
    for (NodeId operand : leaf.operands) self(self, operand);
  };
  for (NodeId operand : node.operands) flatten(flatten, operand);
  NodeId open = 0;
  size_t from = 0;
  for (NodeId leaf : leaves) {
    const Value* now = evaluator_.Get(leaf);
    if (path_.expressions[leaf].op != Op::kConstant || now == nullptr) {
      if (open == 0) open = leaf;
      continue;
    }
    const std::u16string fixed = AsText(*now).value_or(u"");
    const size_t at = sum.find(fixed, from);
    if (at == std::u16string::npos) return;
    if (open != 0) WantText(open, sum.substr(from, at - from), depth + 1);
    open = 0;
    from = at + fixed.size();
  }
  if (open != 0) WantText(open, sum.substr(from), depth + 1);
  left(sum.substr(0, std::min(a.size(), sum.size())));
}

}  // namespace kingbird::concolic
