#include "emit/stable.h"

#include <map>

namespace kingbird::emit {
namespace {

using model::Event;
using model::Execution;
using model::Value;

Value Cut() {
  Value value;
  value.kind = Value::Kind::kCut;
  value.number = -1;
  return value;
}

// The k-th event of a kind at a node is the same event in every run.
using Key = std::pair<std::pair<int, int>, int>;

std::map<Key, const Event*> Index(const Execution& execution) {
  std::map<Key, const Event*> index;
  std::map<std::pair<int, int>, int> seen;
  for (const Event& event : execution.events) {
    const std::pair<int, int> place{static_cast<int>(event.kind), event.node};
    index[{place, seen[place]++}] = &event;
  }
  return index;
}

std::map<std::pair<int, int>, int> Counts(const Execution& execution) {
  std::map<std::pair<int, int>, int> counts;
  for (const Event& event : execution.events) ++counts[{static_cast<int>(event.kind), event.node}];
  return counts;
}

}  // namespace

Value CommonPart(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.type != b.type) return Cut();
  if (model::IsPrimitive(a.kind) || a.kind == Value::Kind::kDate || a.kind == Value::Kind::kRegExp ||
      a.kind == Value::Kind::kBytes) {
    return a == b ? a : Cut();
  }
  if (a.items.size() != b.items.size()) return Cut();
  Value common = a;
  // The text of an error is not asserted, but the state of a promise is.
  if (a.text != b.text && a.kind != Value::Kind::kError) return Cut();
  for (size_t i = 0; i < a.items.size(); ++i) common.items[i] = CommonPart(a.items[i], b.items[i]);
  common.properties.clear();
  bool lost = false;
  for (const model::Property& property : a.properties) {
    const Value* other = b.Find(property.name);
    if (other == nullptr) {
      lost = true;
      continue;
    }
    common.properties.push_back({property.name, CommonPart(property.value, *other)});
  }
  common.varies = a.varies || b.varies || lost || b.properties.size() > a.properties.size();
  return common;
}

std::optional<StableBehaviour> StablePart(std::span<const Execution> executions) {
  if (executions.empty()) return std::nullopt;
  StableBehaviour stable{executions[0], {}};
  for (const Execution& other : executions.subspan(1)) {
    if (other.end != stable.execution.end) return std::nullopt;
    const auto index = Index(other);
    const auto counts = Counts(other);
    const auto own_counts = Counts(stable.execution);
    for (const auto& [place, count] : counts) {
      if (!own_counts.contains(place)) stable.unstable_nodes.insert(place.second);
    }
    std::map<std::pair<int, int>, int> seen;
    std::vector<Event> kept;
    for (Event& event : stable.execution.events) {
      const std::pair<int, int> place{static_cast<int>(event.kind), event.node};
      const auto match = index.find({place, seen[place]++});
      const auto count = counts.find(place);
      const bool repeated = match != index.end() && count != counts.end() && count->second == own_counts.at(place) &&
                            match->second->values.size() == event.values.size() &&
                            (match->second->during >= 0) == (event.during >= 0);
      if (!repeated) {
        stable.unstable_nodes.insert(event.node);
        continue;
      }
      for (size_t i = 0; i < event.values.size(); ++i)
        event.values[i] = CommonPart(event.values[i], match->second->values[i]);
      kept.push_back(std::move(event));
    }
    stable.execution.events = std::move(kept);
    if (other.out != stable.execution.out) stable.execution.out.clear();
    if (other.err != stable.execution.err) stable.execution.err.clear();
  }
  return stable;
}

}  // namespace kingbird::emit
