#include "campaign/shared_api.h"

#include <algorithm>
#include <map>
#include <set>

namespace kingbird::campaign {
namespace {

using model::Function;

std::map<std::string, const Function*> ByName(const model::Api& api) {
  std::map<std::string, const Function*> index;
  for (const Function& function : api.functions) index.emplace(function.Name(), &function);
  return index;
}

// In order, without repeats.
template <typename T>
std::vector<T> Union(const std::vector<T>& a, const std::vector<T>& b) {
  std::set<T> all(a.begin(), a.end());
  all.insert(b.begin(), b.end());
  return {all.begin(), all.end()};
}

}  // namespace

ApiChange CompareApis(const model::Api& before, const model::Api& after) {
  const auto old = ByName(before);
  const auto now = ByName(after);
  ApiChange change;
  for (const Function& function : before.functions) {
    if (!now.contains(function.Name())) change.removed.push_back(function);
  }
  for (const Function& function : after.functions) {
    if (!old.contains(function.Name())) change.added.push_back(function.Name());
  }
  return change;
}

model::Api SharedApi(const model::Api& before, const model::Api& after) {
  const auto now = ByName(after);
  model::Api shared = before;
  std::erase_if(shared.functions, [&](const Function& function) { return !now.contains(function.Name()); });
  return shared;
}

generate::MinedLiterals MergedLiterals(const generate::MinedLiterals& a, const generate::MinedLiterals& b) {
  return {Union(a.strings, b.strings), Union(a.numbers, b.numbers), Union(a.regexes, b.regexes),
          Union(a.option_keys, b.option_keys), Union(a.callback_keys, b.callback_keys)};
}

}  // namespace kingbird::campaign
