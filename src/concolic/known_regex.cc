#include "concolic/known_regex.h"

#include <map>
#include <optional>
#include <utility>

namespace kingbird::concolic {

const regex::Regex* KnownRegex(const Value& source, const Value& flags) {
  if (source.type != Type::kString || flags.type != Type::kString) return nullptr;
  thread_local std::map<std::pair<std::u16string, std::u16string>, std::optional<regex::Regex>> known;
  auto found = known.find({source.text, flags.text});
  if (found == known.end()) {
    std::optional<regex::Regex> parsed;
    if (base::Result<regex::Regex> regex = regex::Parse(source.text, flags.text); regex.ok())
      parsed = *std::move(regex);
    found = known.emplace(std::pair(source.text, flags.text), std::move(parsed)).first;
  }
  return found->second ? &*found->second : nullptr;
}

}  // namespace kingbird::concolic
