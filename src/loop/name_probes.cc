#include "loop/name_probes.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "base/json.h"

namespace kingbird::loop {
namespace {

using model::Value;

// From any object to one that all share: its prototype, its constructor, that one's prototype, and the same from a
// method on.
const std::vector<std::vector<std::string>> kChains = {
    {"__proto__"}, {"constructor"}, {"constructor", "prototype"}, {"toString", "constructor", "prototype"}};
constexpr std::string_view kBetweenNames = "./:[";
constexpr std::string_view kBetweenTexts = "\n&;,";
constexpr size_t kMostTexts = 4;   // of one argument
constexpr size_t kMostWords = 12;  // of one text
constexpr size_t kLongest = 400;   // texts beyond are no names

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/// The first ones of each line before the others: what a line is about is said where it begins.
std::vector<std::pair<size_t, size_t>> WordsOf(const std::string& text) {
  std::vector<std::pair<size_t, size_t>> words;  // from, length
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsWord(text[i])) continue;
    if (i == 0 || !IsWord(text[i - 1])) words.emplace_back(i, 0);
    ++words.back().second;
  }
  std::stable_partition(words.begin(), words.end(), [&](const auto& word) {
    const size_t line = text.rfind('\n', word.first) + 1;
    return std::none_of(text.begin() + static_cast<long>(line), text.begin() + static_cast<long>(word.first), IsWord);
  });
  if (words.size() > kMostWords) words.resize(kMostWords);
  return words;
}

/// What stands between names here: what the text has next to the word, else a dot.
char Separator(const std::string& text, size_t from, size_t end) {
  if (end < text.size() && kBetweenNames.find(text[end]) != std::string::npos) return text[end];
  if (from > 0 && kBetweenNames.find(text[from - 1]) != std::string::npos) return text[from - 1];
  return '.';
}

/// `a.b.c`, `a[b][c]`.
std::string Joined(const std::vector<std::string>& names, const std::string& last, char separator) {
  std::string text = names[0];
  for (size_t i = 1; i < names.size(); ++i) text += separator + names[i] + (separator == '[' ? "]" : "");
  return last.empty() ? text : text + separator + last + (separator == '[' ? "]" : "");
}

struct Varied {
  std::string text;
  bool replaced = false;  ///< A word is another one; otherwise it has names before it.
};

std::vector<Varied> VariedTexts(const std::string& text) {
  std::vector<Varied> varied;
  for (const auto& [from, length] : WordsOf(text)) {
    const char separator = Separator(text, from, from + length);
    const std::string before = text.substr(0, from);
    const std::string word = text.substr(from, length);
    const std::string after = text.substr(from + length);
    for (const std::vector<std::string>& chain : kChains) {
      if (chain.size() == 1) varied.push_back({before + chain[0] + after, true});
      varied.push_back({before + Joined(chain, word, separator) + after, false});
    }
  }
  return varied;
}

using Visit = std::function<void(const Value& whole, const Varied& varied)>;

/// Calls `visit` with the whole value for each of its texts in turn, one of them varied.
void ForEachText(Value& whole, Value& at, const Visit& visit) {
  if (at.kind == Value::Kind::kString) {
    if (at.text.size() > kLongest) return;
    const std::string before = at.text;
    for (const Varied& varied : VariedTexts(before)) {
      at.text = varied.text;
      visit(whole, varied);
    }
    at.text = before;
  }
  for (Value& item : at.items) ForEachText(whole, item, visit);
  for (model::Property& property : at.properties) ForEachText(whole, property.value, visit);
}

/// The same for keys of plain objects: a chain of names is one object in another.
void ForEachKey(Value& whole, Value& at, const std::function<void(const Value&)>& visit) {
  for (model::Property& property : at.properties) {
    const model::Property before = property;
    for (const std::vector<std::string>& chain : kChains) {
      property = before;
      for (size_t i = chain.size(); i-- > 1;) property.value = Value::Object({{chain[i], std::move(property.value)}});
      property.name = chain[0];
      visit(whole);
    }
    property = before;
    ForEachKey(whole, property.value, visit);
  }
  for (Value& item : at.items) ForEachKey(whole, item, visit);
}

/// It needs nothing but what is written in it.
bool IsWhole(const model::Call& call) {
  if (call.kind != model::Call::Kind::kCall && call.kind != model::Call::Kind::kNew) return false;
  return std::ranges::all_of(
      call.arguments, [](const model::Argument& argument) { return argument.kind == model::Argument::Kind::kLiteral; });
}

model::TestCase TestOf(model::Call call) {
  auto root = std::make_shared<model::Callback>();
  call.id = 1;
  root->body.push_back(std::move(call));
  return {root, 2};
}

std::string NameOf(const model::Call& call) {
  std::string name;
  for (const std::string& part : call.path) name += "." + part;
  return name;
}

/// What texts of the argument are put in a row with: lines are, and whatever is between parts of one that it had.
std::string SeparatorsOf(const std::vector<std::string>& texts) {
  std::string found;
  for (char c : kBetweenTexts) {
    for (const std::string& text : texts) {
      if (c != '\n' && text.find(c) == std::string::npos) continue;
      found += c;
      break;
    }
  }
  return found;
}

}  // namespace

void NameProbes::Add(const model::TestCase& test, size_t argument, Value literal, std::deque<model::TestCase>& into) {
  model::Callback root = *test.root;
  root.body[0].arguments[argument] = model::Argument::Literal(std::move(literal));
  model::TestCase made{std::make_shared<model::Callback>(std::move(root)), test.next_id};
  if (known_.insert(base::DumpJson(model::ToJson(made))).second) into.push_back(std::move(made));
}

void NameProbes::VaryArgument(const model::TestCase& test, size_t argument) {
  const model::Call& call = test.root->body[0];
  Value value = call.arguments[argument].literal;
  const std::vector<std::string>& texts = texts_[{NameOf(call), argument}];
  const std::string separators = SeparatorsOf(texts);
  ForEachText(value, value, [&](const Value& whole, const Varied& varied) {
    Add(test, argument, whole, single_);
    if (whole.kind != Value::Kind::kString || !varied.replaced) return;
    for (char separator : separators) {
      for (const std::string& text : texts) Add(test, argument, Value::String(varied.text + separator + text), rows_);
    }
  });
  ForEachKey(value, value, [&](const Value& whole) { Add(test, argument, whole, single_); });
}

void NameProbes::Vary(const model::Call& call) {
  const model::TestCase test = TestOf(call);
  if (!known_.insert(base::DumpJson(model::ToJson(test))).second) return;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Value& literal = call.arguments[i].literal;
    std::vector<std::string>& texts = texts_[{NameOf(call), i}];
    const bool text = literal.kind == Value::Kind::kString && !literal.text.empty() && literal.text.size() <= kLongest;
    if (text && texts.size() < kMostTexts && std::ranges::find(texts, literal.text) == texts.end())
      texts.push_back(literal.text);
    VaryArgument(test, i);
  }
}

std::vector<model::TestCase> NameProbes::Propose(size_t count, const Standing& standing) {
  for (; seen_ < standing.so_far.candidates.size(); ++seen_) {
    for (const model::Call& call : standing.so_far.candidates[seen_].test.root->body) {
      if (IsWhole(call)) Vary(call);
    }
  }
  std::vector<model::TestCase> tests;
  while (tests.size() < count && !(single_.empty() && rows_.empty())) {
    const bool row = single_.empty() || (!rows_.empty() && tests.size() % 2 == 1);
    std::deque<model::TestCase>& from = row ? rows_ : single_;
    // The latest tests get deeper than the first, which are the package's examples: both have their turn.
    const bool latest = tests.size() % 4 < 2;
    tests.push_back(std::move(latest ? from.back() : from.front()));
    latest ? from.pop_back() : from.pop_front();
  }
  return tests;
}

void NameProbes::Absorb(size_t /*i*/, const model::Execution& /*execution*/, const News& /*news*/) {}

}  // namespace kingbird::loop
