// Bugs: dissents of one implementation on one built-in that are of one kind on inputs of the same kinds, each with its
// smallest case.
#pragma once

#include <string>
#include <vector>

#include "conform/run.h"

namespace kingbird::conform {

struct RootCause {
  size_t participant = 0;
  size_t built_in = 0;
  std::string difference;  ///< DifferenceOf.
  Case example;
  size_t cases = 1;       ///< How many showed it.
  bool symbolic = false;  ///< One of them came from symbolic execution.
  std::string expected;
  std::string actual;
};

/// The kinds of the receiver and the arguments, in words.
std::string ShapeOf(const Case& one);

/// Groups the dissents of voters and of those who are judged. In the order of the cases.
std::vector<RootCause> FindRootCauses(const std::vector<Case>& cases, const Table& table,
                                      const std::vector<Verdict>& verdicts);

/// Makes the examples smaller while the same implementation differs in the same way from engines that agree; what turns
/// out not to show again on all engines is dropped.
base::Status Minimise(const std::vector<Participant>& participants, const std::vector<size_t>& who, CaseRunner& runner,
                      int jobs, const std::function<bool()>& stop, std::vector<RootCause>& causes);

}  // namespace kingbird::conform
