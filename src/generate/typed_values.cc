#include "generate/typed_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

#include "base/text.h"

namespace kingbird::generate {
namespace {

using model::Type;
using model::Value;

constexpr size_t kAlphabet = 8;       // A string with so many different characters is an alphabet.
constexpr size_t kFewCharacters = 4;  // So many single characters in the code make one together.
constexpr size_t kMostPatterns = 60;
constexpr int kLongest = 14;
constexpr int kMetShare = 55;   // percent of the texts that match an expression the parameter was matched with
constexpr int kPathShare = 85;  // percent of the texts that name a file where one is meant

constexpr size_t kLongestWord = 24;
constexpr std::array<char16_t, 6> kSeparators = {u'\n', u' ', u',', u';', u'&', u'.'};
constexpr int kWordShare = 25;  // percent of the steps in which a word takes the place of another
constexpr int kRowShare = 10;   // percent of them that put another text behind

bool IsWordCharacter(char16_t c) {
  return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'$';
}

Value Special(Value::Kind kind, std::string text, std::string type, double number = 0) {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  value.type = std::move(type);
  value.number = number;
  return value;
}

std::vector<std::u16string> AlphabetsOf(const MinedLiterals& mined) {
  std::vector<std::u16string> alphabets = {u"0123456789",
                                           u"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                                           u"ab \t\n,.;:-_+*/=<>()[]{}'\"\\#@!?\u00e9\u0100\u20ac"};
  std::u16string singles;
  for (const std::string& text : mined.strings) {
    const std::u16string units = base::Utf16FromWtf8(text);
    if (units.size() == 1) singles += units;
    if (std::set<char16_t>(units.begin(), units.end()).size() >= kAlphabet && units.find(u' ') == std::u16string::npos)
      alphabets.push_back(units);
  }
  if (singles.size() >= kFewCharacters) {
    // Twice: these are what the code itself tells apart.
    alphabets.push_back(singles);
    alphabets.push_back(singles);
  }
  return alphabets;
}

}  // namespace

TypedValues::TypedValues(const ValuePool& pool, std::optional<Pattern> strings, std::optional<Pattern> numbers)
    : pool_(pool), strings_(std::move(strings)), numbers_(std::move(numbers)), alphabets_(AlphabetsOf(pool.mined())) {
  for (const std::string& source : pool.mined().regexes) {
    if (patterns_.size() >= kMostPatterns) break;
    if (auto pattern = Pattern::Parse(source, "i"); pattern.ok()) patterns_.push_back(std::move(*pattern));
  }
  words_ = {u"__proto__", u"constructor", u"prototype"};
  for (const std::string& text : pool.mined().strings) {
    const std::u16string units = base::Utf16FromWtf8(text);
    if (units.size() > 1 && units.size() <= kLongestWord && std::ranges::all_of(units, IsWordCharacter))
      words_.push_back(units);
  }
  for (double number : pool.mined().numbers) {
    if (number >= 2 && number <= 40 && number == std::floor(number)) lengths_.push_back(static_cast<int>(number));
  }
}

Value TypedValues::Number(const std::vector<Value>& constants, base::Rng& rng) const {
  if (numbers_) {
    const std::string text = numbers_->Make(rng);
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return Value::Number(end == text.c_str() || *end != '\0' ? NAN : number);
  }
  std::vector<double> near;
  for (const Value& value : constants) {
    if (value.kind == Value::Kind::kNumber) near.push_back(value.number);
  }
  const uint64_t draw = rng.Below(100);
  if (draw < 15 && !near.empty()) return Value::Number(rng.Pick(near) + static_cast<double>(rng.Between(-1, 1)));
  if (draw < 55) return Value::Number(static_cast<double>(rng.Between(0, 9)));
  if (draw < 75) return Value::Number(static_cast<double>(rng.Between(-10, 100)));
  if (draw < 90 && !pool_.mined().numbers.empty())
    return Value::Number(rng.Pick(pool_.mined().numbers) + static_cast<double>(rng.Between(-1, 1)));
  if (draw < 97) return Value::Number(static_cast<double>(rng.Between(-1000, 1000)) / 4);
  return pool_.Make(Taste::kNumber, rng);
}

int TypedValues::Length(base::Rng& rng) const {
  if (!lengths_.empty() && rng.Percent(40)) return rng.Pick(lengths_);
  return static_cast<int>(rng.Between(1, rng.Percent(70) ? 6 : kLongest));
}

std::u16string TypedValues::Letters(base::Rng& rng) const {
  std::u16string alphabet = strings_ ? base::Utf16FromWtf8(strings_->Make(rng)) : std::u16string();
  if (alphabet.empty()) alphabet = rng.Pick(alphabets_);
  std::u16string text;
  // Few different characters repeat; many hardly ever do.
  const size_t width = rng.Percent(30) ? 1 + rng.Below(std::min<uint64_t>(3, alphabet.size())) : alphabet.size();
  const size_t from = rng.Below(alphabet.size());
  const int length = Length(rng);
  for (int i = 0; i < length; ++i) text.push_back(alphabet[(from + rng.Below(width)) % alphabet.size()]);
  return text;
}

Value TypedValues::String(const std::vector<Value>& constants, base::Rng& rng) const {
  if (strings_) return Value::String(strings_->Make(rng));
  std::vector<std::string> near;
  std::vector<const Value*> met;
  for (const Value& value : constants) {
    if (value.kind == Value::Kind::kString) near.push_back(value.text);
    if (value.kind == Value::Kind::kRegExp) met.push_back(&value);
  }
  if (!met.empty() && rng.Percent(kMetShare)) {
    const Value& pattern = *rng.Pick(met);
    if (const auto parsed = Pattern::Parse(pattern.text, pattern.type); parsed.ok())
      return Value::String(parsed->Make(rng, 4));
  }
  const uint64_t draw = rng.Below(100);
  if (draw < 18 && !near.empty()) return Value::String(rng.Pick(near));
  if (draw < 34 && !patterns_.empty()) return Value::String(rng.Pick(patterns_).Make(rng, 6));
  if (draw < 46) return pool_.Make(Taste::kMinedString, rng);
  if (draw < 52) return pool_.Make(Taste::kString, rng);
  if (draw < 57) {
    // Two parts that the code knows, side by side.
    return Value::String(pool_.Make(Taste::kMinedString, rng).text + base::Wtf8FromUtf16(Letters(rng)));
  }
  return Value::String(base::Wtf8FromUtf16(Letters(rng)));
}

Value TypedValues::Make(const Type& type, base::Rng& rng, int depth) const {
  const auto part = [&](size_t i) {
    return Make(i < type.parts.size() && depth < 3 ? type.parts[i] : Type(), rng, depth + 1);
  };
  if (type.exact && !type.constants.empty()) return rng.Pick(type.constants);
  switch (type.kind) {
    case Type::Kind::kUndefined:
      return Value::Undefined();
    case Type::Kind::kNull:
      return Value::Null();
    case Type::Kind::kBoolean:
      return Value::Boolean(rng.Percent(50));
    case Type::Kind::kNumber:
      return Number(type.constants, rng);
    case Type::Kind::kBigInt:
      return Value::BigInt(std::to_string(rng.Between(-5, 20)));
    case Type::Kind::kString:
      if (type.name == "path" && rng.Percent(kPathShare)) return pool_.Make(Taste::kPath, rng);
      return String(type.constants, rng);
    case Type::Kind::kSymbol:
      return Special(Value::Kind::kSymbol, "s", "");
    case Type::Kind::kArray:
    case Type::Kind::kIterable: {
      std::vector<Value> items;
      const uint64_t count = rng.Below(rng.Percent(80) ? 5 : 12);
      for (uint64_t i = 0; i < count; ++i) items.push_back(part(0));
      return Value::Array(std::move(items));
    }
    case Type::Kind::kObject: {
      std::vector<model::Property> properties;
      for (const model::TypeField& field : type.fields) {
        if (!rng.Percent(field.optional ? 60 : 90)) continue;
        properties.push_back({field.name, Make(field.type, rng, depth + 1)});
      }
      const size_t more = type.parts.empty() ? 0 : rng.Below(ValuePool::Keys().size() + 1);
      for (size_t i = 0; i < more; ++i) properties.push_back({std::string(ValuePool::Keys()[i]), part(0)});
      const bool any = type.fields.empty() && type.parts.empty();
      // One that is handed on has the members that others read.
      return any ? pool_.Make(rng.Percent(70) ? Taste::kOptions : Taste::kObject, rng)
                 : Value::Object(std::move(properties));
    }
    case Type::Kind::kMap:
    case Type::Kind::kSet: {
      Value value = Special(type.kind == Type::Kind::kMap ? Value::Kind::kMap : Value::Kind::kSet, "",
                            type.kind == Type::Kind::kMap ? "Map" : "Set");
      const uint64_t count = rng.Below(4);
      for (uint64_t i = 0; i < count; ++i) {
        value.items.push_back(part(0));
        if (type.kind == Type::Kind::kMap) value.items.push_back(part(1));
      }
      return value;
    }
    case Type::Kind::kDate:
      return Special(Value::Kind::kDate, "", "Date",
                     rng.Percent(8) ? NAN : static_cast<double>(rng.Between(0, 2000000000)) * 1000);
    case Type::Kind::kRegExp:
      return Special(Value::Kind::kRegExp,
                     pool_.mined().regexes.empty() || rng.Percent(50) ? "a" : rng.Pick(pool_.mined().regexes), "");
    case Type::Kind::kBuffer:
      return pool_.Make(Taste::kBinary, rng);
    case Type::Kind::kError:
      return Special(Value::Kind::kError, "boom", "Error");
    case Type::Kind::kPromise: {
      Value value = Special(Value::Kind::kPromise, "fulfilled", "Promise");
      value.items.push_back(part(0));
      return value;
    }
    case Type::Kind::kUnion:
      return type.parts.empty() ? Value::Undefined() : Make(rng.Pick(type.parts), rng, depth + 1);
    case Type::Kind::kFunction:
    case Type::Kind::kClass:
      return Value::Object({});
    case Type::Kind::kAny:
      break;
  }
  const uint64_t draw = rng.Below(100);
  if (draw < 40) return Number(type.constants, rng);
  if (draw < 75) return String(type.constants, rng);
  return depth > 1 ? Value::Boolean(rng.Percent(50)) : pool_.Any(rng, 1);
}

Value TypedValues::NeighbourOfMember(Value value, base::Rng& rng) const {
  const size_t count = value.items.size() + value.properties.size();
  if (count == 0) return Value::Undefined();
  const size_t at = rng.Below(count);
  Value& member = at < value.items.size() ? value.items[at] : value.properties[at - value.items.size()].value;
  member = Neighbour(member, rng);
  return member.kind == Value::Kind::kUndefined ? Value::Undefined() : value;
}

// What the code compares with is mostly a word of a longer text.
std::optional<std::u16string> TypedValues::WithAnotherWord(const std::u16string& text, base::Rng& rng) const {
  std::vector<std::pair<size_t, size_t>> words;  // from, length
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsWordCharacter(text[i])) continue;
    if (i == 0 || !IsWordCharacter(text[i - 1])) words.emplace_back(i, 0);
    ++words.back().second;
  }
  if (words.empty()) return std::nullopt;
  const auto [from, length] = rng.Pick(words);
  return text.substr(0, from) + rng.Pick(words_) + text.substr(from + length);
}

Value TypedValues::Neighbour(const Value& value, base::Rng& rng) const {
  if (value.kind == Value::Kind::kArray || value.kind == Value::Kind::kObject) return NeighbourOfMember(value, rng);
  if (value.kind == Value::Kind::kNumber) {
    const double step = rng.Percent(70) ? 1 : std::max(1.0, std::floor(std::abs(value.number) / 2));
    return Value::Number(value.number + (rng.Percent(50) ? step : -step));
  }
  if (value.kind == Value::Kind::kBoolean) return Value::Boolean(value.number == 0);
  if (value.kind != Value::Kind::kString) return Value::Undefined();
  std::u16string text = base::Utf16FromWtf8(value.text);
  const size_t at = text.empty() ? 0 : rng.Below(text.size());
  const std::u16string& alphabet = rng.Pick(alphabets_);
  if (rng.Percent(kWordShare)) {
    if (auto other = WithAnotherWord(text, rng)) return Value::String(base::Wtf8FromUtf16(*other));
  }
  if (rng.Percent(kRowShare)) {
    const char16_t between = rng.Percent(60) ? rng.Pick(kSeparators) : rng.Pick(alphabet);
    return Value::String(value.text + base::Wtf8FromUtf16(std::u16string(1, between)) + String({}, rng).text);
  }
  // A character that is there already is likelier to matter than a new one.
  const char16_t letter = !text.empty() && rng.Percent(40) ? rng.Pick(text) : rng.Pick(alphabet);
  switch (rng.Below(text.empty() ? 1 : 4)) {
    case 0:
      text.insert(text.begin() + static_cast<ptrdiff_t>(at), letter);
      break;
    case 1:
      text.erase(at, 1);
      break;
    default:
      text[at] = letter;
      break;
  }
  return Value::String(base::Wtf8FromUtf16(text));
}

}  // namespace kingbird::generate
