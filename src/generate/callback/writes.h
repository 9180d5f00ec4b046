#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "generate/callback/callback_maker.h"
#include "generate/value_pool.h"

namespace kingbird::generate {

/// Paper 000, figure 5d: the callback writes to some of the locations that the code under test was seen to read after
/// it had called back (model::Event::Kind::kRead), and returns values of any kind, objects made earlier in the test and
/// the result of the very call among them.
class WritingCallbacks : public CallbackMaker {
 public:
  using Steps = std::vector<std::string>;                ///< "receiver" | "argN" | "ret" | "global", then names
  using Reads = std::map<std::string, std::set<Steps>>;  ///< By PlainName.

  /// `reads`: what is known to be read before anything was run.
  explicit WritingCallbacks(const ValuePool& pool, Reads reads = {}) : pool_(pool), reads_(std::move(reads)) {}
  MadeCallback Make(const CallbackSite& site, int& next_id, base::Rng& rng) override;
  void Learn(const model::TestCase& test, const model::Execution& execution) override;

 private:
  void AddWrites(const CallbackSite& site, model::Callback& callback, int& next_id, base::Rng& rng) const;
  std::optional<model::Call> Write(const CallbackSite& site, const Steps& steps, base::Rng& rng) const;
  void AddResult(const CallbackSite& site, model::Callback& callback, int& next_id, base::Rng& rng) const;
  model::Argument Returned(const Steps& keys, int& next_id, base::Rng& rng) const;
  model::Value ValueFor(const std::string& key, base::Rng& rng) const;

  const ValuePool& pool_;
  Reads reads_;
  std::map<std::pair<std::string, int>, size_t> parameters_;  // (PlainName, position) → how many a callback receives
};

}  // namespace kingbird::generate
