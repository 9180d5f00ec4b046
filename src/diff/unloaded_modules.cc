#include "diff/unloaded_modules.h"

#include <algorithm>
#include <map>

namespace kingbird::diff {
namespace {

// Loading one module alone takes about as long as loading all of them.
constexpr int kMostLoadedAlone = 12;

bool IsOfModule(const model::AccessPath& path, const std::string& name) { return !path.empty() && path[0] == name; }

bool HasModule(const model::Api& api, const std::string& name) {
  // A module that does not load is exported as undefined.
  return std::ranges::any_of(api.functions, [&](const auto& one) { return IsOfModule(one.path, name); }) ||
         std::ranges::any_of(api.constants, [&](const auto& one) {
           return IsOfModule(one.path, name) && one.value.kind != model::Value::Kind::kUndefined;
         });
}

void Remove(const std::string& name, model::Api& api) {
  std::erase_if(api.functions, [&](const model::Function& one) { return IsOfModule(one.path, name); });
  std::erase_if(api.constants, [&](const model::Constant& one) { return IsOfModule(one.path, name); });
}

// Why a module does not load; "" where it loads and exports nothing.
std::string Reason(env::Env& env, const load::LoadedTarget& side, const target::Module& module) {
  target::Target alone = side.target;
  alone.modules.clear();
  alone.entry = module.file;
  alone.is_module = module.is_module;
  alone.source = module.source;
  alone.display = (module.source.empty() ? module.file : module.source).generic_string();
  const auto loaded = load::Reload(env, alone, {.jobs = 1, .few_tests = true});
  return loaded.ok() ? "" : loaded.error().message;
}

struct ModuleSides {
  const target::Module* before = nullptr;
  const target::Module* after = nullptr;
};

}  // namespace

std::vector<model::UnloadedModule> LeaveOutUnloaded(env::Env& env, load::LoadedTarget& before,
                                                    load::LoadedTarget& after) {
  std::map<std::string, ModuleSides> pairs;
  for (const target::Module& module : before.target.modules) pairs[module.name].before = &module;
  for (const target::Module& module : after.target.modules) pairs[module.name].after = &module;
  std::vector<model::UnloadedModule> unloaded;
  int alone = 0;
  const auto reason = [&](const load::LoadedTarget& side, const target::Module& module) -> std::string {
    if (HasModule(side.api, module.name)) return "";
    return ++alone > kMostLoadedAlone ? "it does not load" : Reason(env, side, module);
  };
  for (const auto& [name, pair] : pairs) {
    // A file that is new is no module that does not load, and what is gone with a file is missing.
    if (pair.before == nullptr || pair.after == nullptr) continue;
    const target::Module& module = *pair.after;
    model::UnloadedModule told{(module.source.empty() ? module.file : module.source).generic_string(),
                               reason(before, *pair.before), reason(after, *pair.after)};
    if (told.before.empty() && told.after.empty()) continue;
    Remove(name, before.api);
    Remove(name, after.api);
    unloaded.push_back(std::move(told));
  }
  return unloaded;
}

}  // namespace kingbird::diff
