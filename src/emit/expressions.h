// Source text of calls and arguments, with readable names for results, callbacks and parameters. Shared by tests and
// scripts.
#pragma once

#include <map>
#include <set>
#include <string>

#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::emit {

/// Names are given on first use and stay; all members are const after Prepare.
class Expressions {
 public:
  /// `execution` may be null; it makes better parameter names and knows which results never came.
  Expressions(const model::TestCase& test, std::string module_variable, const model::Execution* execution);

  std::string CallText(const model::Call& call) const;
  std::string ArgumentText(const model::Argument& argument) const;
  /// "(error, data)".
  std::string ParameterList(const model::Callback& callback) const;

  const std::string& ResultName(int call) const { return results_.at(call); }
  const std::string& CallbackName(int callback) const { return callbacks_.at(callback); }
  /// The function that stands in for what a call of kind kFake replaces.
  static std::string FakeText(const model::Call& call);
  bool IsReferenced(int call) const { return referenced_.contains(call); }

 private:
  void NameParameters(const model::Callback& callback);
  void Note(const model::Argument& argument);
  std::string Unique(const std::string& stem);

  std::string module_variable_;
  const model::Execution* execution_;
  std::map<std::string, int> used_;
  std::map<int, std::string> results_;
  std::map<int, std::string> callbacks_;
  std::map<std::pair<int, int>, std::string> parameters_;
  std::set<int> referenced_;
};

/// The calls whose results requests are sent to.
std::set<int> ServersOf(const model::TestCase& test);

/// Callback nodes directly in the call's arguments, option objects and arrays included.
std::vector<model::CallbackRef> DirectCallbacks(const model::Call& call);

}  // namespace kingbird::emit
