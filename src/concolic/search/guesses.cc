#include "concolic/search/guesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/json.h"
#include "base/text.h"
#include "concolic/expression/number_text.h"

namespace kingbird::concolic {
namespace {

constexpr size_t kMostStarts = 64;
constexpr size_t kMostPool = 250;
constexpr size_t kLongestText = 2000;
constexpr int kDeepest = 3;
constexpr double kMostElements = 50;
/// Of a hundred guesses so many begin with one of the latest inputs that were news.
constexpr int kShareOfLatest = 50;
constexpr size_t kLatest = 4;

constexpr std::array<std::u16string_view, 28> kTexts = {u"",
                                                        u"a",
                                                        u"0",
                                                        u"1",
                                                        u"-1",
                                                        u"1.5",
                                                        u"ab",
                                                        u" ",
                                                        u"a b",
                                                        u"A",
                                                        u"a,b",
                                                        u"a=1&b=2",
                                                        u"{}",
                                                        u"[]",
                                                        u"null",
                                                        u"true",
                                                        u"\"a\"",
                                                        u"2020-02-29",
                                                        u"2020-02-29T12:30:15.000Z",
                                                        u"http://a.b:81/c?d=e#f",
                                                        u"a@b.cc",
                                                        u"1.2.3",
                                                        u"/a/b.c",
                                                        u"é",
                                                        u"\n",
                                                        u"0x1F",
                                                        u"1e3",
                                                        u"<a b=\"c\">d</a>"};
constexpr std::array<double, 14> kNumbers = {
    0, 1, -1, 2, 0.5, 10, 31, 100, 255, 1000, 1e21, 2147483648, -0.0, std::numeric_limits<double>::quiet_NaN()};
constexpr std::array<std::u16string_view, 12> kJoints = {u"",  u" ", u",", u"=", u":",  u"-",
                                                         u".", u"/", u"&", u";", u"\n", u"@"};

Input Text(std::u16string text) { return {.type = Type::kString, .text = std::move(text)}; }
Input Number(double number) { return {.type = Type::kNumber, .number = number}; }
Input Truth(bool truth) { return {.type = Type::kBoolean, .number = truth ? 1.0 : 0.0}; }

Input List(std::vector<Input> elements) {
  Input list{.type = Type::kArray, .number = static_cast<double>(elements.size())};
  for (size_t i = 0; i < elements.size(); ++i) list.properties[std::to_string(i)] = std::move(elements[i]);
  return list;
}

std::u16string Wide(std::string_view text) { return base::Utf16FromWtf8(text); }
std::string Narrow(const std::u16string& text) { return base::Wtf8FromUtf16(text); }

std::u16string Hex(const std::u16string& text) {
  std::string hex;
  for (const char c : Narrow(text)) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return Wide(hex);
}

std::u16string Quoted(const std::u16string& text) {
  return Wide(base::DumpJson(base::Json(base::IsUtf8(Narrow(text)) ? Narrow(text) : "")));
}

std::u16string InOneCase(std::u16string text, bool upper) {
  for (char16_t& c : text) {
    if (upper && c >= u'a' && c <= u'z') c = static_cast<char16_t>(c - u'a' + u'A');
    if (!upper && c >= u'A' && c <= u'Z') c = static_cast<char16_t>(c - u'A' + u'a');
  }
  return text;
}

std::u16string NumberText(double number) { return NumberToText(number); }

/// The input at a place can be replaced: it is no part of another value's length or of a list of one type, and its type
/// is not declared.
bool MayReplace(const Symbol& symbol) {
  if (symbol.step == Symbol::Step::kLength || symbol.step == Symbol::Step::kCell) return false;
  if (symbol.step == Symbol::Step::kGlobal && symbol.name.find(':') != std::string::npos)
    return symbol.name.starts_with(kMaking);
  return true;
}

}  // namespace

Guesses::Guesses(const Words& words, const Shapes& shapes, size_t parameters)
    : shapes_(shapes), parameters_(parameters), rng_(words.texts.size() + 1) {
  FillPool(words);
}

void Guesses::FillPool(const Words& words) {
  words_ = words.texts;
  numbers_ = words.numbers;
  const auto add = [&](Input input) {
    if (pool_.size() < kMostPool && std::ranges::find(pool_, input) == pool_.end()) pool_.push_back(std::move(input));
  };
  // One value of each type goes first: whatever the constants are, a function is seen with all of them.
  add(Text(u"a"));
  add(Number(1));
  add({.type = Type::kObject});
  add(List({Text(u"a"), Number(1)}));
  add(Truth(true));
  add({.type = Type::kNull});
  add({.type = Type::kFunction});
  add({.type = Type::kUndefined});
  for (const std::u16string& word : words.texts) add(Text(word));
  for (const double number : words.numbers) {
    for (const double near : {number, number + 1, number - 1, -number}) add(Number(near));
    add(Text(NumberText(number)));
  }
  for (const std::u16string& word : words.texts) {
    if (word.empty()) continue;
    for (std::u16string encoded : {Wide(base::Base64Encode(Narrow(word))), Hex(word), InOneCase(word, true),
                                   InOneCase(word, false), Quoted(word), u" " + word + u" "})
      add(Text(std::move(encoded)));
  }
  for (const std::u16string_view text : kTexts) add(Text(std::u16string(text)));
  for (const double number : kNumbers) add(Number(number));
  add(Truth(false));
  add(List({}));
  add(List({Number(1), Number(2), Number(3)}));
  add(List({Text(u"a"), Text(u"b")}));
  add(List({List({Text(u"a"), Number(1)})}));
  if (words_.empty()) words_.emplace_back(u"a");
  if (numbers_.empty()) numbers_.push_back(1);
}

void Guesses::Absorb(const std::shared_ptr<const SeenRun>& run) {
  if (!run->news && !starts_.empty()) return;
  if (starts_.size() == kMostStarts) starts_.erase(starts_.begin());
  starts_.push_back(run);
  for (Place& place : PlacesOf(run)) {
    if (place.symbol && HasDeclaredType(run->path.symbols[*place.symbol])) continue;
    const std::string name = place.symbol ? run->names[*place.symbol] : fmt::format("arg{}", place.argument);
    if (placed_.insert(name).second) typed_.push_back(std::move(place));
  }
}

std::vector<Guesses::Place> Guesses::PlacesOf(const std::shared_ptr<const SeenRun>& run) const {
  std::vector<Place> places;
  const size_t arguments = std::max(parameters_, run->input.arguments.size());
  for (size_t i = 0; i < arguments; ++i) places.push_back({.run = run, .argument = i});
  for (SymbolId symbol = 0; symbol < run->path.symbols.size(); ++symbol) {
    const Symbol& each = run->path.symbols[symbol];
    const bool root = each.step == Symbol::Step::kThis || each.step == Symbol::Step::kArgument;
    if (!root && MayReplace(each)) places.push_back({.run = run, .symbol = symbol});
  }
  return places;
}

Input& Guesses::At(Assignment& input, const Place& place) {
  if (place.symbol) return Make(input, place.run->path, *place.symbol);
  if (input.arguments.size() <= place.argument) input.arguments.resize(place.argument + 1);
  return input.arguments[place.argument];
}

bool Guesses::NextTyped(Assignment& input) {
  if (typed_.empty()) return false;
  const Place place = typed_.front();
  input = place.run->input;
  At(input, place) = pool_[value_];
  Complete(shapes_, *place.run, input);
  if (++value_ == pool_.size()) {
    value_ = 0;
    typed_.pop_front();
  }
  return true;
}

bool Guesses::Next(Assignment& input) {
  if (starts_.empty()) return false;
  // Typed values and mutations take turns: neither waits for all of the other.
  if (rng_.Percent(50) && NextTyped(input)) return true;
  const size_t latest = std::min(kLatest, starts_.size());
  const std::shared_ptr<const SeenRun> run =
      rng_.Percent(kShareOfLatest) ? starts_[starts_.size() - 1 - rng_.Below(latest)] : rng_.Pick(starts_);
  input = run->input;
  for (uint64_t i = 0, rounds = 1 + rng_.Below(3); i < rounds; ++i) Mutate(input, run);
  Complete(shapes_, *run, input);
  return true;
}

void Guesses::Mutate(Assignment& input, const std::shared_ptr<const SeenRun>& run) {
  const std::vector<Place> places = PlacesOf(run);
  if (places.empty()) return;
  const Place& chosen = rng_.Pick(places);
  Input& place = At(input, chosen);
  if (chosen.symbol && HasDeclaredType(run->path.symbols[*chosen.symbol])) {
    if (place.type == Type::kString) MutateText(place.text);
    if (place.type == Type::kNumber) MutateNumber(place);
    if (place.type == Type::kBoolean) place.number = place.number == 0 ? 1 : 0;
    if (place.type == Type::kArray || place.type == Type::kObject) MutateParts(place, 0);
    return;
  }
  MutateInput(place, 0);
}

void Guesses::MutateInput(Input& input, int depth) {
  const bool replace = rng_.Percent(25);
  switch (input.type) {
    case Type::kString:
      if (const auto parsed = input.properties.find(std::string(kParsed)); parsed != input.properties.end()) {
        if (!replace) return MutateInput(parsed->second, depth);
        input.properties.clear();
      }
      if (!replace) return MutateText(input.text);
      break;
    case Type::kNumber:
      if (!replace) return MutateNumber(input);
      break;
    case Type::kObject:
    case Type::kArray:
      if (!replace) return MutateParts(input, depth);
      break;
    default:
      break;
  }
  input = Some(depth);
}

std::u16string Guesses::Word() {
  if (rng_.Percent(15)) return NumberText(rng_.Pick(numbers_));
  if (rng_.Percent(15)) return std::u16string(rng_.Pick(kTexts));
  return rng_.Pick(words_);
}

std::u16string Guesses::Formatted() {
  const auto join = [&](std::u16string_view joint) { return Word() + std::u16string(joint) + Word(); };
  switch (rng_.Below(6)) {
    case 0: {
      std::u16string text = u"{";
      for (uint64_t i = 0, members = 1 + rng_.Below(3); i < members; ++i) {
        const std::u16string value = rng_.Percent(50) ? Quoted(Word()) : NumberText(rng_.Pick(numbers_) + 1);
        text += (i == 0 ? u"" : u",") + Quoted(rng_.Pick(words_)) + u":" + value;
      }
      return text + u"}";
    }
    case 1:
      return join(u"=") + (rng_.Percent(50) ? u"" : u"&" + join(u"="));
    case 2: {
      // "ftp:" is a word of code that asks for a protocol.
      std::u16string scheme = rng_.Pick(words_);
      while (!scheme.empty() && scheme.back() == u':') scheme.pop_back();
      return scheme + u"://" + (rng_.Percent(50) ? Word() : u"a.b") + u":" + Word() + u"/" + Word();
    }
    case 3:
      return NumberText(std::abs(rng_.Pick(numbers_))) + u"-0" + NumberText(static_cast<double>(1 + rng_.Below(9))) +
             u"-" + NumberText(static_cast<double>(10 + rng_.Below(22)));
    case 4:
      return NumberText(std::abs(rng_.Pick(numbers_))) + u"-01-01";
    default:
      return join(rng_.Pick(kJoints));
  }
}

Input Guesses::Some(int depth) {
  if (depth < kDeepest && rng_.Percent(15)) {
    Input made{.type = rng_.Percent(50) ? Type::kObject : Type::kArray};
    MutateParts(made, depth + 1);
    return made;
  }
  if (rng_.Percent(20)) return Text(Formatted());
  return rng_.Pick(pool_);
}

void Guesses::MutateText(std::u16string& text) {
  const size_t at = rng_.Below(text.size() + 1);
  switch (rng_.Below(8)) {
    case 0:
      text.insert(at, Word());
      break;
    case 1:
      if (at < text.size()) text.erase(at, 1 + rng_.Below(text.size() - at));
      break;
    case 2: {
      const std::u16string word = Word();
      if (at < text.size() && !word.empty()) text[at] = rng_.Pick(word);
      break;
    }
    case 3:
      if (at < text.size()) text[at] = static_cast<char16_t>(text[at] + (rng_.Percent(50) ? 1 : -1));
      break;
    case 4:
      if (!text.empty()) text.insert(at, text.substr(rng_.Below(text.size()), 1 + rng_.Below(4)));
      break;
    case 5:
      text += std::u16string(rng_.Pick(kJoints)) + Word();
      break;
    case 6:
      text = Formatted();
      break;
    default: {
      const std::u16string word = Word();
      if (!word.empty()) text.insert(at, 1, rng_.Pick(word));
      break;
    }
  }
  if (text.size() > kLongestText) text.resize(kLongestText);
}

void Guesses::MutateNumber(Input& input) {
  double& number = input.number;
  switch (rng_.Below(7)) {
    case 0:
      number += 1;
      break;
    case 1:
      number -= 1;
      break;
    case 2:
      number = -number;
      break;
    case 3:
      number = std::trunc(number) + static_cast<double>(rng_.Between(-100, 100));
      break;
    case 4:
      number = rng_.Pick(numbers_) + static_cast<double>(rng_.Between(-2, 2));
      break;
    case 5:
      number = rng_.Pick(kNumbers);
      break;
    default:
      number *= rng_.Percent(50) ? 2 : 0.5;
      break;
  }
}

void Guesses::MutateParts(Input& input, int depth) {
  if (input.type == Type::kArray) {
    const auto length = static_cast<size_t>(std::clamp(input.number, 0.0, kMostElements));
    const bool grows = length == 0 || rng_.Percent(40);
    const std::string at = std::to_string(grows ? length : rng_.Below(length));
    Input& element = input.properties[at];
    if (grows) {
      const auto like =
          length == 0 ? input.properties.end() : input.properties.find(std::to_string(rng_.Below(length)));
      element = like != input.properties.end() && rng_.Percent(60) ? like->second : Some(depth + 1);
      input.number = static_cast<double>(length + 1);
    } else if (rng_.Percent(20)) {
      input.properties.erase(std::to_string(length - 1));
      input.number = static_cast<double>(length - 1);
    } else {
      MutateInput(element, depth + 1);
    }
    return;
  }
  if (!input.properties.empty() && rng_.Percent(60)) {
    auto member = input.properties.begin();
    std::advance(member, static_cast<std::ptrdiff_t>(rng_.Below(input.properties.size())));
    return MutateInput(member->second, depth + 1);
  }
  const std::string name = Narrow(Word());
  if (!IsSymbolName(name) && base::IsUtf8(name)) input.properties[name] = Some(depth + 1);
}

}  // namespace kingbird::concolic
