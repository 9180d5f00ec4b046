// Who may share a process with others, that is, whose tests the batch lane may screen: functions whose calls in
// processes of their own left nothing behind and waited for nothing. One that does leaves the lane by itself. Where
// nearly all that was called is so, methods that were not called yet are let in at once: of a class there are many, and
// each had to wait for processes of its own.
#pragma once

#include <map>
#include <string>

#include "model/api.h"
#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::loop {

/// Methods go by their names alone: whose they are is not known before they are called.
class Lane {
 public:
  explicit Lane(const model::Api& api);

  /// What a test did in a process of its own.
  void Note(const model::TestCase& test, const model::Execution& execution);

  bool Admits(const model::Function& function) const;
  /// Whether it admits all that the test calls.
  bool Admits(const model::TestCase& test) const;

 private:
  struct Record {
    int clean = 0;
    int doubtful = 0;
    bool out = false;
  };

  std::string KeyOf(const model::Call& call) const;
  bool AdmitsName(const std::string& name) const;

  std::map<std::string, std::string> aliases_;  ///< Names of functions that have several → Function::Name.
  std::map<std::string, Record> records_;
  int runs_ = 0;
  int clean_runs_ = 0;
};

}  // namespace kingbird::loop
