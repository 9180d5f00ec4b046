// One of several modules that a written file loads beside each other.
#pragma once

#include <string>

namespace kingbird::emit {

struct ModuleImport {
  std::string name;     ///< Member of the variable that stands for the target: lib.name.
  std::string package;  ///< What is loaded.
  bool es_module = false;
};

}  // namespace kingbird::emit
