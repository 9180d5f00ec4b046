// Limits and capabilities; the larger steps have files of their own (namespaces.cc, landlock.cc, syscall_filter.cc).
#include "runtime/restriction.h"

#include <fmt/format.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kingbird::runtime::restriction {

void Fail(int status, std::string_view what) {
  const std::string text = fmt::format("{}: {}", what, std::strerror(errno));
  (void)!write(status, text.data(), text.size());
  _exit(125);
}

void LimitResources(int status, const ResourceLimits& limits) {
  const std::pair<__rlimit_resource, uint64_t> table[] = {{RLIMIT_CORE, 0},
                                                          {RLIMIT_FSIZE, limits.file_size},
                                                          {RLIMIT_DATA, limits.data_size},
                                                          {RLIMIT_NPROC, limits.processes},
                                                          {RLIMIT_NOFILE, limits.open_files},
                                                          {RLIMIT_MSGQUEUE, 0},
                                                          {RLIMIT_MEMLOCK, 64 << 10}};
  for (const auto& [resource, value] : table) {
    rlimit limit = {};
    getrlimit(resource, &limit);
    // Never above what the user has.
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, value);
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(resource, &limit) != 0) Fail(status, "setrlimit");
  }
}

void DropCapabilities(int status) {
  for (int capability = 0; capability <= 63; ++capability) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  if (syscall(SYS_capset, &header, none) != 0) Fail(status, "drop capabilities");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) Fail(status, "no_new_privs");
}

}  // namespace kingbird::runtime::restriction
