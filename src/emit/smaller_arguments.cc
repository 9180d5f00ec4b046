#include "emit/smaller_arguments.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Value;

template <typename Item>
void Erase(std::vector<Item>& list, size_t begin, size_t end) {
  list.erase(list.begin() + static_cast<ptrdiff_t>(begin), list.begin() + static_cast<ptrdiff_t>(end));
}

bool IsLongText(const Value& value) {
  constexpr size_t kShort = 12;
  return value.kind == Value::Kind::kString && value.text.size() > kShort;
}

bool IsContinued(const std::string& text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

// Pieces of about the same size, of whole characters.
std::vector<std::string> PiecesOf(const std::string& text) {
  constexpr size_t kPieces = 8;
  constexpr size_t kLeast = 4;
  const size_t size = std::max(text.size() / kPieces, kLeast);
  std::vector<std::string> pieces;
  for (size_t from = 0; from < text.size();) {
    size_t end = std::min(from + size, text.size());
    while (IsContinued(text, end)) ++end;
    pieces.push_back(text.substr(from, end - from));
    from = end;
  }
  return pieces;
}

// A text is a list of lines, or of words if it is one line, each with what ends it; one word is a list of pieces.
std::vector<std::string> PartsOf(const std::string& text) {
  const char end = text.find('\n') == std::string::npos ? ' ' : '\n';
  if (text.find(end) == std::string::npos) return PiecesOf(text);
  std::vector<std::string> parts;
  for (size_t from = 0; from < text.size();) {
    const size_t at = std::min(text.find(end, from), text.size() - 1);
    parts.push_back(text.substr(from, at + 1 - from));
    from = at + 1;
  }
  return parts;
}

std::string WithoutParts(const std::string& text, size_t begin, size_t end) {
  std::vector<std::string> parts = PartsOf(text);
  const bool last = end == parts.size();
  Erase(parts, begin, end);
  std::string rest;
  for (const std::string& part : parts) rest += part;
  // What ended the part before it separated the two.
  if (last && (rest.ends_with(' ') || rest.ends_with('\n'))) rest.pop_back();
  return rest;
}

// Of lists and objects, written as literals or put together from other arguments, and of long texts; 0 for everything
// else.
size_t MembersOf(const Argument& argument) {
  if (argument.kind == Argument::Kind::kArray || argument.kind == Argument::Kind::kObject) return argument.items.size();
  if (argument.kind != Argument::Kind::kLiteral) return 0;
  const Value& value = argument.literal;
  return value.kind == Value::Kind::kArray                     ? value.items.size()
         : value.kind == Value::Kind::kObject                  ? value.properties.size()
         : IsLongText(value) && PartsOf(value.text).size() > 1 ? PartsOf(value.text).size()
                                                               : 0;
}

Argument WithoutMembers(Argument argument, size_t begin, size_t end) {
  if (argument.kind == Argument::Kind::kLiteral) {
    if (argument.literal.kind == Value::Kind::kArray) {
      Erase(argument.literal.items, begin, end);
    } else if (argument.literal.kind == Value::Kind::kString) {
      argument.literal.text = WithoutParts(argument.literal.text, begin, end);
    } else {
      Erase(argument.literal.properties, begin, end);
    }
    return argument;
  }
  Erase(argument.items, begin, end);
  if (argument.kind == Argument::Kind::kObject) Erase(argument.keys, begin, end);
  return argument;
}

}  // namespace

std::vector<Argument> Halves(const Argument& argument) {
  const size_t count = MembersOf(argument);
  std::vector<Argument> list;
  if (argument.kind == Argument::Kind::kLiteral && IsLongText(argument.literal))
    list.push_back(Argument::Literal(Value::String("a")));
  if (count < 4) return list;
  list.push_back(WithoutMembers(argument, 0, count / 2));
  list.push_back(WithoutMembers(argument, count / 2, count));
  return list;
}

std::vector<Argument> Simpler(const Argument& argument) {
  std::vector<Argument> list;
  for (size_t i = 0; i < MembersOf(argument); ++i) list.push_back(WithoutMembers(argument, i, i + 1));
  if (argument.kind != Argument::Kind::kLiteral) return list;
  const Value& value = argument.literal;
  switch (value.kind) {
    case Value::Kind::kNumber:
      if (value.number != 0 && value.number != 1) list.push_back(Argument::Literal(Value::Number(1)));
      break;
    case Value::Kind::kUndefined:
    case Value::Kind::kNull:
    case Value::Kind::kBoolean:
    case Value::Kind::kString:
    case Value::Kind::kArray:
    case Value::Kind::kObject:
      break;
    default:
      list.push_back(Argument::Literal(Value::Undefined()));
  }
  return list;
}

std::vector<Argument> SimplerOfItsType(const Argument& argument) {
  constexpr double kSmall = 10;
  constexpr size_t kShort = 6;
  if (argument.kind != Argument::Kind::kLiteral) return {};
  const Value& value = argument.literal;
  std::vector<Argument> list;
  const double number = value.number;
  const bool readable = std::abs(number) <= kSmall && number == std::trunc(number);
  if (value.kind == Value::Kind::kNumber && std::isfinite(number) && !readable) {
    for (const double simple : {1, 5, 10}) list.push_back(Argument::Literal(Value::Number(simple)));
  }
  if (value.kind == Value::Kind::kString && value.text.size() > kShort) {
    size_t half = value.text.size() / 2;
    while (half > 0 && IsContinued(value.text, half)) --half;
    for (const std::string& text : {std::string("a"), value.text.substr(0, half), value.text.substr(half)})
      list.push_back(Argument::Literal(Value::String(text)));
  }
  return list;
}

}  // namespace kingbird::emit
