#include "loop/uncovered_code.h"

namespace kingbird::loop {
namespace {

bool Within(const syntax::Range& inner, const syntax::Range& outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

UncoveredCode::UncoveredCode(const syntax::Manifest& manifest) {
  for (const syntax::ManifestFile& file : manifest.files) {
    const syntax::FileCounters& counters = file.counters;
    const size_t first = bodies_.size();
    for (size_t i = 0; i < counters.functions.size(); ++i) {
      const uint32_t counter = file.offset + static_cast<uint32_t>(counters.FirstFunctionIndex() + i);
      by_counter_[counter] = bodies_.size();
      bodies_.push_back({counter, {}, {}});
    }
    for (size_t i = 0; i < counters.functions.size(); ++i) {
      for (size_t k = 0; k < counters.functions.size(); ++k) {
        if (i != k && Within(counters.functions[k].body, counters.functions[i].body))
          bodies_[first + i].inner.push_back(first + k);
      }
    }
    for (size_t i = 0; i < counters.statements.size(); ++i) {
      // The innermost function around it: among those that hold it, the one that begins last.
      size_t best = counters.functions.size();
      for (size_t k = 0; k < counters.functions.size(); ++k) {
        if (!Within(counters.statements[i], counters.functions[k].body)) continue;
        if (best == counters.functions.size() || counters.functions[best].body.begin < counters.functions[k].body.begin)
          best = k;
      }
      if (best < counters.functions.size())
        bodies_[first + best].statements.push_back(file.offset + static_cast<uint32_t>(counters.StatementIndex(i)));
    }
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

std::map<std::string, double> UncoveredCode::Left(const syntax::CoverageMap& covered) const {
  std::vector<double> uncovered(bodies_.size());
  for (size_t i = 0; i < bodies_.size(); ++i) {
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
