#include "concolic/text/words.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "base/text.h"
#include "regex/regex.h"
#include "regex/sampler.h"
#include "syntax/literals.h"

namespace kingbird::concolic {
namespace {

using syntax::Kind;

constexpr size_t kMostWords = 200;
constexpr size_t kLongestWord = 200;
constexpr int kSamplesOfPattern = 3;

template <typename T>
void Add(std::vector<T>& list, T value) {
  if (list.size() < kMostWords && std::ranges::find(list, value) == list.end()) list.push_back(std::move(value));
}

class WordReader {
 public:
  void Read(syntax::Node node) {
    switch (node.kind()) {
      case Kind::kString:
        AddText(syntax::StringValue(node));
        break;
      case Kind::kStringFragment:
        if (node.parent().Is(Kind::kTemplateString)) AddText(std::string(node.text()));
        break;
      case Kind::kPropertyIdentifier:
        if (node.parent().Is(Kind::kPair) || node.parent().Is(Kind::kMethodDefinition))
          AddText(std::string(node.text()));
        break;
      case Kind::kNumber:
        AddNumber(std::string(node.text()));
        break;
      case Kind::kRegex:
        AddPattern(node);
        break;
      default:
        break;
    }
  }

  Words words;

 private:
  void AddText(const std::string& text) {
    if (text.size() <= kLongestWord) Add(words.texts, base::Utf16FromWtf8(text));
  }

  void AddNumber(std::string text) {
    if (text.ends_with('n')) {
      text.pop_back();
      AddText(text);
    }
    if (const double number = syntax::NumberValue(text); !std::isnan(number)) Add(words.numbers, number);
  }

  void AddPattern(syntax::Node node) {
    std::string source;
    std::string flags;
    for (syntax::Node part : node.children()) {
      if (part.Is(Kind::kRegexPattern)) source = part.text();
      if (part.Is(Kind::kRegexFlags)) flags = part.text();
    }
    const auto parsed_flags = regex::ParseFlags(base::Utf16FromWtf8(flags));
    if (!parsed_flags.ok()) return;
    const auto parsed = regex::ParseRoughly(base::Utf16FromWtf8(source), *parsed_flags);
    if (!parsed.ok()) return;
    base::Rng rng(node.begin());
    for (int i = 0; i < kSamplesOfPattern; ++i) {
      const auto sample = regex::Sample(*parsed, {.varied = i > 0}, rng);
      if (sample && sample->size() <= kLongestWord) Add(words.texts, *sample);
    }
  }
};

}  // namespace

Words WordsIn(const syntax::Tree& tree, syntax::Range own) {
  WordReader reader;
  for (const bool inside : {true, false}) {
    for (uint32_t i = 0; i < tree.size(); ++i) {
      const syntax::Node node = tree.At(i);
      const auto at = tree.PositionAt(node.begin());
      if ((own.begin <= at && at < own.end) == inside) reader.Read(node);
    }
  }
  return std::move(reader.words);
}

}  // namespace kingbird::concolic
