#include "explore/precondition_book.h"

#include <algorithm>

namespace kingbird::explore {

using base::Json;

PreconditionBook::PreconditionBook(env::Env& env, const target::Target& target, const SiteIndex& sites,
                                   const std::vector<ExplorableFunction>& functions)
    : env_(env), target_(target), functions_(functions), writer_(target, sites, env.package) {
  if (const auto path = PreconditionCachePath(target, env.files); path.ok())
    earlier_ = ReadPreconditions(*path, env.files, env.config);
  if (earlier_.empty()) return;
  for (const ExplorableFunction& function : functions) names_.insert(writer_.NameOf(function));
}

bool PreconditionBook::Recall(const ExplorableFunction& function) {
  const auto found = earlier_.find(function.file);
  if (found == earlier_.end()) return false;
  for (const Json& entry : found->second) {
    if (!entry.is_object() || base::ValueOr(entry, "name", "") != function.name) continue;
    Json renewed = writer_.Renew(entry, function, names_);
    if (renewed.is_null()) continue;
    entries_.emplace_back(function.file, std::move(renewed));
    return true;
  }
  return false;
}

void PreconditionBook::Add(const ExplorableFunction& function, const concolic::Exploration& exploration,
                           const model::Hits& hits) {
  std::vector<const ExplorableFunction*> ran;
  for (const ExplorableFunction& other : functions_) {
    const auto hit = [&](uint32_t counter) { return std::ranges::binary_search(hits, counter); };
    if (std::ranges::any_of(other.counters, hit)) ran.push_back(&other);
  }
  Json entry = writer_.Describe(function, exploration, ran);
  if (!entry.is_null()) entries_.emplace_back(function.file, std::move(entry));
}

Json PreconditionBook::Finish() {
  std::set<std::pair<std::string, std::string>> known;
  for (const auto& [file, entry] : entries_) known.emplace(file, base::ValueOr(entry, "hash", ""));
  std::vector<std::pair<std::string, Json>> all = entries_;
  for (const auto& [file, list] : earlier_) {
    for (const Json& entry : list) {
      if (entry.is_object() && known.emplace(file, base::ValueOr(entry, "hash", "")).second)
        all.emplace_back(file, entry);
    }
  }
  // A cache that cannot be written costs the next run time and nothing else.
  if (const auto path = PreconditionCachePath(target_, env_.files); path.ok())
    (void)KeepPreconditions(*path, env_.files, writer_.File(all, env_.config));
  return writer_.File(entries_, env_.config);
}

}  // namespace kingbird::explore
