#include "concolic/expression/known_regex.h"

#include <deque>
#include <optional>

namespace kingbird::concolic {
namespace {

struct Parsed {
  std::u16string source;
  std::u16string flags;
  std::optional<regex::Regex> regex;
};

}  // namespace

const regex::Regex* KnownRegex(const Value& source, const Value& flags) {
  if (source.type != Type::kString || flags.type != Type::kString) return nullptr;
  // Addresses stay. A run has few of them, and the lengths of their texts tell most apart.
  thread_local std::deque<Parsed> known;
  for (const Parsed& one : known) {
    if (one.source == source.text && one.flags == flags.text) return one.regex ? &*one.regex : nullptr;
  }
  Parsed& one = known.emplace_back(Parsed{source.text, flags.text, std::nullopt});
  if (base::Result<regex::Regex> regex = regex::Parse(source.text, flags.text); regex.ok())
    one.regex = *std::move(regex);
  return one.regex ? &*one.regex : nullptr;
}

}  // namespace kingbird::concolic
