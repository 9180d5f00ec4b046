// An entry is one line of JSON (state, facts), a newline, the text. Its name is a SHA-256 of all that it depends on: a
// package that chooses its files must not get its own rewritten text into another package's place.
#include "syntax/rewrite_cache.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/sha256.h"
#include "syntax/manifest.h"

namespace kingbird::syntax {
namespace {

// Of a file that is kept. Describing more of them as JSON takes longer and more memory than rewriting once more.
constexpr size_t kMostKeptCounters = 300'000;

}  // namespace

Instrumented RewriteCache::Get(const std::string& source, const std::string& key) {
  if (folder_.empty()) {
    ++misses_;
    return Instrument(source, key, passes_);
  }
  std::string head = code_;
  for (const PassKind kind : passes_) head += " " + NameOf(kind);
  head += fmt::format("\n{}\n{}\n", key, source.size());
  const std::string name = base::Sha256(head + source);
  const base::Path entry = folder_ / name.substr(0, 2) / name;
  if (std::optional<Instrumented> cached = Load(entry)) {
    ++hits_;
    return *std::move(cached);
  }
  ++misses_;
  Instrumented made = Instrument(source, key, passes_);
  if (made.facts.counters.Size() > kMostKeptCounters) return made;
  const base::Json header = {
      {"state", static_cast<int>(made.state)}, {"size", made.text.size()}, {"facts", ToJson(made.facts)}};
  // A cache that cannot be written is no cache; the run goes on.
  (void)files_.Write(entry, base::DumpJson(header) + "\n" + made.text);
  return made;
}

std::optional<Instrumented> RewriteCache::Load(const base::Path& entry) const {
  if (!files_.IsFile(entry)) return std::nullopt;
  base::Result<std::string> content = files_.Read(entry);
  if (!content.ok()) return std::nullopt;
  const size_t line = content->find('\n');
  if (line == std::string::npos) return std::nullopt;
  const base::Result<base::Json> header = base::ParseJson(std::string_view(*content).substr(0, line), "cache entry");
  if (!header.ok() || !header->is_object() || base::ValueOr(*header, "size", size_t{0}) != content->size() - line - 1)
    return std::nullopt;
  if (!header->contains("facts")) return std::nullopt;
  base::Result<FileFacts> facts = FileFactsFromJson(header->at("facts"));
  if (!facts.ok()) return std::nullopt;
  Instrumented result;
  const int state = base::ValueOr(*header, "state", -1);
  if (state < 0 || state > static_cast<int>(Instrumented::State::kIgnored)) return std::nullopt;
  result.state = static_cast<Instrumented::State>(state);
  result.facts = *std::move(facts);
  result.text = content->substr(line + 1);
  return result;
}

}  // namespace kingbird::syntax
