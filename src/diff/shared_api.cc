#include "diff/shared_api.h"

#include <algorithm>
#include <map>
#include <set>

namespace kingbird::diff {
namespace {

using model::Function;

// By any of its names: what one version exports once another may export twice.
std::map<std::string, const Function*> ByName(const model::Api& api) {
  std::map<std::string, const Function*> index;
  for (const Function& function : api.functions) {
    for (const std::string& name : function.Names()) index.emplace(name, &function);
  }
  return index;
}

// The function by each of its names, the first one first.
std::vector<Function> Named(const Function& function) {
  std::vector<Function> named = {function};
  for (const model::AccessPath& alias : function.aliases) {
    named.push_back(function);
    named.back().path = alias;
  }
  for (Function& one : named) one.aliases.clear();
  return named;
}

// A namespace that is gone takes second names of everything along; a name that is as short is missed by itself.
std::vector<Function> OnlyIn(const model::Api& one, const model::Api& other) {
  const auto there = ByName(other);
  std::vector<Function> only;
  for (const Function& function : one.functions) {
    for (Function& named : Named(function)) {
      if (named.path.size() <= function.path.size() && !there.contains(named.Name())) only.push_back(std::move(named));
    }
  }
  return only;
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
  ApiChange change;
  change.removed = OnlyIn(before, after);
  for (const Function& function : OnlyIn(after, before)) change.added.push_back(function.Name());
  return change;
}

model::Api SharedApi(const model::Api& before, const model::Api& after) {
  const auto now = ByName(after);
  model::Api shared{{}, before.constants};
  for (const Function& function : before.functions) {
    std::map<const Function*, Function> counterparts;  // several where one function has become two
    for (const Function& named : Named(function)) {
      const auto there = now.find(named.Name());
      if (there == now.end()) continue;
      const auto [known, first] = counterparts.try_emplace(there->second, named);
      if (!first) known->second.aliases.push_back(named.path);
    }
    for (const Function& counterpart : after.functions) {
      const auto found = counterparts.find(&counterpart);
      if (found != counterparts.end()) shared.functions.push_back(std::move(found->second));
    }
  }
  return shared;
}

model::Api OnlyMember(model::Api api, const std::string& member) {
  std::erase_if(api.functions, [&](const Function& function) {
    const bool named =
        std::ranges::find(function.path, member) != function.path.end() || model::ToString(function.path) == member;
    return !named && function.owner != member;
  });
  return api;
}

generate::MinedLiterals MergedLiterals(const generate::MinedLiterals& a, const generate::MinedLiterals& b) {
  return {Union(a.strings, b.strings), Union(a.numbers, b.numbers), Union(a.regexes, b.regexes),
          Union(a.option_keys, b.option_keys), Union(a.callback_keys, b.callback_keys)};
}

}  // namespace kingbird::diff
