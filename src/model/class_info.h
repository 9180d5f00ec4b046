// A class of the target as class analysis saw it (paper 002, chapter 4), with the types of its parameters once they are
// inferred.
#pragma once

#include <string>
#include <vector>

#include "model/api.h"
#include "model/execution.h"
#include "model/type.h"

namespace kingbird::model {

struct Member {
  enum class Kind : uint8_t { kMethod, kGet, kSet };
  Kind kind = Kind::kMethod;
  std::string name;
  bool is_static = false;
  bool inherited = false;
  bool is_async = false;
  bool is_generator = false;
  std::vector<ParameterType> parameters;
  Hits counters;  ///< Of the statements, branches and functions in its text, nested functions included; sorted.
};

struct Class {
  AccessPath path;                        ///< Of the constructor below the module; {}: the module itself.
  std::string name;                       ///< What its instances say they are.
  std::string base;                       ///< "" for none of the target's own.
  std::vector<ParameterType> parameters;  ///< Of the constructor.
  std::vector<std::string> fields;
  std::vector<Member> members;
  Hits counters;             ///< Of the constructor.
  Hits whole;                ///< Of the constructor's text: for an ES class everything in it, private methods too.
  bool iterable = false;     ///< Instances have Symbol.iterator.
  bool constructed = false;  ///< An instance could be made with unknowns.

  const Member* Find(std::string_view name, Member::Kind kind = Member::Kind::kMethod) const;
  bool HasMember(std::string_view name) const;
};

/// "LinkedList#append", "Luhn.check" for a static one: the same as Function::Name of its calls.
std::string MemberName(const Class& of, const Member& member);

}  // namespace kingbird::model
