// Tests of classes (generate/object_builder.h) as a generator of the loop: small rounds at first, since what they find
// is built upon at once; tests that paid are shrunk to what they paid for before they are changed; types are inferred
// anew when well-typed tests keep failing by type errors.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "classes/class_study.h"
#include "env/env.h"
#include "generate/object_builder.h"
#include "loop/generator.h"
#include "runtime/executor.h"

namespace kingbird::classes {

/// All that it is given must outlive it; the study's types change with it.
class ClassTests : public loop::Generator {
 public:
  ClassTests(env::Env& env, ClassStudy& study, runtime::Executor& executor, const generate::BuilderConfig& config);

  std::vector<model::TestCase> Propose(size_t count, const loop::Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const loop::News& news) override;
  base::Status EndTurn() override;

  /// The counters of what is under test.
  const model::Hits& goal() const { return goal_; }
  /// Calls with arguments of the inferred types at which the engine itself threw; one per function and message.
  const std::vector<loop::BadEnd>& type_errors() const { return thrown_; }

 private:
  base::Status ShrinkPaid();
  void NoteErrors(const model::TestCase& test, const model::Execution& execution);
  base::Status InferAgain();
  std::map<std::string, std::string> TypesByFunction() const;

  env::Env& env_;
  ClassStudy& study_;
  runtime::Executor& executor_;
  generate::ObjectBuilder builder_;
  base::Rng rng_;
  model::Hits goal_;
  std::vector<generate::Built> built_;  // of the last Propose
  std::map<size_t, model::Hits> paid_;  // of those, with what they reached
  bool hung_ = false;                   // one of those
  std::vector<loop::BadEnd> thrown_;
  std::map<std::string, std::map<std::string, int>> messages_;  // of those, by function: how often
  std::map<std::string, int> doubts_;                           // errors of well-typed calls by function
  int inferences_ = 0;
};

}  // namespace kingbird::classes
