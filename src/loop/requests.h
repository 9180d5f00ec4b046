// Requests to servers in memory: every route by itself, then behind requests that reached something. What a server
// reads of a request (agent/request_reads.js) says which names later bodies, queries and headers have.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "env/env.h"
#include "generate/shape.h"
#include "loop/generator.h"

namespace kingbird::loop {

class Requests : public Generator {
 public:
  /// All must outlive it. The executor runs tests to learn from beside those that it proposes.
  Requests(const env::Env& env, const model::Api& api, const generate::ValuePool& pool, runtime::Executor& executor,
           base::Rng rng);

  std::vector<model::TestCase> Propose(size_t count, const Standing& standing) override;
  void Absorb(size_t i, const model::Execution& execution, const News& news) override;
  base::Status EndTurn() override;

 private:
  struct Subject {
    const model::Server* server;
    const model::Route* route;
    generate::DataShape body;
    generate::DataShape query;
    generate::DataShape headers;
    int tried = 0;
    int won = 0;
  };
  /// A test that reached something: later requests may follow its own.
  struct Paid {
    model::TestCase test;
    const model::Server* server;
    generate::SeenValues seen;
  };

  size_t Choose();
  model::TestCase MakeTest(size_t subject);
  model::TestCase Begin(const model::Server& server);
  model::Call RequestOf(const Subject& subject, const generate::SeenValues& seen);
  model::Value ParamsOf(const Subject& subject, const generate::SeenValues& seen);
  model::Value QueryOf(const Subject& subject, const generate::SeenValues& seen);
  model::Value HeadersOf(const Subject& subject, const generate::SeenValues& seen);
  model::Value BodyOf(const Subject& subject, const generate::SeenValues& seen);
  void Learn(const model::TestCase& test, const model::Execution& execution);
  Subject* Find(const model::Call& request);

  const env::Env& env_;
  const generate::ValuePool& pool_;
  runtime::Executor& executor_;
  base::Rng rng_;
  std::vector<Subject> subjects_;
  std::vector<Paid> paid_;
  generate::SeenValues seen_;              // in all answers
  std::vector<model::TestCase> to_learn_;  // tests that are to be run once more, with reads
  std::vector<size_t> proposed_;           // subject of each test of the last Propose
  std::vector<model::TestCase> tests_;     // the last Propose
};

}  // namespace kingbird::loop
