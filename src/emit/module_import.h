// One of several modules that a written file loads beside each other.
#pragma once

#include <string>
#include <vector>

namespace kingbird::emit {

/// What of a module is a component or a hook: rendered.cjs puts functions in their place.
struct RenderedNames {
  std::vector<std::string> components;
  std::vector<std::string> hooks;
  bool empty() const { return components.empty() && hooks.empty(); }
};

struct ModuleImport {
  std::string name;     ///< Member of the variable that stands for the target: lib.name.
  std::string package;  ///< What is loaded.
  bool es_module = false;
  RenderedNames rendered = {};
};

/// An expression for a module, or for what rendered.cjs makes of the module.
std::string InTheirPlace(const std::string& module, const RenderedNames& names);

/// "zod" of "zod/v4", "@scope/name" of "@scope/name/part".
std::string PackageName(const std::string& specifier);

}  // namespace kingbird::emit
