// Which built-in types have which members: what a parameter's member accesses are matched against besides classes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/type.h"

namespace kingbird::discover {

struct BuiltIn {
  model::Type::Kind kind;
  std::string name;  ///< For evidence: "strings".
  std::set<std::string> members;
};

/// In order of preference where several match equally.
const std::vector<BuiltIn>& BuiltIns();

}  // namespace kingbird::discover
