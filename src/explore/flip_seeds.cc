#include "explore/flip_seeds.h"

#include <algorithm>
#include <set>

namespace kingbird::explore {
namespace {

/// Whose counter each is: the innermost function; -1: none.
std::vector<int> Owners(const syntax::Manifest& manifest) {
  std::vector<int> owners(manifest.size(), -1);
  int number = 0;
  for (const syntax::ManifestFile& file : manifest.files) {
    // Outer functions come before inner ones, whose counters are among theirs.
    for (const syntax::FunctionSite& site : file.sites) {
      for (uint32_t counter : file.CountersOf(site)) owners[counter] = number;
      ++number;
    }
  }
  return owners;
}

/// It is made of nothing that another call has given.
bool IsAlone(const model::Argument& argument) {
  using Kind = model::Argument::Kind;
  if (argument.kind == Kind::kCallback) return argument.callback->body.empty() && !argument.callback->result;
  if (argument.kind == Kind::kResult || argument.kind == Kind::kParameter || argument.kind == Kind::kSetup)
    return false;
  return std::ranges::all_of(argument.items, IsAlone);
}

bool IsAlone(const model::Call& call) {
  const bool calls = call.kind == model::Call::Kind::kCall || call.kind == model::Call::Kind::kNew;
  return calls && std::ranges::all_of(call.arguments, [](const auto& argument) { return IsAlone(argument); });
}

}  // namespace

std::vector<model::TestCase> Apart(const model::TestCase& test) {
  const std::vector<model::Call>& body = test.root->body;
  if (!std::ranges::all_of(body, [](const model::Call& call) { return IsAlone(call); })) return {test};
  std::vector<model::TestCase> tests;
  for (const model::Call& call : body) {
    auto root = std::make_shared<model::Callback>();
    root->body = {call};
    root->body[0].id = 1;
    tests.push_back({root, test.next_id});
  }
  return tests;
}

std::vector<bool> NextToUnreached(const syntax::Manifest& manifest, const syntax::CoverageMap& covered, bool all) {
  const std::vector<int> owners = Owners(manifest);
  std::set<int> unfinished;
  for (uint32_t counter = 0; counter < owners.size(); ++counter) {
    if (!covered.Has(counter)) unfinished.insert(owners[counter]);
  }
  std::vector<bool> next(owners.size());
  for (uint32_t counter = 0; counter < owners.size(); ++counter)
    next[counter] = all || (owners[counter] >= 0 && unfinished.contains(owners[counter]));
  return next;
}

SeedChooser::SeedChooser(const std::vector<loop::Candidate>& candidates, std::vector<bool>& wanted)
    : candidates_(candidates), wanted_(wanted) {
  for (size_t i = 0; i < candidates.size(); ++i) {
    // What a request carries reaches the code as bytes, of which no trace follows.
    const model::TestCase& test = candidates[i].test;
    if (model::CountCalls(test, model::Call::Kind::kRequest) + model::CountCalls(test, model::Call::Kind::kFake) > 0)
      continue;
    offers_.emplace(Gain(i), -model::CountCalls(test), -static_cast<int64_t>(i));
  }
}

int64_t SeedChooser::Gain(size_t candidate) const {
  return std::ranges::count_if(candidates_[candidate].hits,
                               [&](uint32_t hit) { return hit < wanted_.size() && wanted_[hit]; });
}

// Gains only shrink: one that is still the largest when it is looked at again is the largest.
const loop::Candidate* SeedChooser::Next() {
  while (!offers_.empty()) {
    const auto [before, calls, place] = offers_.top();
    offers_.pop();
    const int64_t now = Gain(static_cast<size_t>(-place));
    if (now == 0) continue;
    if (now == before) return &candidates_[static_cast<size_t>(-place)];
    offers_.emplace(now, calls, place);
  }
  return nullptr;
}

model::Hits SeedChooser::Take(const loop::Candidate& candidate) {
  model::Hits taken;
  for (uint32_t hit : candidate.hits) {
    if (hit >= wanted_.size() || !wanted_[hit]) continue;
    taken.push_back(hit);
    wanted_[hit] = false;
  }
  return taken;
}

}  // namespace kingbird::explore
