// Conventional concolic search: type and branch constraints alike are flipped one by one. The two that paper 003
// compares with are not the same search in two orders. Both take every path up to the limit for loops, whatever is
// covered: neither the paper's algorithms nor Jalangi's search look at coverage.
//
//   dfs   Its algorithms 1 and 4: one stack of constraints, the last one that is left is flipped.
//   bfs   Jalangi's, as published (reference [37] there, SolverEngine.js), made path-sensitive: what is read behind the
//         flip is dropped. Each run leads to an input for every branch behind the flip it came from, and for every
//         other type that an input was used as, wherever on the path; `a + b` uses as a number and as a string. Nothing
//         is remembered from run to run, so the same input comes up in many ways: three numbers that are multiplied are
//         8 inputs and 42 turns, four 16 and 1806. Every turn counts as an input, as it does in the paper.
#pragma once

#include <deque>
#include <memory>
#include <unordered_set>

#include "concolic/search/strategy.h"

namespace kingbird::concolic {

class DepthFirst : public Strategy {
 public:
  std::string_view name() const override { return "dfs"; }
  void Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& progress) override;
  std::optional<Flip> Next(const Progress& progress) override;
  void Tell(const Flip& /*flip*/, Outcome /*outcome*/) override {}

 private:
  struct Candidate {
    Flip flip;
    uint64_t path;  ///< The prefix it would lead to.
  };
  std::deque<Candidate> open_;
  std::unordered_set<uint64_t> listed_;  ///< Prefixes that are, or were, in open_.
  std::unordered_set<uint64_t> taken_;   ///< Prefixes of runs.
};

class BreadthFirst : public Strategy {
 public:
  std::string_view name() const override { return "bfs"; }
  bool forgets() const override { return true; }
  void Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& progress) override;
  std::optional<Flip> Next(const Progress& progress) override;
  void Tell(const Flip& flip, Outcome outcome) override;

 private:
  std::deque<Flip> open_;
  size_t behind_ = 0;  ///< Branches of the next run from here on are flipped: those before led to it.
};

}  // namespace kingbird::concolic
