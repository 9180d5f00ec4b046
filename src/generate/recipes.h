// Ways to objects of the target's classes: calls that were seen to return them. A factory knows what a constructor
// needs, and what is returned by a chain of calls has been through more code than what is new.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/typed_arguments.h"
#include "model/class_info.h"
#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::generate {

/// Deterministic in what it is told; not thread-safe.
class Recipes {
 public:
  /// `classes` say what extends what; null: nothing is known of that. Must outlive it.
  explicit Recipes(const std::vector<model::Class>* classes) : classes_(classes) {}

  /// Remembers how the objects of a test came about.
  void Learn(const model::TestCase& test, const model::Execution& execution);

  /// The class itself and those that it extends.
  std::vector<std::string> Ancestry(const std::string& type) const;
  bool empty() const { return all_.empty(); }
  /// Whether there is a way to an object of the class, or of one that extends it.
  bool Knows(const std::string& name) const { return by_class_.contains(name); }
  /// Puts the calls of one of them into the draft; the id of the call that returns the object. It must be known.
  int Follow(const std::string& name, Draft& draft, base::Rng& rng) const;
  /// The same for an object of any class. There must be one.
  int FollowAny(Draft& draft, base::Rng& rng) const;

 private:
  using Recipe = std::vector<model::Call>;
  void Add(const std::string& type, Recipe recipe);
  static int Append(const Recipe& recipe, Draft& draft);

  const std::vector<model::Class>* classes_;
  std::vector<Recipe> all_;
  std::map<std::string, std::vector<size_t>> of_type_;                          // exactly
  std::map<std::string, std::map<std::string, std::vector<size_t>>> by_class_;  // class → type that extends it → which
};

}  // namespace kingbird::generate
