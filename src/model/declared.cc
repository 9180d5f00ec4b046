#include "model/declared.h"

namespace kingbird::model {
namespace {

// A comment is of a function with these parameters; inner functions often have the names of exported ones.
bool IsOf(const std::vector<ParameterType>& declared, const Function& function) {
  const bool seen = !function.parameters.empty() || !function.source.empty();
  if (!seen) return true;  // all that is known of it is its path
  for (size_t i = 0; i < declared.size(); ++i) {
    if (declared[i].source != ParameterType::Source::kDocumented) continue;
    std::string name = i < function.parameters.size() ? function.parameters[i] : "";
    std::erase_if(name, [](char c) { return c == '=' || c == '.'; });
    if (name != declared[i].name) return false;
  }
  return true;
}

}  // namespace

const std::vector<ParameterType>* DeclaredOf(const Declarations& declared, const Function& function) {
  const auto find = [&](const std::string& name) -> const std::vector<ParameterType>* {
    const auto it = declared.find(name);
    return it == declared.end() || !IsOf(it->second, function) ? nullptr : &it->second;
  };
  const std::string end = function.kind == Function::Kind::kConstructor ? "#" : "";
  if (function.kind == Function::Kind::kMethod && !function.owner.empty()) return find(function.Name());
  if (function.path.empty() || function.path == AccessPath{"default"}) return find("default" + end);
  if (function.path.size() > 1) {
    const auto* member = find(function.path[function.path.size() - 2] + "#" + function.path.back());
    if (member != nullptr) return member;
  }
  return find(function.path.back() + end);
}

}  // namespace kingbird::model
