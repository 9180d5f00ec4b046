// Which counters have been hit so far, as one bitset, and what that means in percent.
#pragma once

#include <cstdint>
#include <vector>

#include "model/execution.h"
#include "syntax/manifest.h"

namespace kingbird::syntax {

/// Covered counters of a run; Add is a few nanoseconds per hit. Copyable: a copy is a snapshot. Thread-compatible.
class CoverageMap {
 public:
  CoverageMap() = default;
  explicit CoverageMap(size_t size) : words_((size + 63) / 64) {}

  /// Marks the hits and returns how many of them are new.
  size_t Add(const model::Hits& hits);
  size_t Add(const CoverageMap& other);
  /// Returns the number of hits that this map does not have yet.
  size_t CountNew(const model::Hits& hits) const;
  bool Has(uint32_t index) const { return index / 64 < words_.size() && (words_[index / 64] >> (index % 64) & 1) != 0; }
  size_t Count() const;
  model::Hits ToHits() const;

 private:
  std::vector<uint64_t> words_;
};

struct CoverageTotal {
  size_t covered = 0;
  size_t total = 0;
  /// 100 when there is nothing to cover, as Istanbul says.
  double Percent() const {
    return total == 0 ? 100.0 : 100.0 * static_cast<double>(covered) / static_cast<double>(total);
  }
  CoverageTotal& operator+=(const CoverageTotal& other);
};

struct CoverageSummary {
  size_t files = 0;  ///< Loaded ones.
  CoverageTotal statements;
  CoverageTotal branches;
  CoverageTotal functions;
};

/// Over the files that were loaded, as nyc counts without --all.
CoverageSummary Summarize(const Manifest& manifest, const CoverageMap& covered);
CoverageSummary Summarize(const Manifest& manifest, const model::Hits& hits);
/// One file, loaded or not.
CoverageSummary Summarize(const ManifestFile& file, const CoverageMap& covered);

}  // namespace kingbird::syntax
