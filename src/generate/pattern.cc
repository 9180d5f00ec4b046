#include "generate/pattern.h"

#include <fmt/format.h>

#include "base/text.h"
#include "regex/sampler.h"

namespace kingbird::generate {

base::Result<Pattern> Pattern::Parse(std::string_view source, std::string_view flags) {
  const std::u16string text = base::Utf16FromWtf8(source);
  regex::Flags wanted;
  wanted.ignore_case = flags.find('i') != std::string_view::npos;
  wanted.dot_all = flags.find('s') != std::string_view::npos;
  // Patterns of a user have no flags: "\u{1F600}" and characters of two units are meant as such, unless it only reads
  // the other way.
  wanted.unicode = true;
  auto regex = regex::ParseRoughly(text, wanted);
  if (!regex.ok()) {
    wanted.unicode = false;
    regex = regex::ParseRoughly(text, wanted);
  }
  if (!regex.ok()) return base::UsageError(fmt::format("'{}' is {}", source, regex.error().message));
  Pattern pattern;
  pattern.regex_ = std::move(*regex);
  return pattern;
}

std::string Pattern::Make(base::Rng& rng, int most) const {
  const regex::Wishes wishes = {.most = most, .varied = true};
  return base::Wtf8FromUtf16(regex::Sample(regex_, wishes, rng).value_or(std::u16string()));
}

}  // namespace kingbird::generate
