#include "load/target_names.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"

namespace kingbird::load {

std::string PackageSpecifier(const target::Target& target, const base::Path& folder) {
  if (target.kind == target::Target::Kind::kPackage) return target.name + target.subpath;
  const base::Path from = std::filesystem::absolute(folder).lexically_normal();
  const base::Path to = (target.root / target.entry).lexically_normal();
  const std::string path = to.lexically_relative(from).generic_string();
  return path.starts_with(".") ? path : "./" + path;
}

std::string FileTitle(const std::string& name) {
  std::string title = base::Split(name, '/').back();
  std::replace_if(
      title.begin(), title.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_' && c != '.'; },
      '-');
  return title.empty() ? "suite" : title;
}

}  // namespace kingbird::load
