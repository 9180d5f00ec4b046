#include "mine/literal_value.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "syntax/literals.h"

namespace kingbird::mine {
namespace {

using model::Value;
using syntax::Kind;
using syntax::Node;

constexpr size_t kMostLiteralBytes = 2000;
constexpr double kDay = 86400000;

Value Special(Value::Kind kind, std::string text, std::string type, double number = 0) {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  value.type = std::move(type);
  value.number = number;
  return value;
}

// Days from 1970-01-01 in the proleptic Gregorian calendar; months count from 0 and may overflow.
double DaysOf(double year, double month, double day) {
  year += std::floor(month / 12);
  month -= std::floor(month / 12) * 12;
  // Years that begin in March: the leap day is the last one.
  const double shifted = month < 2 ? year - 1 : year;
  const double in_year = std::floor((153 * (month < 2 ? month + 10 : month - 2) + 2) / 5) + day - 1;
  const double leaps = std::floor(shifted / 4) - std::floor(shifted / 100) + std::floor(shifted / 400);
  return shifted * 365 + leaps + in_year - 719468;
}

std::optional<double> TimeOfText(const std::string& text) {
  int year = 0, month = 1, day = 1, hours = 0, minutes = 0, read = 0;
  double seconds = 0;
  const int date = std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &read);
  if (date < 3) return std::nullopt;
  std::string rest = text.substr(static_cast<size_t>(read));
  if (!rest.empty()) {
    if (rest[0] != 'T' && rest[0] != ' ') return std::nullopt;
    const int time = std::sscanf(rest.c_str() + 1, "%2d:%2d:%lf%n", &hours, &minutes, &seconds, &read);
    if (time < 3) {
      seconds = 0;
      if (std::sscanf(rest.c_str() + 1, "%2d:%2d%n", &hours, &minutes, &read) < 2) return std::nullopt;
    }
    rest = rest.substr(static_cast<size_t>(read) + 1);
    if (!rest.empty() && rest != "Z") return std::nullopt;
  }
  return DaysOf(year, month - 1, day) * kDay + hours * 3600000.0 + minutes * 60000.0 + std::round(seconds * 1000);
}

// In UTC, which is the time zone of every test.
std::optional<double> TimeOf(const std::vector<Value>& arguments) {
  if (arguments.empty()) return std::nullopt;
  if (arguments.size() == 1 && arguments[0].kind == Value::Kind::kString) return TimeOfText(arguments[0].text);
  std::array<double, 7> parts = {1970, 0, 1, 0, 0, 0, 0};
  for (size_t i = 0; i < arguments.size() && i < parts.size(); ++i) {
    if (arguments[i].kind != Value::Kind::kNumber) return std::nullopt;
    parts[i] = arguments[i].number;
  }
  if (arguments.size() == 1) return parts[0];
  if (parts[0] >= 0 && parts[0] <= 99) parts[0] += 1900;
  return DaysOf(parts[0], parts[1], 1) * kDay + (parts[2] - 1) * kDay + parts[3] * 3600000 + parts[4] * 60000 +
         parts[5] * 1000 + parts[6];
}

}  // namespace

std::optional<Value> LiteralValue(Node node) {
  const std::string text(node.text());
  if (text.size() > kMostLiteralBytes) return std::nullopt;
  switch (node.kind()) {
    case Kind::kString:
      return Value::String(syntax::StringValue(node));
    case Kind::kTemplateString:
      for (Node part : node.children()) {
        if (part.Is(Kind::kTemplateSubstitution)) return std::nullopt;
      }
      return Value::String(syntax::StringValue(node));
    case Kind::kNumber:
      if (text.ends_with('n') && !text.starts_with("0x")) return Value::BigInt(text.substr(0, text.size() - 1));
      return Value::Number(syntax::NumberValue(text));
    case Kind::kTrue:
    case Kind::kFalse:
      return Value::Boolean(node.Is(Kind::kTrue));
    case Kind::kNull:
      return Value::Null();
    case Kind::kUndefined:
      return Value::Undefined();
    case Kind::kRegex: {
      const size_t end = text.rfind('/');
      if (end == std::string::npos || end < 2) return std::nullopt;
      return Special(Value::Kind::kRegExp, text.substr(1, end - 1), text.substr(end + 1));
    }
    case Kind::kIdentifier:
      if (text == "NaN") return Value::Number(NAN);
      if (text == "Infinity") return Value::Number(INFINITY);
      return text == "undefined" ? std::optional(Value::Undefined()) : std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<Value> ConstructedValue(const std::string& name, const std::vector<Value>& arguments) {
  if (name == "Date") {
    const std::optional<double> time = TimeOf(arguments);
    return time ? std::optional(Special(Value::Kind::kDate, "", "Date", *time)) : std::nullopt;
  }
  if (name == "Error" || name == "TypeError")
    return Special(Value::Kind::kError, arguments.empty() ? "" : arguments[0].text, name);
  if ((name != "Map" && name != "Set") || arguments.size() > 1) return std::nullopt;
  Value value = Special(name == "Map" ? Value::Kind::kMap : Value::Kind::kSet, "", name);
  for (const Value& item : arguments.empty() ? std::vector<Value>() : arguments[0].items) {
    if (name == "Set") value.items.push_back(item);
    if (name == "Map" && item.items.size() == 2) {
      value.items.push_back(item.items[0]);
      value.items.push_back(item.items[1]);
    }
  }
  return value;
}

std::optional<Value> Combined(std::string_view sign, const Value& a, const Value& b) {
  if (sign.size() != 1) return std::nullopt;
  if (a.kind == Value::Kind::kString && b.kind == Value::Kind::kString && sign == "+")
    return Value::String(a.text + b.text);
  if (a.kind != Value::Kind::kNumber || b.kind != Value::Kind::kNumber) return std::nullopt;
  switch (sign[0]) {
    case '+':
      return Value::Number(a.number + b.number);
    case '-':
      return Value::Number(a.number - b.number);
    case '*':
      return Value::Number(a.number * b.number);
    case '/':
      return Value::Number(a.number / b.number);
    default:
      return std::nullopt;
  }
}

}  // namespace kingbird::mine
