#include "load/target_link.h"

#include <filesystem>

namespace kingbird::load {
namespace {

namespace fs = std::filesystem;

// As Node looks for it: in the node_modules of the folder and of those around it.
bool IsFound(const target::Target& target, const base::Path& folder) {
  std::error_code code;
  for (base::Path at = folder; at != at.parent_path(); at = at.parent_path()) {
    const base::Path place = at / "node_modules" / target.name;
    if (fs::exists(place, code)) return fs::equivalent(place, target.root, code);
  }
  return false;
}

}  // namespace

base::Status LinkTarget(const target::Target& target, const base::Path& folder) {
  std::error_code code;
  const base::Path from = fs::absolute(folder, code).lexically_normal();
  if (target.kind != target::Target::Kind::kPackage || IsFound(target, from)) return {};
  base::Path place = from / "node_modules";
  for (const base::Path& part : base::Path(target.name)) {
    // A link on the way may lead out of the folder.
    if (fs::is_symlink(place, code)) return {};
    place /= part;
  }
  // Of an earlier run, about another version.
  if (fs::is_symlink(place, code)) fs::remove(place, code);
  if (fs::exists(fs::symlink_status(place, code))) return {};
  fs::create_directories(place.parent_path(), code);
  fs::create_directory_symlink(target.root, place, code);
  if (code) return base::EnvironmentError("cannot link " + place.string() + ": " + code.message());
  return {};
}

}  // namespace kingbird::load
