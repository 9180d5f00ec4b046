// A deny list: what a test has no business with and what would lead around the other restrictions. io_uring could make
// sockets unseen by the filter; clone3 hides its flags in memory, so it is "not implemented" and libc falls back to
// clone. Unix sockets are refused because those of the host (docker, dbus) are reachable even on a read-only file
// system; socketpair, which Node uses for child processes, is not.
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/socket.h>

#include "runtime/restriction.h"

namespace kingbird::runtime::restriction {
namespace {

constexpr const char* kForbidden[] = {
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "kcmp",
    "pidfd_getfd",
    "process_madvise",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "unshare",
    "setns",
    "bpf",
    "perf_event_open",
    "keyctl",
    "add_key",
    "request_key",
    "userfaultfd",
    "init_module",
    "finit_module",
    "delete_module",
    "kexec_load",
    "kexec_file_load",
    "swapon",
    "swapoff",
    "reboot",
    "sethostname",
    "setdomainname",
    "settimeofday",
    "clock_settime",
    "adjtimex",
    "clock_adjtime",
    "acct",
    "quotactl",
    "open_by_handle_at",
    "fanotify_init",
    "syslog",
    "vhangup",
    "iopl",
    "ioperm",
    "modify_ldt",
    "lookup_dcookie",
};
constexpr const char* kUnseenByLandlock[] = {
    "chmod",    "fchmod",    "fchmodat",  "fchmodat2",   "chown",        "fchown",
    "lchown",   "fchownat",  "utime",     "utimes",      "futimesat",    "utimensat",
    "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
};
constexpr const char* kAbsent[] = {"io_uring_setup", "io_uring_enter", "io_uring_register", "clone3"};

void Refuse(int status, scmp_filter_ctx filter, const char* name, int error) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR || number < 0) return;  // Unknown to this library or machine.
  if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(static_cast<uint32_t>(error)), number, 0) != 0) Fail(status, name);
}

}  // namespace

void FilterSyscalls(int status, SandboxKind kind) {
  const bool namespaces = kind == SandboxKind::kNamespaces;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) Fail(status, "seccomp_init");
  for (const char* name : kForbidden) Refuse(status, filter, name, EPERM);
  for (const char* name : kAbsent) Refuse(status, filter, name, ENOSYS);
  for (const char* name : kUnseenByLandlock) {
    if (!namespaces) Refuse(status, filter, name, EPERM);
  }
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                   SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
  for (unsigned family = 0; family < AF_MAX; ++family) {
    const bool inet = family == AF_INET || family == AF_INET6;
    if (family == AF_NETLINK || (inet && namespaces)) continue;
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, family));
  }
  if (seccomp_load(filter) != 0) Fail(status, "seccomp");
  seccomp_release(filter);
}

}  // namespace kingbird::runtime::restriction
