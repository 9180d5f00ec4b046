#include "generate/recipes.h"

#include <algorithm>
#include <iterator>

#include "generate/test_parts.h"

namespace kingbird::generate {
namespace {

using model::Call;
using model::Value;

constexpr size_t kMostOfType = 12;
constexpr size_t kMostSteps = 5;

int HighestId(const Call& call) {
  int highest = call.id;
  model::Callback holder;
  holder.body = {call};
  model::ForEachCall(holder, [&](const Call& inner) { highest = std::max(highest, inner.id); });
  model::ForEachCallback(holder, [&](const model::Callback& callback) { highest = std::max(highest, callback.id); });
  return highest;
}

}  // namespace

std::vector<std::string> Recipes::Ancestry(const std::string& type) const {
  std::vector<std::string> names = {type};
  for (size_t i = 0; classes_ != nullptr && i < names.size() && i < classes_->size(); ++i) {
    const auto of = std::ranges::find(*classes_, names[i], &model::Class::name);
    if (of != classes_->end() && !of->base.empty()) names.push_back(of->base);
  }
  return names;
}

void Recipes::Learn(const model::TestCase& test, const model::Execution& execution) {
  const bool tidy = execution.end == model::End::kFinished && !execution.files && !execution.effects.Any();
  if (!tidy || execution.depends_on_machine) return;
  for (const Call& call : test.root->body) {
    const bool makes = call.kind == Call::Kind::kCall || call.kind == Call::Kind::kMethod;
    const model::Event* returned = makes ? execution.Find(model::Event::Kind::kReturn, call.id) : nullptr;
    if (returned == nullptr || returned->values.empty()) continue;
    const Value& value = returned->values[0];
    // Plain objects are no class's, and what is passed on is no new object.
    if (value.kind != Value::Kind::kObject || value.type.empty() || value.type == "Object" || value.methods.empty())
      continue;
    const auto known = of_type_.find(value.type);
    if (known != of_type_.end() && known->second.size() >= kMostOfType) continue;
    Recipe recipe = CallsBehind(test, call.id);
    if (!recipe.empty() && recipe.size() <= kMostSteps) Add(value.type, std::move(recipe));
  }
}

void Recipes::Add(const std::string& type, Recipe recipe) {
  if (std::ranges::find(all_, recipe) != all_.end()) return;
  for (const std::string& name : Ancestry(type)) by_class_[name][type].push_back(all_.size());
  of_type_[type].push_back(all_.size());
  all_.push_back(std::move(recipe));
}

// Types in turn, whichever has more recipes.
int Recipes::Follow(const std::string& name, Draft& draft, base::Rng& rng) const {
  const auto& types = by_class_.at(name);
  const auto type = std::next(types.begin(), static_cast<ptrdiff_t>(rng.Below(types.size())));
  return Append(all_[rng.Pick(type->second)], draft);
}

int Recipes::FollowAny(Draft& draft, base::Rng& rng) const {
  const auto type = std::next(of_type_.begin(), static_cast<ptrdiff_t>(rng.Below(of_type_.size())));
  return Append(all_[rng.Pick(type->second)], draft);
}

int Recipes::Append(const Recipe& recipe, Draft& draft) {
  const int by = draft.next_id;
  for (const Call& call : recipe) {
    draft.body.push_back(Renumbered(call, by));
    draft.next_id = std::max(draft.next_id, HighestId(draft.body.back()) + 1);
  }
  return draft.body.back().id;
}

}  // namespace kingbird::generate
