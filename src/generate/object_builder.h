// Tests of classes (paper 002, chapter 5): an instance, a random sequence of its methods with the method under test at
// least once and last if once, arguments of the inferred types from a pool with reuse, objects constructed recursively.
// Beyond the paper: the methods with most unreached code get most turns, sequence lengths that paid are tried more
// often, tests that paid are grown and changed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/typed_arguments.h"
#include "generate/typed_values.h"
#include "model/class_info.h"
#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::generate {

struct BuilderConfig {
  int sequence_length = 0;  ///< Longest sequence of calls; 0: up to kLongest, adapted to what pays.
  std::string method;       ///< Only this method is under test; "": all of them.
  int wild_share = 8;       ///< Percent of the tests whose arguments are not all of the inferred types.
};

struct Built {
  model::TestCase test;
  bool well_typed = true;
  size_t length = 0;  ///< Index of the sequence length that was drawn.
};

/// Deterministic in the Rng; not thread-safe.
class ObjectBuilder {
 public:
  /// `under_test`: names of classes to test; the others serve as arguments.
  ObjectBuilder(std::vector<model::Class> classes, const std::vector<std::string>& under_test,
                const TypedValues& values, BuilderConfig config);

  ObjectBuilder(const ObjectBuilder&) = delete;  // arguments_ refers to classes_
  ObjectBuilder& operator=(const ObjectBuilder&) = delete;

  Built Build(base::Rng& rng);
  /// `paid`: it reached something new.
  void Report(const Built& built, bool paid);
  /// What an execution shows about results: methods that return instances make arguments.
  void Learn(const model::TestCase& test, const model::Execution& execution);
  /// Turns go to the members with unreached counters.
  void Weigh(const std::function<bool(uint32_t counter)>& covered);
  /// New types after another round of inference.
  void Adopt(std::vector<model::Class> classes);

  const std::vector<model::Class>& classes() const { return classes_; }
  /// The counters of what is under test.
  model::Hits Goal() const;

 private:
  struct Target {
    size_t of = 0;    ///< Class.
    int member = -1;  ///< Index of the member; -1: the constructor alone.
    double weight = 1;
  };
  struct Draft : generate::Draft {
    std::optional<uint64_t> favourite;  ///< Most calls before the one under test are of this member.
  };

  Draft Resume(const model::TestCase& test) const;
  Built Fresh(base::Rng& rng);
  Built Mutate(base::Rng& rng);
  bool ChangeLiteral(Draft& draft, const model::TestCase& parent, base::Rng& rng);
  void CallMore(Draft& draft, size_t of, int instance, base::Rng& rng);
  void Repeat(Draft& draft, base::Rng& rng) const;
  Built Finish(Draft draft, size_t length) const;
  size_t ChooseLength(base::Rng& rng);
  void CallMember(Draft& draft, size_t of, int instance, const model::Member& member, base::Rng& rng);
  void CallAny(Draft& draft, size_t of, int instance, base::Rng& rng);
  const model::ParameterType* ParameterOf(const model::TestCase& test, const model::Call& call, size_t position) const;

  std::vector<model::Class> classes_;
  const TypedValues& values_;
  TypedArguments arguments_;
  BuilderConfig config_;
  std::vector<Target> targets_;
  std::map<std::string, std::string> results_;      ///< "Class#method" → class of what it returned.
  std::vector<std::pair<double, double>> lengths_;  ///< Paid, tried; by index of the sequence length.
  std::vector<Built> paid_;
};

}  // namespace kingbird::generate
