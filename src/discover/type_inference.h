// Types of parameters from what the program does with them (paper 002, section 5.2.2): member accesses are matched
// against the target's classes and the built-in types, operators and comparisons vote for primitives. Beyond the paper:
// arrays, functions, shapes, collections, unions, optional parameters.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "discover/declarations.h"
#include "discover/uses.h"
#include "generate/matching_call.h"
#include "model/class_info.h"
#include "runtime/executor.h"

namespace kingbird::discover {

struct InferenceConfig {
  int delay = 20;  ///< Calls with unknowns per function before anything is concluded.
  uint64_t seed = 1;
  std::chrono::milliseconds deadline{250};            ///< Time limit for the probes of one function.
  std::function<bool()> stop = [] { return false; };  ///< Called between batches; inference ends on true.
};

/// Runs the probes and keeps what they showed, so that later rounds add to it. `executor` must have the target loaded
/// with type hooks (agent/type_hooks.js) for operators to be seen; without them only member accesses and coercions are.
class TypeInference {
 public:
  TypeInference(runtime::Executor& executor, InferenceConfig config)
      : executor_(executor), config_(std::move(config)) {}

  /// Fills in the types of the constructor and all members of each class, and of functions by Function::Name.
  base::Status Infer(std::vector<model::Class>& classes, const std::vector<const model::Class*>& wanted);

  /// Fills in Function::types of functions that a path leads to; methods and constructors have those of their class.
  base::Status Infer(std::vector<model::Function>& functions, const std::vector<model::Class>& classes);

  /// Types that somebody wrote down; they stand unless behaviour contradicts them.
  void Declare(Declarations declarations) { declared_ = std::move(declarations); }
  /// "Class#method": its well-typed calls keep failing, so what is declared about it no longer counts.
  void Overrule(const std::string& function) { overruled_.insert(function); }

  int probes() const { return probes_; }
  const generate::MatchingCalls& matching() const { return matching_; }

 private:
  using Key = std::pair<std::string, size_t>;  ///< Class and member ("" for the constructor), position.

  using Asked = std::pair<const model::Class*, const model::Member*>;  ///< Null for the constructor.

  static std::vector<Asked> Askable(const std::vector<model::Class>& classes,
                                    const std::vector<const model::Class*>& wanted);
  base::Json Question(const model::Class& of, const model::Member* member) const;
  base::Json Question(const model::Function& function) const;
  /// One round of questions; `again`: only about functions whose texts met patterns, with texts that match.
  base::Status Probe(const std::vector<model::Function>& functions, bool again);
  /// Null for what there was no time to ask.
  base::Result<std::vector<base::Json>> Ask(const std::vector<base::Json>& questions);
  base::Json TextsFor(const model::Function& function) const;
  void Learn(const Asked& asked, const base::Json& answer, const std::vector<model::Class>& classes);
  void Learn(const std::string& function, const base::Json& parameters);
  void AddMatching(const model::Function& function, const base::Json& answer);
  /// Returns the declared types of a member of the class or of a class that it extends; null without a usable
  /// declaration.
  const std::vector<model::ParameterType>* Declared(const model::Class& of, const std::string& member,
                                                    const std::vector<model::Class>& classes) const;
  void Fill(const std::string& function, const std::vector<model::ParameterType>* declared,
            std::vector<model::ParameterType>& parameters, const std::vector<model::Class>& classes) const;

  runtime::Executor& executor_;
  InferenceConfig config_;
  std::map<Key, Uses> uses_;
  Declarations declared_;
  std::set<std::string> overruled_;
  generate::MatchingCalls matching_;
  int probes_ = 0;
  int rounds_ = 0;
};

}  // namespace kingbird::discover
