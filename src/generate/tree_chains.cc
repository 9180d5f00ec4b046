// The part of TreeGrower that makes tests for the batch lane: one call of a function, or of a method of what calls
// before it return.
#include <algorithm>

#include "generate/test_parts.h"
#include "generate/tree_grower.h"

namespace kingbird::generate {
namespace {

constexpr int kPaidShare = 60;    // percent of the tests of one function that vary one that paid
constexpr int kLatestShare = 50;  // percent of the points that are among the latest
constexpr size_t kLatest = 24;
constexpr int kMostBehind = 6;      // calls that a receiver takes
constexpr int kConsumedShare = 50;  // percent of the calls whose result has a method called in turn
constexpr int kLookedShare = 12;    // percent of them after which an accessor is read

// The latest ones more often: they are what the others led to.
size_t PickPoint(const std::vector<size_t>& points, base::Rng& rng) {
  const size_t latest = std::min(kLatest, points.size());
  return rng.Percent(kLatestShare) ? points[points.size() - 1 - rng.Below(latest)] : rng.Pick(points);
}

}  // namespace

std::optional<Grown> TreeGrower::GrowOne(const std::string& function, base::Rng& rng) {
  const auto paid = paid_last_.find(function);
  if (paid != paid_last_.end() && rng.Percent(kPaidShare)) {
    Grown grown = Mutate(paid_tests_[rng.Pick(paid->second)], rng);
    grown.growth = Growth::kAdopted;
    return grown;
  }
  const size_t index = by_name_.at(function);
  if (!api_.functions[index].owner.empty()) return GrowBehind(index, rng);
  Grown grown = First(index, rng);
  grown.growth = Growth::kAdopted;
  return grown;
}

// A chain is there to be used: what the call returns may have a method called in turn.
std::optional<Grown> TreeGrower::GrowBehind(size_t method, base::Rng& rng) {
  const auto points = receivers_.find(method);
  if (points == receivers_.end()) return std::nullopt;
  const ExtensionPoint& point = points_[PickPoint(points->second, rng)];
  Cursor cursor;
  cursor.test = point.test;
  cursor.names = point.names;
  cursor.asides = point.asides;
  cursor.reusable = ReusableIn(point.test);
  cursor.at.scope = point.scope;
  cursor.alone = true;
  const auto has = [&](const Shape& shape) {
    return std::ranges::any_of(shape.methods, [&](const std::string& name) {
      const auto it = by_name_.find(shape.type + "#" + name);
      return it != by_name_.end() && it->second == method;
    });
  };
  std::vector<const ScopeValue*> able;
  for (const ScopeValue& value : point.scope) {
    if (has(value.shape)) able.push_back(&value);
  }
  if (able.empty()) return std::nullopt;
  const Candidate candidate{method, *rng.Pick(able)};
  Append(cursor, candidate, MakeCall(cursor, candidate, rng), rng);
  if (rng.Percent(kConsumedShare)) Consume(cursor, rng);
  if (rng.Percent(kLookedShare)) Look(cursor, rng);
  return Grown{std::move(cursor.test), std::move(cursor.choices), std::move(cursor.names), std::move(cursor.asides),
               Growth::kAdopted};
}

// Calls a method of what the last call is known to return, by weight.
void TreeGrower::Consume(Cursor& cursor, base::Rng& rng) {
  const ScopeValue returned = cursor.at.scope.back();
  if (returned.reference != model::Argument::Result(cursor.test.root->body.back().id)) return;
  std::vector<Candidate> candidates;
  std::vector<double> weights;
  for (const std::string& name : returned.shape.methods) {
    const auto it = by_name_.find(returned.shape.type + "#" + name);
    if (it == by_name_.end()) continue;
    candidates.push_back({it->second, returned});
    weights.push_back(weights_[it->second]);
  }
  if (candidates.empty() || std::ranges::max(weights) <= 0) return;
  const Candidate& candidate = candidates[rng.Weighted(weights)];
  Append(cursor, candidate, MakeCall(cursor, candidate, rng), rng);
}

// Reads an accessor of one of the objects.
void TreeGrower::Look(Cursor& cursor, base::Rng& rng) {
  std::vector<std::pair<const ScopeValue*, std::string>> accessors;
  for (const ScopeValue& value : cursor.at.scope) {
    for (std::string& name : config_.methods.Members(value.shape.type, model::Member::Kind::kGet))
      accessors.emplace_back(&value, std::move(name));
  }
  if (accessors.empty()) return;
  const auto& [value, name] = rng.Pick(accessors);
  model::Call call;
  call.kind = model::Call::Kind::kGet;
  call.id = cursor.test.next_id++;
  call.receiver = value->reference;
  call.path = {name};
  cursor.test = model::WithCallback(cursor.test, 0, [&](model::Callback root) {
    root.body.push_back(call);
    return root;
  });
}

void TreeGrower::AddMembers(const model::TestCase& test, const model::Execution& execution,
                            std::vector<ScopeValue>& scope) {
  using model::Value;
  for (const model::Call& call : test.root->body) {
    const model::Event* returned = execution.Find(model::Event::Kind::kReturn, call.id);
    if (returned == nullptr || returned->values.empty() || returned->values[0].kind != Value::Kind::kObject) continue;
    for (const model::Property& property : returned->values[0].properties) {
      if (property.value.kind != Value::Kind::kObject && property.value.kind != Value::Kind::kError) continue;
      if (property.name.starts_with("_") || property.name.starts_with("@@")) continue;
      Value member;
      member.kind = Value::Kind::kObject;
      member.type = property.value.type;
      member.methods = config_.methods.Members(member.type, model::Member::Kind::kMethod);
      if (member.methods.empty()) continue;
      LearnMethods(member);
      model::Argument reference;
      reference.kind = model::Argument::Kind::kProperty;
      reference.keys = {property.name};
      reference.items = {model::Argument::Result(call.id)};
      scope.push_back({std::move(reference), Shape::Of(member)});
    }
  }
}

void TreeGrower::NoteReceivers(const ExtensionPoint& point) {
  if (CountApiCalls(point.test, point.asides) > kMostBehind) return;
  for (const ScopeValue& value : point.scope) {
    const bool own = value.reference.kind == model::Argument::Kind::kResult ||
                     value.reference.kind == model::Argument::Kind::kProperty;
    if (!own) continue;
    for (const std::string& name : value.shape.methods) {
      const auto it = by_name_.find(value.shape.type + "#" + name);
      if (it == by_name_.end()) continue;
      std::vector<size_t>& points = receivers_[it->second];
      if (points.empty() || points.back() != points_.size()) points.push_back(points_.size());
    }
  }
}

}  // namespace kingbird::generate
