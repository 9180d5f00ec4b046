// What is known of the members of objects that calls return: accessors and methods of their class, and the types of
// parameters, of the class or of the declared interface that they look like, since a program's own names and those of
// its declarations differ.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/class_info.h"
#include "model/declared.h"
#include "model/value.h"

namespace kingbird::generate {

/// Immutable once made; thread-safe.
class MethodTypes {
 public:
  MethodTypes() = default;
  MethodTypes(std::vector<model::Class> classes, const model::Declarations& declared);

  /// Names of the public members of that kind that objects of the class have; none where it is not known.
  std::vector<std::string> Members(const std::string& owner, model::Member::Kind kind) const;
  /// The types of one of value.methods; absent: nothing is known of it.
  std::optional<std::vector<model::ParameterType>> Find(const model::Value& value, const std::string& method) const;

 private:
  struct Interface {
    std::set<std::string> methods;
    size_t In(const std::vector<std::string>& names) const;
  };
  std::vector<model::Class> classes_;
  model::Declarations declared_;
  std::map<std::string, Interface> interfaces_;
};

}  // namespace kingbird::generate
