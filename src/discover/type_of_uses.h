// From what the program does with a parameter to the type that a reader would write down.
#pragma once

#include <string>
#include <vector>

#include "discover/uses.h"
#include "model/class_info.h"
#include "model/type.h"

namespace kingbird::discover {

struct Conclusion {
  model::Type type;
  bool optional = false;
  std::string evidence;
};

/// The type that explains the uses best.
Conclusion TypeOf(const Uses& uses, const std::vector<model::Class>& classes);

}  // namespace kingbird::discover
