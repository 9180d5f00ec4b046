// All cases on all implementations: work shared out over threads, results in a table.
#pragma once

#include <vector>

#include "base/result.h"
#include "conform/case_runner.h"
#include "conform/vote.h"
#include "env/env.h"

namespace kingbird::conform {

/// Who runs what: engines run everything, a candidate the cases of its built-in.
struct Participant {
  Implementation implementation;
  int built_in = -1;  ///< Of a candidate.
};

bool TakesPart(const Participant& participant, const Case& one);

/// By participant, then by case; null where the participant has no part in it.
class Table {
 public:
  Table(size_t participants, size_t cases) : cells_(participants, std::vector<Outcome>(cases)), width_(cases) {}
  Outcome& at(size_t participant, size_t one) { return cells_[participant][one]; }
  const Outcome& at(size_t participant, size_t one) const { return cells_[participant][one]; }
  size_t width() const { return width_; }

 private:
  std::vector<std::vector<Outcome>> cells_;
  size_t width_;
};

/// Runs `cases` on those of the participants that are listed; pilots first, and what is heavy for one of them on
/// nobody else.
base::Result<Table> RunAll(const std::vector<Participant>& participants, const std::vector<size_t>& who,
                           const std::vector<Case>& cases, CaseRunner& runner, int jobs);

/// The ballots of one case among those listed.
Verdict VoteOn(const std::vector<Participant>& participants, const std::vector<size_t>& who, const Case& one,
               const Table& table, size_t column);

}  // namespace kingbird::conform
