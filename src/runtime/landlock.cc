// Landlock is an allow list of file hierarchies: what file_view.h names may be read, and /proc, only the scratch folder
// may be written. Names and sizes of other files can still be asked for. It does not know chmod, chown, times and
// attributes; the syscall filter refuses those. Kernels before 6.2 cannot forbid truncation and count as having no
// Landlock. Where the kernel can (6.12), signals stay inside; elsewhere the addon fences them in per child.
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/restriction.h"

namespace kingbird::runtime::restriction {
namespace {

// Newer than Debian 12's header.
constexpr uint64_t kTruncate = 1ULL << 14;     // since version 3
constexpr uint64_t kIoctlDevice = 1ULL << 15;  // 5
constexpr uint64_t kNetAll = 3;                // bind and connect, 4
constexpr uint64_t kScopeAll = 3;              // abstract sockets and signals, 6
struct RulesetAttributes {
  uint64_t files;
  uint64_t network;
  uint64_t scope;
};

constexpr uint64_t kRead = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t kFileOnly =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;

void Allow(int ruleset, const std::string& path, uint64_t access) {
  landlock_path_beneath_attr rule = {};
  rule.parent_fd = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0) return;  // What is not there needs no permission.
  struct stat info = {};
  fstat(rule.parent_fd, &info);
  rule.allowed_access = S_ISDIR(info.st_mode) ? access : access & kFileOnly;
  syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(rule.parent_fd);
}

}  // namespace

int LandlockVersion() {
  return static_cast<int>(syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

void RestrictFiles(int status, const LaunchSpec& spec, const FilesShown& shown) {
  const int version = LandlockVersion();
  if (version < kLandlockTruncates) {
    errno = version < 0 ? errno : ENOSYS;
    Fail(status, "landlock (Linux 6.2 or newer)");
  }
  const uint64_t files = ((1ULL << 13) - 1) | LANDLOCK_ACCESS_FS_REFER | kTruncate | (version >= 5 ? kIoctlDevice : 0);
  const bool network = spec.helper && spec.helper->network;
  RulesetAttributes attributes = {files, version >= 4 && !network ? kNetAll : 0,
                                  version >= kLandlockScopes ? kScopeAll : 0};
  const size_t size = version >= kLandlockScopes ? 24 : version >= 4 ? 16 : 8;
  const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (ruleset < 0) Fail(status, "landlock_create_ruleset");
  for (const Shown& one : shown.read_only) {
    if (one.link.empty()) Allow(ruleset, one.source, kRead);
  }
  for (const char* path : {"/proc", "/etc/passwd", "/etc/group", "/etc/hosts"}) Allow(ruleset, path, kRead);
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    Allow(ruleset, device, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  }
  if (!spec.scratch.empty()) Allow(ruleset, spec.scratch, files);
  for (const Shown& folder : shown.writable) Allow(ruleset, folder.source, files & ~LANDLOCK_ACCESS_FS_EXECUTE);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) {
    Fail(status, "landlock_restrict_self");
  }
  close(ruleset);
}

}  // namespace kingbird::runtime::restriction
