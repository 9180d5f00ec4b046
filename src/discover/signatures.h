// Which positions of which functions take callbacks, invoked when (paper 001, algorithm 1), found by calling them.
// Beyond the paper: several callbacks in one signature, callbacks inside option objects, promises, methods of
// constructed objects.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "generate/value_pool.h"
#include "model/api.h"
#include "runtime/executor.h"

namespace kingbird::discover {

struct SignatureConfig {
  int rounds = 5;          ///< Tries per configuration of arguments, each with other values.
  int partial_rounds = 6;  ///< More rounds if only some of several callbacks have run.
  int method_rounds = 3;   ///< Rounds for methods of returned objects, of which there can be many.
  int most_arguments = 5;  ///< Longest argument list tried.
  int probes_per_test = 10;
  int most_tests = 2500;  ///< Upper limit of the tests of all functions together.
  std::string setup;      ///< Setup code for every probe.
  /// Receivers of methods by the name of their class, besides what the functions return.
  std::map<std::string, std::vector<model::Argument>> receivers;
  std::function<bool()> stop = [] { return false; };  ///< Asked between batches: end with what is known.
};

struct SignatureStats {
  int probes = 0;
  int tests = 0;
  int timed_out = 0;
};

/// Fills Function::signatures of every function of the api, and adds the methods of objects that its functions return.
/// Seeded apart from the run, so that the result depends on the target alone and can be cached.
base::Result<SignatureStats> DiscoverSignatures(model::Api& api, runtime::Executor& executor,
                                                const generate::ValuePool& pool, const SignatureConfig& config);

}  // namespace kingbird::discover
