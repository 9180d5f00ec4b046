#include "loop/uncovered_code.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace kingbird::loop {
namespace {

bool Within(const syntax::Range& inner, const syntax::Range& outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// Numbers of ranges in the order of the text, what holds others before them.
std::vector<size_t> InOrder(size_t count, const std::function<const syntax::Range&(size_t)>& range) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) {
    return range(a).begin != range(b).begin ? range(a).begin < range(b).begin : range(b).end < range(a).end;
  });
  return order;
}

}  // namespace

// One sweep over the text: functions are open from where their bodies begin to where they end, and a statement belongs
// to the one that was opened last.
UncoveredCode::UncoveredCode(const syntax::Manifest& manifest) {
  for (const syntax::ManifestFile& file : manifest.files) {
    const syntax::FileCounters& counters = file.counters;
    const std::vector<syntax::Function>& functions = counters.functions;
    const size_t first = bodies_.size();
    for (size_t i = 0; i < functions.size(); ++i) {
      const uint32_t counter = file.offset + static_cast<uint32_t>(counters.FirstFunctionIndex() + i);
      by_counter_[counter] = bodies_.size();
      bodies_.push_back({.counter = counter});
    }
    const auto body = [&](size_t i) -> const syntax::Range& { return functions[i].body; };
    const auto statement = [&](size_t i) -> const syntax::Range& { return counters.statements[i]; };
    const std::vector<size_t> statements = InOrder(counters.statements.size(), statement);
    std::vector<size_t> open;
    const auto close_before = [&](const syntax::Range& range) {
      while (!open.empty() && !Within(range, body(open.back()))) open.pop_back();
    };
    auto next = statements.begin();
    const auto take_statements = [&](const auto& comes_first) {
      for (; next != statements.end() && comes_first(statement(*next)); ++next) {
        close_before(statement(*next));
        if (open.empty()) continue;
        const auto index = static_cast<uint32_t>(counters.StatementIndex(*next));
        bodies_[first + open.back()].statements.push_back(file.offset + index);
      }
    };
    for (const size_t i : InOrder(functions.size(), body)) {
      take_statements([&](const syntax::Range& range) { return range.begin < body(i).begin; });
      close_before(body(i));
      for (const size_t around : open) bodies_[first + around].inner.push_back(first + i);
      open.push_back(i);
    }
    take_statements([](const syntax::Range&) { return true; });
  }
}

void UncoveredCode::Note(const std::set<std::string>& functions, const model::Hits& hits) {
  const bool alone = functions.size() == 1;
  std::set<size_t> entered;
  for (uint32_t hit : hits) {
    const auto it = by_counter_.find(hit);
    if (it == by_counter_.end() || (!alone && explained_.contains(it->second))) continue;
    if (alone) explained_.insert(it->second);
    entered.insert(it->second);
    entered.insert(bodies_[it->second].inner.begin(), bodies_[it->second].inner.end());
  }
  for (const std::string& function : functions) {
    if (alone) alone_.insert(function);
    if (alone || !alone_.contains(function)) entered_[function].insert(entered.begin(), entered.end());
  }
}

void UncoveredCode::Emphasize(const model::Hits& counters, double statements) {
  const auto among = [&](uint32_t counter) { return std::ranges::binary_search(counters, counter); };
  std::vector<Body*> bodies;
  for (Body& body : bodies_) {
    if (among(body.counter) || std::ranges::any_of(body.statements, among)) bodies.push_back(&body);
  }
  for (Body* body : bodies) body->extra += statements / static_cast<double>(bodies.size());
}

std::map<std::string, double> UncoveredCode::Left(const syntax::CoverageMap& covered) const {
  std::vector<double> uncovered(bodies_.size());
  for (size_t i = 0; i < bodies_.size(); ++i) {
    uncovered[i] = bodies_[i].extra;
    for (uint32_t statement : bodies_[i].statements) uncovered[i] += covered.Has(statement) ? 0 : 1;
  }
  std::map<std::string, double> left;
  for (const auto& [function, entered] : entered_) {
    double sum = 0;
    for (size_t body : entered) sum += uncovered[body];
    left[function] = sum;
  }
  return left;
}

}  // namespace kingbird::loop
