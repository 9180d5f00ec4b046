// Permissions tell too little (root, read-only mounts, quotas), so it tries: a temporary folder in the nearest folder
// that is there, removed at once.
#include "env/output_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace kingbird::env {

base::Status CheckOutputFolder(const base::Path& out) {
  std::error_code code;
  base::Path existing = std::filesystem::absolute(out, code).lexically_normal();
  while (!std::filesystem::exists(std::filesystem::symlink_status(existing, code)) &&
         existing != existing.parent_path()) {
    existing = existing.parent_path();
  }
  if (!std::filesystem::is_directory(existing, code)) {
    return base::EnvironmentError(
        fmt::format("cannot write to {}: {} is not a folder", out.string(), existing.string()),
        "choose another with --out");
  }
  std::string probe = (existing / ".kingbird-XXXXXX").string();
  if (mkdtemp(probe.data()) == nullptr) {
    return base::EnvironmentError(fmt::format("cannot write to {}: {}", out.string(), std::strerror(errno)),
                                  "choose another with --out");
  }
  rmdir(probe.c_str());
  return {};
}

}  // namespace kingbird::env
