// What somebody said about the arguments of the target's functions: declarations (.d.ts) and JSDoc, for a class under
// test also what was inferred. Tells whether a test only does what it may.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/api.h"
#include "model/class_info.h"
#include "model/execution.h"

namespace kingbird::suite {

/// As discover::Declarations: "Class#method", "Class#", "function", "function()", "default".
using Declarations = std::map<std::string, std::vector<model::ParameterType>>;

class Contracts {
 public:
  /// Inferred types count where `inferred`: the classes were studied for their own sake.
  Contracts(Declarations declared, const model::Api& api, const std::vector<model::Class>& classes, bool inferred);
  /// Functions and methods that are documented to throw, by name.
  void Expect(std::set<std::string> throwers) { throwers_ = std::move(throwers); }
  bool MayThrow(const model::Call& call) const { return !call.path.empty() && throwers_.contains(call.path.back()); }

  /// For calls that were made with what they may be made with by other evidence: all fit.
  static Contracts None();

  /// The parameters of what the call of this test calls; null where nobody said.
  const std::vector<model::ParameterType>* Of(const model::TestCase& test, const model::Call& call,
                                              const model::Execution& execution) const;
  /// Of an exported function; null where nobody said, or somebody said it of another function of that name.
  const std::vector<model::ParameterType>* Of(const model::Function& function) const;

  /// Of the function that this call of an exported one returns; null where it is not said to return one.
  const std::vector<model::ParameterType>* OfResult(const model::Call& maker) const;

  /// The calls that were made with what they may be made with, by id. Needs RunOptions::arguments_before.
  std::set<int> Fitting(const model::TestCase& test, const model::Execution& execution) const;
  /// All calls that were made.
  bool Fits(const model::TestCase& test, const model::Execution& execution) const;

 private:
  Contracts() = default;
  const std::vector<model::ParameterType>* Find(const std::string& name) const;
  const std::vector<model::ParameterType>* OfMethod(const model::Call& call, const model::Execution& execution) const;
  const std::vector<model::ParameterType>* OfHandedOut(const model::TestCase& test, const model::Call& call) const;
  bool IsWhole(const model::Argument& object, const model::Execution& execution) const;
  bool CallFits(const model::TestCase& test, const model::Call& call, const model::Execution& execution) const;

  Declarations known_;
  std::set<std::string> throwers_;
  bool all_fit_ = false;
};

}  // namespace kingbird::suite
