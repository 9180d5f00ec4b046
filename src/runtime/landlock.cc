#include "runtime/restriction.h"

#include <cerrno>

namespace kingbird::runtime::restriction {

void RestrictFiles(int status, const LaunchSpec&) {
  errno = ENOSYS;
  Fail(status, "landlock");
}

}  // namespace kingbird::runtime::restriction
