#include "target/module_pairs.h"

#include <algorithm>
#include <set>

#include "target/source_entry.h"

namespace kingbird::target {
namespace {

// A target with an entry, as one with a single module.
void MakeModule(Target& target) {
  if (target.entry.empty()) return;
  target.modules = {{ModuleName(target.entry), target.entry, target.is_module}};
  target.entry.clear();
  target.is_module = false;
}

}  // namespace

void PairModules(Target& before, Target& after) {
  if (before.modules.empty() && after.modules.empty()) return;
  if (before.modules.empty()) MakeModule(before);
  if (after.modules.empty()) MakeModule(after);
  std::set<std::string> taken;
  for (const Module& module : after.modules) taken.insert(module.name);
  for (Module& module : before.modules) {
    const auto same = std::ranges::find(after.modules, module.file, &Module::file);
    if (same != after.modules.end()) {
      module.name = same->name;
      continue;
    }
    // A file that only the first side has is a module of its own.
    const std::string stem = module.name;
    for (int i = 2; !taken.insert(module.name).second; ++i) module.name = stem + std::to_string(i);
  }
}

}  // namespace kingbird::target
