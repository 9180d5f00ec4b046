// Arguments for one call: chooses a signature, a taste per position (learnt from what paid before), callbacks with
// results.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/callback/any.h"
#include "generate/recipes.h"
#include "generate/scope.h"
#include "generate/typed_arguments.h"
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

/// The test in which a call gets its arguments.
struct Making {
  std::vector<ScopeValue> scope;          ///< What it may use.
  std::vector<model::Argument> reusable;  ///< Literals used earlier in the test.
  int next_id = 1;                        ///< Of the next call or callback node.
  std::vector<model::Call> before;        ///< Calls that make arguments: they belong in front of the call.
  std::vector<Choice> choices;            ///< What was served.
};

class ArgumentMaker {
 public:
  /// `callbacks` (null: callbacks of all sorts) and `typed` (null: types do not count) must outlive it.
  ArgumentMaker(const ValuePool& pool, const model::Api& api, CallbackMaker* callbacks = nullptr,
                const TypedArguments* typed = nullptr)
      : pool_(pool),
        api_(api),
        any_(pool),
        callbacks_(callbacks),
        typed_(typed),
        recipes_(typed == nullptr ? nullptr : &typed->classes()) {}

  /// Fills call.arguments.
  void Fill(const model::Function& function, const model::Signature& signature, Making& making, model::Call& call,
            base::Rng& rng);
  /// A signature for the function: one of the discovered, or zero to five plain positions when there is none.
  model::Signature ChooseSignature(const model::Function& function, base::Rng& rng) const;
  /// One plain argument.
  model::Argument Plain(const model::Function& function, int position, Making& making, base::Rng& rng);
  /// In place of a literal that was served: one more option in it, a small step away from it, or something else.
  model::Argument Another(const model::Function& function, int position, model::Value literal, Making& making,
                          base::Rng& rng);
  /// A literal one small step away; undefined where there is none.
  model::Value Neighbour(const model::Value& value, base::Rng& rng) const;
  /// Somebody passed it to a parameter of that name.
  void Prove(const model::Function& function, int position, const model::Value& literal);

  /// A call of the function used files: from now on its parameters are given names of files, whatever they are called.
  void NoteFiles(const std::string& function) { with_files_.insert(function); }
  bool UsesFiles(const std::string& function) const { return with_files_.contains(function); }

  /// Tells the maker of callbacks what a test did, and remembers how the objects in it came about.
  void Learn(const model::TestCase& test, const model::Execution& execution, const std::vector<Choice>& choices,
             bool paid);
  /// Tastes served in a test that reached something new become likelier for these parameters.
  void Reward(const std::vector<Choice>& choices);
  /// … to calls that failed in a test that reached nothing, less likely.
  void Punish(const std::vector<Choice>& choices);

 private:
  void Prove(const std::string& parameter, const model::Value& literal);
  TasteWeights& WeightsOf(const model::Function& function, int position);
  /// By the strategy where there is one; undefined where it wants none.
  model::Argument CallbackFor(const model::Call& call, int position, Making& making, base::Rng& rng);
  model::Argument Typed(const model::Type& type, Making& making, base::Rng& rng) const;
  /// An object that calls in front make, as they did before; any literal where none is known.
  model::Argument Made(Making& making, base::Rng& rng) const;
  Draft DraftFor(const Making& making) const;
  model::Signature TypedSignature(const model::Function& function, base::Rng& rng) const;
  model::Argument ArrayOfEarlier(const std::vector<ScopeValue>& scope, base::Rng& rng) const;

  const ValuePool& pool_;
  const model::Api& api_;
  AnyCallbacks any_;
  CallbackMaker* callbacks_;
  const TypedArguments* typed_;
  Recipes recipes_;
  std::map<std::pair<std::string, int>, TasteWeights> weights_;
  /// Literals of tests that paid, by the name of the parameter: what one function takes as "flags", others do, too.
  std::map<std::string, std::vector<model::Value>> proven_;
  std::set<std::string> with_files_;
};

}  // namespace kingbird::generate
