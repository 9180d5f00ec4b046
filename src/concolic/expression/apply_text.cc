// Methods of strings, as the chapter "String Objects" of the language defines them, over UTF-16 units.
#include <algorithm>
#include <cmath>
#include <limits>

#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"
#include "concolic/expression/number_text.h"

namespace kingbird::concolic {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The receiver and the arguments of a method; any conversion that fails makes the whole call unknown.
class TextCall {
 public:
  explicit TextCall(Operands operands) : operands_(operands) {}

  const std::u16string& text() const { return operands_[0]->text; }
  double length() const { return static_cast<double>(text().size()); }
  bool known() const { return known_; }
  bool Given(size_t i) const { return i < operands_.size() && !IsUndefined(*operands_[i]); }

  /// ToIntegerOrInfinity of argument i; `missing` when it is undefined.
  double Integer(size_t i, double missing = 0) { return Given(i) ? AsInteger(Number(i, 0)) : missing; }
  /// ToNumber of argument i.
  double Number(size_t i, double missing) {
    if (!Given(i)) return missing;
    const std::optional<double> number = AsNumber(*operands_[i]);
    known_ = known_ && number;
    return number.value_or(0);
  }
  /// ToString of argument i, which is "undefined" when missing.
  std::u16string Text(size_t i) {
    std::optional<std::u16string> text = i < operands_.size() ? AsText(*operands_[i]) : u"undefined";
    known_ = known_ && text;
    return std::move(text).value_or(u"");
  }
  double Clamped(double position) const { return std::clamp(position, 0.0, length()); }
  /// Counted from the end when negative.
  double Relative(double position) const {
    return position < 0 ? std::max(0.0, length() + position) : std::min(position, length());
  }
  Value Part(double from, double to) const {
    if (from >= to) return Value::String(u"");
    return Value::String(text().substr(static_cast<size_t>(from), static_cast<size_t>(to - from)));
  }

 private:
  static bool IsUndefined(const Value& value) { return value.type == Type::kUndefined || value.type == Type::kAbsent; }
  Operands operands_;
  bool known_ = true;
};

Value Position(size_t at) { return Value::Number(at == std::u16string::npos ? -1 : static_cast<double>(at)); }

Value CodePoint(const TextCall& call, double at) {
  if (at < 0 || at >= call.length()) return Value::Undefined();
  const auto i = static_cast<size_t>(at);
  const char16_t lead = call.text()[i];
  if (lead >= 0xD800 && lead <= 0xDBFF && i + 1 < call.text().size()) {
    const char16_t trail = call.text()[i + 1];
    if (trail >= 0xDC00 && trail <= 0xDFFF) return Value::Number((lead - 0xD800) * 1024 + (trail - 0xDC00) + 0x10000);
  }
  return Value::Number(lead);
}

Value At(Op op, TextCall& call) {
  double at = call.Integer(1);
  if (op == Op::kCodePointAt) return CodePoint(call, at);
  if (op == Op::kAt && at < 0) at += call.length();
  const bool inside = at >= 0 && at < call.length();
  if (op == Op::kCharCodeAt) {
    if (!inside) return Value::Number(std::numeric_limits<double>::quiet_NaN());
    return Value::Number(call.text()[static_cast<size_t>(at)]);
  }
  if (inside) return call.Part(at, at + 1);
  return op == Op::kAt ? Value::Undefined() : Value::String(u"");
}

Value Part(Op op, TextCall& call) {
  const double from = call.Integer(1);
  if (op == Op::kSlice) return call.Part(call.Relative(from), call.Relative(call.Integer(2, call.length())));
  if (op == Op::kSubstring) {
    const double a = call.Clamped(from);
    const double b = call.Clamped(call.Integer(2, call.length()));
    return call.Part(std::min(a, b), std::max(a, b));
  }
  const double start = call.Relative(from);
  return call.Part(start,
                   std::min(start + std::clamp(call.Integer(2, call.length()), 0.0, call.length()), call.length()));
}

Value Find(Op op, TextCall& call) {
  const std::u16string wanted = call.Text(1);
  if (op == Op::kLastIndexOf) {
    const double position = call.Number(2, std::nan(""));
    const double from = call.Clamped(std::isnan(position) ? kInfinity : AsInteger(position));
    return Position(call.text().rfind(wanted, static_cast<size_t>(from)));
  }
  if (op == Op::kEndsWith) {
    const double end = call.Clamped(call.Integer(2, call.length()));
    return Value::Boolean(std::u16string_view(call.text()).substr(0, static_cast<size_t>(end)).ends_with(wanted));
  }
  const auto from = static_cast<size_t>(call.Clamped(call.Integer(2)));
  if (op == Op::kStartsWith) {
    return Value::Boolean(std::u16string_view(call.text()).substr(from).starts_with(wanted));
  }
  const size_t at = call.text().find(wanted, from);
  return op == Op::kIncludes ? Value::Boolean(at != std::u16string::npos) : Position(at);
}

std::optional<Value> Pad(Op op, TextCall& call) {
  const double length = call.Integer(1);
  if (!(length > call.length())) return Value::String(call.text());
  const std::u16string filler = call.Given(2) ? call.Text(2) : u" ";
  if (filler.empty()) return Value::String(call.text());
  if (length > static_cast<double>(kMostUnits)) return std::nullopt;
  const auto missing = static_cast<size_t>(length - call.length());
  std::u16string fill;
  while (fill.size() < missing) fill += filler;
  fill.resize(missing);
  return Value::String(op == Op::kPadStart ? fill + call.text() : call.text() + fill);
}

std::optional<Value> Repeat(TextCall& call) {
  const double count = call.Integer(1);
  // The engine throws a RangeError.
  if (count < 0 || count == kInfinity) return std::nullopt;
  if (call.text().empty()) return Value::String(u"");
  if (count * call.length() > static_cast<double>(kMostUnits)) return std::nullopt;
  std::u16string text;
  for (double i = 0; i < count; ++i) text += call.text();
  return Value::String(std::move(text));
}

std::optional<Value> Replace(Op op, TextCall& call) {
  const std::u16string pattern = call.Text(1);
  const std::u16string replacement = call.Text(2);
  if (replacement.find(u'$') != std::u16string::npos) return std::nullopt;
  std::u16string text;
  size_t done = 0;
  const size_t step = std::max<size_t>(pattern.size(), 1);
  for (size_t at = call.text().find(pattern); at != std::u16string::npos; at = call.text().find(pattern, at + step)) {
    text.append(call.text(), done, at - done);
    text += replacement;
    if (text.size() > kMostUnits) return std::nullopt;
    done = at + pattern.size();
    if (op == Op::kReplaceString || at + step > call.text().size()) break;
  }
  text.append(call.text(), done);
  return Value::String(std::move(text));
}

/// Beyond ASCII, case is a matter of tables that belong to the engine.
std::optional<Value> ChangeCase(Op op, const TextCall& call) {
  std::u16string text = call.text();
  for (char16_t& unit : text) {
    if (unit >= 0x80) return std::nullopt;
    if (op == Op::kToLowerCase && unit >= u'A' && unit <= u'Z') unit = static_cast<char16_t>(unit + 32);
    if (op == Op::kToUpperCase && unit >= u'a' && unit <= u'z') unit = static_cast<char16_t>(unit - 32);
  }
  return Value::String(std::move(text));
}

Value Trim(Op op, const TextCall& call) {
  std::u16string_view text = call.text();
  if (op != Op::kTrimEnd) text = TrimStart(text);
  if (op != Op::kTrimStart) text = TrimEnd(text);
  return Value::String(std::u16string(text));
}

std::optional<Value> Method(Op op, TextCall& call) {
  switch (op) {
    case Op::kLength:
      return Value::Number(call.length());
    case Op::kCharAt:
    case Op::kCharCodeAt:
    case Op::kCodePointAt:
    case Op::kAt:
      return At(op, call);
    case Op::kSlice:
    case Op::kSubstring:
    case Op::kSubstr:
      return Part(op, call);
    case Op::kIndexOf:
    case Op::kLastIndexOf:
    case Op::kIncludes:
    case Op::kStartsWith:
    case Op::kEndsWith:
      return Find(op, call);
    case Op::kTrim:
    case Op::kTrimStart:
    case Op::kTrimEnd:
      return Trim(op, call);
    case Op::kPadStart:
    case Op::kPadEnd:
      return Pad(op, call);
    case Op::kRepeat:
      return Repeat(call);
    case Op::kReplaceString:
    case Op::kReplaceAllString:
      return Replace(op, call);
    default:
      return ChangeCase(op, call);
  }
}

}  // namespace

std::optional<Value> ApplyText(Op op, Operands operands) {
  if (operands.empty() || operands[0]->type != Type::kString) return std::nullopt;
  TextCall call(operands);
  std::optional<Value> value = Method(op, call);
  return call.known() ? value : std::nullopt;
}

}  // namespace kingbird::concolic
