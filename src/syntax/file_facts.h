// What is known about one file when it has been rewritten.
#pragma once

#include <vector>

#include "syntax/concolic_sites.h"
#include "syntax/counters.h"
#include "syntax/function_sites.h"

namespace kingbird::syntax {

struct FileFacts {
  FileCounters counters;
  std::vector<FunctionSite> sites;
  ConcolicSites concolic;  ///< Places that traces name; empty without the concolic pass.
};

}  // namespace kingbird::syntax
