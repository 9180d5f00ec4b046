#include "concolic/known_regex.h"

#include <deque>
#include <optional>

namespace kingbird::concolic {
namespace {

struct Known {
  std::u16string source;
  std::u16string flags;
  std::optional<regex::Regex> regex;
};

}  // namespace

const regex::Regex* KnownRegex(const Value& source, const Value& flags) {
  if (source.type != Type::kString || flags.type != Type::kString) return nullptr;
  // Addresses stay. A run has few of them, and the lengths of their texts tell most apart.
  thread_local std::deque<Known> known;
  for (const Known& one : known) {
    if (one.source == source.text && one.flags == flags.text) return one.regex ? &*one.regex : nullptr;
  }
  Known& one = known.emplace_back(Known{source.text, flags.text, std::nullopt});
  if (base::Result<regex::Regex> regex = regex::Parse(source.text, flags.text); regex.ok())
    one.regex = *std::move(regex);
  return one.regex ? &*one.regex : nullptr;
}

}  // namespace kingbird::concolic
