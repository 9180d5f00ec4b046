#include "generate/method_types.h"

#include <algorithm>
#include <utility>

namespace kingbird::generate {
namespace {

// An object looks like an interface when it has so many of its methods, and at least that part of them.
constexpr size_t kFewestAlike = 3;
constexpr double kLeastAlike = 0.6;

}  // namespace

MethodTypes::MethodTypes(std::vector<model::Class> classes, const model::Declarations& declared)
    : classes_(std::move(classes)), declared_(declared) {
  for (const auto& [name, parameters] : declared_) {
    const size_t mark = name.find('#');
    if (mark == std::string::npos || mark + 1 == name.size()) continue;
    interfaces_[name.substr(0, mark)].methods.insert(name.substr(mark + 1));
  }
}

size_t MethodTypes::Interface::In(const std::vector<std::string>& names) const {
  return static_cast<size_t>(
      std::ranges::count_if(names, [&](const std::string& name) { return methods.contains(name); }));
}

std::vector<std::string> MethodTypes::Members(const std::string& owner, model::Member::Kind kind) const {
  std::vector<std::string> names;
  for (const model::Class& next : classes_) {
    if (next.name != owner) continue;
    for (const model::Member& member : next.members) {
      if (member.kind == kind && !member.is_static && !member.name.starts_with("_")) names.push_back(member.name);
    }
    break;
  }
  return names;
}

std::optional<std::vector<model::ParameterType>> MethodTypes::Find(const model::Value& value,
                                                                   const std::string& method) const {
  const std::string owner = model::OwnerName(value);
  for (const model::Class& next : classes_) {
    const model::Member* member = next.name == owner ? next.Find(method) : nullptr;
    if (member != nullptr) return member->parameters;
  }
  const std::string* best = nullptr;
  size_t most = 0;
  for (const auto& [name, interface] : interfaces_) {
    if (!interface.methods.contains(method)) continue;
    const size_t alike = name == owner ? value.methods.size() + 1 : interface.In(value.methods);
    const bool enough = alike >= kFewestAlike &&
                        static_cast<double>(alike) >= kLeastAlike * static_cast<double>(interface.methods.size());
    if ((name != owner && !enough) || alike <= most) continue;
    most = alike;
    best = &name;
  }
  if (best == nullptr) return std::nullopt;
  return declared_.at(*best + "#" + method);
}

}  // namespace kingbird::generate
