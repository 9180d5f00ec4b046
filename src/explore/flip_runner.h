// Tests as the concolic search runs them: some of their arguments are inputs.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "concolic/runner.h"
#include "explore/test_of_input.h"
#include "load/loaded_target.h"
#include "loop/generator.h"
#include "model/api.h"
#include "syntax/coverage_map.h"
#include "target/target.h"

namespace kingbird::explore {

class InputArguments;

/// What the tests of the loop run. All must outlive the flips.
struct FlipTarget {
  const target::Target& target;
  const model::Api& api;
  const syntax::Manifest& manifest;  ///< Of the copy they run on: its counters are those of the loop.
};

/// Runs tests with the values of an assignment and keeps those that reach something new. All that it is given must
/// outlive it.
class FlipRunner : public concolic::Runner {
 public:
  FlipRunner(load::LoadedTarget& loaded, runtime::RunOptions options, const FlipTarget& target,
             const Constructors& constructors)
      : loaded_(loaded),
        options_(std::move(options)),
        target_(target),
        constructors_(constructors),
        covered_(target.manifest.size()) {}

  /// What it covers is nothing new.
  void Cover(const syntax::CoverageMap& covered) { covered_.Add(covered); }

  /// The test as a template, if any of its arguments can be an input. Subjects count from 1.
  std::optional<concolic::Assignment> AddSeed(const model::TestCase& test);

  base::Result<concolic::Run> Execute(const concolic::Assignment& input) override;
  /// In one process, as far as that goes.
  base::Result<std::vector<concolic::Run>> ExecuteAll(const std::vector<concolic::Assignment>& inputs) override;

  std::vector<model::TestCase> reaching;  ///< In the order found.
  std::vector<model::TestCase> others;    ///< Those that are no seeds and have not been run before.
  size_t together() const { return together_; }

 private:
  struct Hole {
    int call = 0;
    size_t position = 0;
    std::string name;
  };
  struct Template {
    model::TestCase test;
    std::vector<Hole> holes;
  };

  base::Json JobOf(const concolic::Assignment& input) const;
  /// By number of the job; tests that do not go together have a process each.
  base::Result<std::vector<runtime::TracedRun>> RunJobs(const std::vector<base::Json>& jobs);
  concolic::Run Decode(const concolic::Assignment& input, runtime::TracedRun traced);
  void AddHoles(const model::Call& call, Template& next, concolic::Assignment& assignment) const;
  std::optional<model::TestCase> Filled(const Template& subject, const concolic::Assignment& input) const;
  static void Fill(const Hole& hole, const concolic::Assignment& input, InputArguments& made, model::Call& call);

  load::LoadedTarget& loaded_;
  runtime::RunOptions options_;
  const FlipTarget& target_;
  const Constructors& constructors_;
  syntax::CoverageMap covered_;
  std::vector<Template> templates_;
  std::set<std::string> known_;  ///< Inputs that were run, and seeds.
  size_t apart_ = 0;             ///< How often tests could not share a process.
  size_t together_ = 0;          ///< Runs that did.
};

}  // namespace kingbird::explore
