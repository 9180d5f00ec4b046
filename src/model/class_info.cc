#include "model/class_info.h"

#include <algorithm>

namespace kingbird::model {

const Member* Class::Find(std::string_view wanted, Member::Kind kind) const {
  for (const Member& member : members) {
    if (member.name == wanted && member.kind == kind) return &member;
  }
  return nullptr;
}

bool Class::HasMember(std::string_view wanted) const {
  if (std::find(fields.begin(), fields.end(), wanted) != fields.end()) return true;
  return std::any_of(members.begin(), members.end(),
                     [&](const Member& member) { return !member.is_static && member.name == wanted; });
}

std::string MemberName(const Class& of, const Member& member) {
  if (!member.is_static) return of.name + "#" + member.name;
  AccessPath path = of.path;
  path.push_back(member.name);
  return ToString(path);
}

}  // namespace kingbird::model
