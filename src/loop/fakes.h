// Tests that use the network or start programs, once more with an answer in place of the world: of the shape that the
// code reads, empty, of another status, malformed, or no answer at all.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "env/env.h"
#include "generate/shape.h"
#include "loop/generator.h"

namespace kingbird::loop {

class Fakes : public Generator {
 public:
  /// All must outlive it. The executor runs tests to learn what is read of an answer.
  Fakes(const env::Env& env, const generate::ValuePool& pool, runtime::Executor& executor, base::Rng rng)
      : env_(env), pool_(pool), executor_(executor), rng_(rng) {}

  std::vector<model::TestCase> Propose(size_t count, const Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const News& news) override;
  void Watch(const model::TestCase& test, const model::Execution& execution, Gain gain) override;
  base::Status EndTurn() override;

 private:
  /// A test that used the network, and how often it was proposed with an answer.
  struct Base {
    model::TestCase test;
    std::string subject;
    std::string whom;  ///< Whom the answer stands in for: Call::path of kFake.
    int tried = 0;
    int won = 0;
  };

  model::Value AnswerFor(const Base& base);
  model::Value OutputFor(const Base& base);

  const env::Env& env_;
  const generate::ValuePool& pool_;
  runtime::Executor& executor_;
  base::Rng rng_;
  std::vector<Base> bases_;
  std::map<std::string, int> by_subject_;              // tests among bases_
  std::map<std::string, generate::DataShape> shapes_;  // of answers, by subject
  std::vector<model::TestCase> to_learn_;
  std::vector<std::string> learn_for_;  // subjects of to_learn_
  std::vector<size_t> proposed_;        // bases of the last Propose
  std::vector<model::TestCase> tests_;
};

}  // namespace kingbird::loop
