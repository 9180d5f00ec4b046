// Feedback-directed growth of test case trees (paper 001, algorithm 2): picks an extension point that an execution
// reached, adds one to four calls beside or inside it, and learns from what the new test did. Beyond the paper:
// promises nest too (kAwait), methods of returned objects are functions under test, tests that paid are also mutated.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/argument_maker.h"
#include "generate/first_tests.h"
#include "generate/grown.h"
#include "generate/matching_call.h"
#include "generate/method_types.h"
#include "generate/observations.h"
#include "generate/scope.h"
#include "generate/typed_arguments.h"
#include "model/api.h"
#include "model/execution.h"
#include "model/nesting_example.h"
#include "model/test_case.h"

namespace kingbird::generate {

struct GrowerConfig {
  bool nesting = true;
  int mined_share = 50;                ///< Percent of nestings that follow a mined example where there is one.
  int most_calls = 12;                 ///< Tests of this size are not extended.
  CallbackMaker* callbacks = nullptr;  ///< Null: callbacks of all sorts. Must outlive the grower.
  std::vector<ScopeValue> setup;       ///< Values every test starts with (Argument::Kind::kSetup, kGlobal).
  /// Methods under test of classes the language brings along: "Array" → "map".
  std::map<std::string, std::vector<std::string>> native_methods;
  std::vector<model::TestCase> examples;  ///< Calls that somebody wrote: they come first.
  MatchingCalls matching;                 ///< Arguments that go together.
  const TypedArguments* typed = nullptr;  ///< Null: types do not count. Must outlive the grower.
  MethodTypes methods;                    ///< Of objects that calls return.
};

/// Deterministic in the Rng; not thread-safe.
class TreeGrower {
 public:
  TreeGrower(model::Api api, const ValuePool& pool, std::vector<model::NestingExample> examples, GrowerConfig config);

  Grown Grow(base::Rng& rng);
  /// A test of one call of a function (by its Name, which must be known), for a method behind calls that were seen to
  /// return an object that has it and left nothing behind: made from nothing, or from one that paid with another
  /// argument. It costs the function no turn. Absent: there is no such object.
  std::optional<Grown> GrowOne(const std::string& function, base::Rng& rng);
  /// A test from elsewhere, with the names of the calls that are known.
  Grown Named(const model::TestCase& test) const;
  /// Function::Name of what a call calls, for a method as the execution saw it; "" when there is none of that name.
  std::string NameOf(const model::Call& call, const model::Execution& execution = {}) const;
  void Absorb(Grown grown, const model::Execution& execution, Gain gain);
  /// It was worth nothing, and nothing else is known of it.
  void LeaveOut(const Grown& grown) { scores_[grown.growth].Note(false); }
  /// Gives functions part of the weight back that their choices cost, in proportion to `unreached` (name as in
  /// Grown::names → how much there is still to reach through it): unreached code attracts calls, the less the more of
  /// them were in vain.
  void Recover(const std::map<std::string, double>& unreached);

  const model::Api& api() const { return api_; }

 private:
  /// A test that was run, with what is known at its end and in the callbacks that ran.
  struct ExtensionPoint {
    model::TestCase test;
    CallNames names;
    std::set<int> asides;
    std::vector<ScopeValue> scope;
    std::vector<std::pair<int, std::vector<ScopeValue>>> insides;
  };
  /// A place in a test: the end of a callback's body and what is known there.
  struct Place {
    int callback = 0;
    std::vector<ScopeValue> scope;
    std::optional<model::Call> enclosing;  // the call whose callback `callback` is; absent at the root
    std::string enclosing_name;
  };
  /// The test under construction and the place where the next call goes.
  struct Cursor {
    model::TestCase test;
    CallNames names;
    std::set<int> asides;
    Place at;
    std::vector<model::Argument> reusable;
    std::vector<Choice> choices;
    bool alone = false;  // the sequence is one call, which is to show what it does by itself
    bool aside = false;  // this call is one on top, inside a callback of the sequence
  };
  struct Candidate {
    size_t function;                     // index into api_.functions
    std::optional<ScopeValue> receiver;  // for methods
  };

  Growth ChooseGrowth(base::Rng& rng) const;
  void Continue(Cursor& cursor, base::Rng& rng);
  Grown First(size_t function, base::Rng& rng);
  void Extend(Cursor& cursor, base::Rng& rng);
  void ExtendAside(Cursor& cursor, int64_t calls, base::Rng& rng);
  std::optional<Candidate> ChooseFunction(const Cursor& cursor, base::Rng& rng);
  static void PreferReceived(int callback, const std::vector<Candidate>& candidates, std::vector<double>& weights);
  bool ExtendByExample(Cursor& cursor, base::Rng& rng);
  model::Call MakeCall(Cursor& cursor, const Candidate& candidate, base::Rng& rng);
  void Append(Cursor& cursor, const Candidate& candidate, model::Call call, base::Rng& rng);
  void DeclareReceived(model::Call& call, const std::string& name) const;
  void NestOrStay(Cursor& cursor, const model::Call& call, const std::string& name, base::Rng& rng);
  void Enter(Cursor& cursor, const model::Call& call, const std::string& name, int position,
             const model::Callback& callback);
  void EnterAwait(Cursor& cursor, const model::Call& call, const std::string& name);
  Grown Mutate(Grown grown, base::Rng& rng);
  /// Calls of methods are known by name once it was seen what they are called on.
  void NameCalls(Grown& grown, const model::Execution& execution) const;

  /// With the weight of the heaviest: what is new has its turn next.
  void Register(model::Function function);
  /// Functions that the target returns or hands to callbacks are told apart by where they come from.
  size_t HandedOutBy(const Cursor& cursor, const model::Argument& reference);
  void LearnMethods(const model::Value& value);
  void LearnPoint(const Grown& grown, const model::Execution& execution, bool paid);
  std::optional<Grown> GrowBehind(size_t method, base::Rng& rng);
  void Consume(Cursor& cursor, base::Rng& rng);
  void Look(Cursor& cursor, base::Rng& rng);
  /// Objects of the target's classes that are members of what calls returned can do something, too.
  void AddMembers(const model::TestCase& test, const model::Execution& execution, std::vector<ScopeValue>& scope);
  void NoteReceivers(const ExtensionPoint& point);
  void NoteFiles(const CallNames& names);
  /// What the language's own values can do is under test only where the configuration says so.
  Shape WithNativeMethods(Shape shape) const;

  model::Api api_;
  ArgumentMaker arguments_;
  std::map<std::string, std::vector<model::NestingExample>> examples_;  // by outer function
  GrowerConfig config_;
  std::vector<double> weights_;            // parallel to api_.functions
  std::vector<int> idle_;                  // the same: choices since one last reached new code
  int choices_ = 0;                        // since the last Recover
  std::map<std::string, size_t> by_name_;  // Function::Name → index
  FirstTests first_;
  Observations observed_;
  std::vector<ExtensionPoint> points_;
  std::vector<size_t> paid_points_;  // indices of those of tests that paid
  std::vector<Grown> paid_tests_;
  std::map<std::string, std::vector<size_t>> paid_last_;  // function → indices of those that end with a call of it
  std::map<size_t, std::vector<size_t>> receivers_;       // method → indices of points with an object that has it
  struct Score {
    double tried = 8;
    double won = 2;
    void Note(bool code);
  };
  std::map<Growth, Score> scores_;
};

}  // namespace kingbird::generate
