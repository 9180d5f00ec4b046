#include "load/target_link.h"

namespace kingbird::load {
namespace {

// As Node looks for it: in the node_modules of the folder and of those around it.
bool IsFound(const target::Target& target, const base::Path& folder, const base::FileSystem& files) {
  for (base::Path at = folder; at != at.parent_path(); at = at.parent_path()) {
    const base::Path place = at / "node_modules" / target.name;
    const auto there = files.Real(place);
    if (!there.ok()) continue;
    const auto meant = files.Real(target.root);
    return meant.ok() && *there == *meant;
  }
  return false;
}

}  // namespace

base::Status LinkTarget(const target::Target& target, base::OutputFolder& output, const base::FileSystem& files) {
  const base::Path from = files.Absolute(output.path()).lexically_normal();
  if (target.kind != target::Target::Kind::kPackage || IsFound(target, from, files)) return {};
  return output.Replace("node_modules", {{target.name, {target.root.string(), true}}});
}

}  // namespace kingbird::load
