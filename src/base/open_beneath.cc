#include "base/open_beneath.h"

#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace kingbird::base {
namespace {

bool IsLinkAt(int folder, const std::string& name) {
  struct stat info {};
  return fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
}

// The kernel says ENOTDIR of a link where a folder is wanted; the caller wants to know that it is a link.
int OpenNoLink(int folder, const std::string& name, int flags, mode_t mode) {
  const int fd = openat(folder, name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, mode);
  if (fd < 0 && errno == ENOTDIR) errno = IsLinkAt(folder, name) ? ELOOP : ENOTDIR;
  return fd;
}

}  // namespace

bool IsNameBelow(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return false;
  for (size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = name.find('/', begin);
    const std::string_view part = name.substr(begin, end == std::string_view::npos ? end : end - begin);
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

int OpenBeneath(int folder, const std::string& name, int flags, mode_t mode) {
  constexpr int kTries = 100;  // The kernel says EAGAIN while somebody moves folders about.
  if (!IsNameBelow(name)) {
    errno = EXDEV;
    return -1;
  }
  open_how how{};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  for (int i = 0; i < kTries; ++i) {
    const auto fd = static_cast<int>(syscall(SYS_openat2, folder, name.c_str(), &how, sizeof how));
    if (fd >= 0 || (errno != EAGAIN && errno != ENOSYS && errno != EPERM)) return fd;
    if (errno != EAGAIN) break;
  }
  return OpenByWalking(folder, name, flags, mode);
}

int OpenByWalking(int folder, const std::string& name, int flags, mode_t mode) {
  if (!IsNameBelow(name)) {
    errno = EXDEV;
    return -1;
  }
  int at = folder;
  size_t begin = 0;
  for (size_t end = name.find('/'); end != std::string::npos; begin = end + 1, end = name.find('/', begin)) {
    const int next = OpenNoLink(at, name.substr(begin, end - begin), O_PATH | O_DIRECTORY, 0);
    const int code = errno;
    if (at != folder) close(at);
    errno = code;
    if (next < 0) return -1;
    at = next;
  }
  const int fd = OpenNoLink(at, name.substr(begin), flags, mode);
  const int code = errno;
  if (at != folder) close(at);
  errno = code;
  return fd;
}

}  // namespace kingbird::base
