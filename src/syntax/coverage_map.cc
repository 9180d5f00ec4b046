#include "syntax/coverage_map.h"

#include <bit>

namespace kingbird::syntax {
namespace {

CoverageTotal CountRange(const CoverageMap& covered, size_t begin, size_t end) {
  CoverageTotal total{0, end - begin};
  for (size_t i = begin; i < end; ++i) total.covered += covered.Has(static_cast<uint32_t>(i)) ? 1 : 0;
  return total;
}

}  // namespace

size_t CoverageMap::Add(const model::Hits& hits) {
  size_t added = 0;
  for (const uint32_t index : hits) {
    if (index / 64 >= words_.size()) words_.resize(index / 64 + 1);
    uint64_t& word = words_[index / 64];
    const uint64_t bit = uint64_t{1} << (index % 64);
    added += (word & bit) == 0 ? 1 : 0;
    word |= bit;
  }
  return added;
}

size_t CoverageMap::Add(const CoverageMap& other) {
  if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
  size_t added = 0;
  for (size_t i = 0; i < other.words_.size(); ++i) {
    added += static_cast<size_t>(std::popcount(other.words_[i] & ~words_[i]));
    words_[i] |= other.words_[i];
  }
  return added;
}

size_t CoverageMap::CountNew(const model::Hits& hits) const {
  size_t added = 0;
  for (const uint32_t index : hits) added += Has(index) ? 0 : 1;
  return added;
}

size_t CoverageMap::Count() const {
  size_t count = 0;
  for (const uint64_t word : words_) count += static_cast<size_t>(std::popcount(word));
  return count;
}

model::Hits CoverageMap::ToHits() const {
  model::Hits hits;
  for (size_t i = 0; i < words_.size(); ++i) {
    for (uint64_t word = words_[i]; word != 0; word &= word - 1) {
      hits.push_back(static_cast<uint32_t>(i * 64 + static_cast<size_t>(std::countr_zero(word))));
    }
  }
  return hits;
}

CoverageTotal& CoverageTotal::operator+=(const CoverageTotal& other) {
  covered += other.covered;
  total += other.total;
  return *this;
}

CoverageSummary Summarize(const ManifestFile& file, const CoverageMap& covered) {
  const FileCounters& counters = file.counters;
  const size_t branches = file.offset + counters.FirstBranchIndex();
  const size_t functions = file.offset + counters.FirstFunctionIndex();
  CoverageSummary summary;
  summary.files = covered.Has(file.loaded_index()) ? 1 : 0;
  summary.statements = CountRange(covered, file.offset + 1, branches);
  summary.branches = CountRange(covered, branches, functions);
  summary.functions = CountRange(covered, functions, file.offset + file.size());
  return summary;
}

CoverageSummary Summarize(const Manifest& manifest, const CoverageMap& covered) {
  CoverageSummary summary;
  for (const ManifestFile& file : manifest.files) {
    if (!covered.Has(file.loaded_index())) continue;
    const CoverageSummary one = Summarize(file, covered);
    summary.files += 1;
    summary.statements += one.statements;
    summary.branches += one.branches;
    summary.functions += one.functions;
  }
  return summary;
}

CoverageSummary Summarize(const Manifest& manifest, const model::Hits& hits) {
  CoverageMap covered(manifest.size());
  covered.Add(hits);
  return Summarize(manifest, covered);
}

}  // namespace kingbird::syntax
