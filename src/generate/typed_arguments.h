// Arguments of given types: literals, callbacks, arrays and objects of them, and instances of the target's own classes,
// which calls before have to make. The one way to make them, for methods and functions alike.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/typed_values.h"
#include "model/class_info.h"
#include "model/test_case.h"

namespace kingbird::generate {

class Recipes;

/// A test under construction.
struct Draft {
  std::vector<model::Call> body;
  int next_id = 1;
  std::multimap<std::string, int> instances;  ///< Class name → call that made or returned one.
  std::map<model::Type::Kind, std::vector<model::Value>> used;
  const Recipes* recipes = nullptr;  ///< Ways to instances beside their constructors, where some are known.
  int reuse = 30;                    ///< Percent of the values that were used before in this test.
  bool wild = false;                 ///< Some arguments are of no type.
  bool strayed = false;              ///< An argument was not of its type.
};

class TypedArguments {
 public:
  /// Both must outlive it.
  TypedArguments(const std::vector<model::Class>& classes, const TypedValues& values)
      : classes_(classes), values_(values) {}

  /// One for each parameter; optional ones may be left out from the last on.
  std::vector<model::Argument> All(Draft& draft, const std::vector<model::ParameterType>& parameters, int depth,
                                   base::Rng& rng) const;
  model::Argument One(Draft& draft, const model::Type& type, int depth, base::Rng& rng) const;
  /// Adds the call that makes an instance of classes()[of]; its id.
  int Construct(Draft& draft, size_t of, int depth, base::Rng& rng) const;
  const TypedValues& values() const { return values_; }
  const std::vector<model::Class>& classes() const { return classes_; }

 private:
  std::optional<size_t> ClassNamed(const std::string& name) const;
  model::Argument InstanceOf(Draft& draft, const std::string& name, int depth, base::Rng& rng) const;
  model::Argument FunctionFor(Draft& draft, const model::Type& type, int depth, base::Rng& rng) const;

  const std::vector<model::Class>& classes_;
  const TypedValues& values_;
};

}  // namespace kingbird::generate
