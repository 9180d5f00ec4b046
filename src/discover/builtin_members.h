// Members of the built-in types. The member accesses of a parameter are compared with these and with the target's
// classes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/type.h"

namespace kingbird::discover {

struct BuiltIn {
  model::Type::Kind kind;
  std::string name;  ///< Name in the evidence for a type: "strings".
  std::set<std::string> members;
};

/// All built-in types. If several match equally, the first one is preferred.
const std::vector<BuiltIn>& BuiltIns();

}  // namespace kingbird::discover
