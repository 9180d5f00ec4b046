// Arguments for one call: chooses a signature, a taste per position (learnt from what paid before), callbacks with
// results.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/callback/any.h"
#include "generate/scope.h"
#include "generate/value_pool.h"
#include "model/api.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// Which taste was served to which parameter: what the maker is told again when a test paid or failed.
struct Choice {
  std::string function;
  int position = 0;
  Taste taste = Taste::kPath;
  int strategy = -1;  ///< CallbackStrategy of a callback; -1: a plain argument, `taste` counts.
  /// What was served, where it is a literal for a parameter with a name.
  std::string parameter;
  model::Value literal;
  int call = -1;  ///< Whose argument it is.
};

class ArgumentMaker {
 public:
  /// `callbacks` (may be null: callbacks of all sorts) must outlive it.
  ArgumentMaker(const ValuePool& pool, const model::Api& api, CallbackMaker* callbacks = nullptr)
      : pool_(pool), api_(api), any_(pool), callbacks_(callbacks) {}

  /// Fills call.arguments. Callback nodes get ids from `next_id`. `reusable` holds literals used earlier in the test.
  void Fill(const model::Function& function, const model::Signature& signature, const std::vector<ScopeValue>& scope,
            const std::vector<model::Argument>& reusable, model::Call& call, int& next_id, std::vector<Choice>& choices,
            base::Rng& rng);
  /// A signature for the function: one of the discovered, or zero to five plain positions when there is none.
  model::Signature ChooseSignature(const model::Function& function, base::Rng& rng) const;
  /// One plain argument.
  model::Argument Plain(const model::Function& function, int position, const std::vector<ScopeValue>& scope,
                        const std::vector<model::Argument>& reusable, int& next_id, std::vector<Choice>& choices,
                        base::Rng& rng);

  /// Tells the maker of callbacks what a test did.
  void Learn(const model::TestCase& test, const model::Execution& execution, const std::vector<Choice>& choices,
             bool paid);
  /// Tastes served in a test that reached something new become likelier for these parameters.
  void Reward(const std::vector<Choice>& choices);
  /// … to calls that failed in a test that reached nothing, less likely.
  void Punish(const std::vector<Choice>& choices);

 private:
  TasteWeights& WeightsOf(const model::Function& function, int position);
  /// By the strategy where there is one; undefined where it wants none.
  model::Argument CallbackFor(const model::Call& call, int position, const std::vector<ScopeValue>& scope, int& next_id,
                              std::vector<Choice>& choices, base::Rng& rng);
  model::Argument ArrayOfEarlier(const std::vector<ScopeValue>& scope, base::Rng& rng) const;

  const ValuePool& pool_;
  const model::Api& api_;
  AnyCallbacks any_;
  CallbackMaker* callbacks_;
  std::map<std::pair<std::string, int>, TasteWeights> weights_;
  /// Literals of tests that paid, by the name of the parameter: what one function takes as "flags", others do, too.
  std::map<std::string, std::vector<model::Value>> proven_;
};

}  // namespace kingbird::generate
