// An allow list: what Node, shells and ordinary programs need is named below, everything else does not exist (ENOSYS),
// so that a system call of a kernel to come is closed before anybody has heard of it. What programs try in good faith
// is refused by name with the error they expect. Arguments are compared in 32 bits where the kernel looks at 32 bits:
// socket(AF_UNIX | 1<<32) is a Unix socket. io_uring could make sockets unseen by the filter, clone3 hides its flags in
// memory; both are absent and libc falls back. Unix sockets are refused because those of the host (docker, dbus) are
// reachable even on a read-only file system; of socketpair only streams are left, which cannot be connected anew.
// Made once for each kind of sandbox: a search tree of hundreds of rules takes longer than starting a program.
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <cstring>
#include <initializer_list>
#include <map>
#include <mutex>

#include "runtime/restriction.h"

namespace kingbird::runtime::restriction {
namespace {

constexpr const char* kAllowed[] = {
    // Memory.
    "brk", "mmap", "mmap2", "munmap", "mprotect", "mremap", "madvise", "mincore", "msync", "membarrier", "mlock",
    "mlock2", "mlockall", "munlock", "munlockall", "pkey_alloc", "pkey_free", "pkey_mprotect", "get_mempolicy",
    // Processes and threads.
    "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "getpid", "getppid", "gettid", "getpgid", "getpgrp",
    "setpgid", "getsid", "setsid", "set_tid_address", "set_robust_list", "get_robust_list", "futex", "futex_waitv",
    "rseq", "arch_prctl", "prctl", "sched_yield", "sched_getaffinity", "sched_getparam", "sched_getscheduler",
    "sched_getattr", "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "getpriority",
    "ioprio_get", "getrlimit", "setrlimit", "getrusage", "times", "getcpu", "capget", "capset", "seccomp", "pidfd_open",
    "pidfd_send_signal", "restart_syscall", "uname", "sysinfo",
    // Users: all but its own are refused by the kernel.
    "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "setuid", "setgid", "setreuid",
    "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid", "umask",
    // Signals and time.
    "kill", "tkill", "tgkill", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending",
    "rt_sigtimedwait", "rt_sigqueueinfo", "sigaltstack", "signalfd", "signalfd4", "pause", "alarm", "getitimer",
    "setitimer", "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "timerfd_create",
    "timerfd_settime", "timerfd_gettime", "nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres",
    "gettimeofday", "time",
    // Descriptors and waiting for them.
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2", "lseek",
    "close", "close_range", "dup", "dup2", "dup3", "pipe", "pipe2", "poll", "ppoll", "select", "pselect6",
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2",
    "sendfile", "splice", "tee", "vmsplice", "copy_file_range", "inotify_init", "inotify_init1", "inotify_rm_watch",
    // Files.
    "open", "openat", "openat2", "creat", "stat", "fstat", "lstat", "newfstatat", "statx", "statfs", "fstatfs",
    "access", "faccessat", "faccessat2", "getdents", "getdents64", "readlink", "readlinkat", "getcwd", "chdir",
    "fchdir", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat",
    "symlink", "symlinkat", "mknod", "mknodat", "truncate", "ftruncate", "fallocate", "fsync", "fdatasync",
    "sync_file_range", "readahead", "fadvise64", "flock", "fgetxattr", "flistxattr", "landlock_create_ruleset",
    "landlock_add_rule", "landlock_restrict_self", "cachestat",
    // Sockets, once there is one.
    "bind", "connect", "listen", "accept", "accept4", "getsockname", "getpeername", "getsockopt", "setsockopt",
    "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown", "getrandom"};
// Landlock does not see these calls either, which tell about files whose content it hides: whether a file is used, and
// its attributes. Programs such as ls expect file systems without attributes.
constexpr std::pair<const char*, int> kToldByPath[] = {{"inotify_add_watch", EACCES},
                                                       {"getxattr", ENOTSUP},
                                                       {"lgetxattr", ENOTSUP},
                                                       {"listxattr", ENOTSUP},
                                                       {"llistxattr", ENOTSUP}};
// What is written here need not outlast a loss of power, and the host's disks are not ours to keep busy: said to be
// done.
constexpr const char* kDone[] = {"sync", "syncfs"};
// Landlock does not see them.
constexpr const char* kAttributes[] = {
    "chmod",    "fchmod",    "fchmodat",  "fchmodat2",   "chown",        "fchown",
    "lchown",   "fchownat",  "utime",     "utimes",      "futimesat",    "utimensat",
    "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
};
// Tried in good faith, or in bad: the error says that it is forbidden, not that it is unknown.
constexpr const char* kForbidden[] = {"ptrace",
                                      "process_vm_readv",
                                      "process_vm_writev",
                                      "kcmp",
                                      "pidfd_getfd",
                                      "process_madvise",
                                      "mount",
                                      "umount2",
                                      "pivot_root",
                                      "chroot",
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
                                      "shmget",
                                      "shmat",
                                      "shmctl",
                                      "shmdt",
                                      "msgget",
                                      "msgsnd",
                                      "msgrcv",
                                      "msgctl",
                                      "semget",
                                      "semop",
                                      "semtimedop",
                                      "semctl",
                                      "mq_open",
                                      "memfd_create",
                                      "memfd_secret"};

// Their first argument is a process, which may be one of the host where there is no pid namespace.
constexpr const char* kOnProcesses[] = {"sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_setattr",
                                        "prlimit64"};
// Terminals, pipes, copies that share blocks, network interfaces. The others of the kernel's thousands change
// attributes of files that are open for reading only, or speak to devices.
constexpr uint64_t kControls[] = {
    TCGETS,         TCSETS,       TCSETSW,       TCSETSF,      TCSBRK,        TCXONC,       TCFLSH,
    TIOCGWINSZ,     TIOCSWINSZ,   TIOCGPGRP,     TIOCSPGRP,    TIOCGSID,      TIOCSCTTY,    TIOCNOTTY,
    TIOCOUTQ,       FIONREAD,     FIONBIO,       FIOASYNC,     FIOCLEX,       FIONCLEX,     FIOQSIZE,
    FICLONE,        FICLONERANGE, FIDEDUPERANGE, SIOCGIFNAME,  SIOCGIFCONF,   SIOCGIFFLAGS, SIOCGIFADDR,
    SIOCGIFNETMASK, SIOCGIFMTU,   SIOCGIFHWADDR, SIOCGIFINDEX, SIOCGIFBRDADDR};
// All but those that have the kernel send signals to a process of one's choice, and leases, with which everybody who
// opens a file for writing would wait for whoever reads it.
constexpr uint64_t kDescriptorCommands[] = {
    F_DUPFD, F_GETFD, F_SETFD,    F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_GETOWN, F_GETSIG, 36 /* OFD locks */,
    37,      38,      F_GETLEASE, 1030,    1031,    1032,    1033,    1034,     1035,     1036,     1037,
    1038};

constexpr uint64_t kLow = 0xffffffff;  // The half of a register that an int argument is.

/// The argument, of which only the bits of `mask` count, is `value`.
scmp_arg_cmp Masked(unsigned argument, uint64_t mask, uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

/// The rules, with the first thing that went wrong.
struct Rules {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  std::string failed = filter == nullptr ? "seccomp_init" : "";
  Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;
  ~Rules() { seccomp_release(filter); }
};

void Add(Rules& rules, uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions = {}) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR || number < 0) return;  // Unknown to this library or machine.
  const auto count = static_cast<unsigned>(conditions.size());
  const auto* first = count == 0 ? nullptr : conditions.begin();
  const int failed = seccomp_rule_add_array(rules.filter, action, number, count, first);
  if (failed != 0 && rules.failed.empty()) rules.failed = fmt::format("{}: {}", name, std::strerror(-failed));
}

// Loopback of its own network is all that Internet sockets reach in namespaces; the routing socket tells the
// interfaces.
void FilterSockets(Rules& rules, bool internet) {
  const uint32_t refuse = SCMP_ACT_ERRNO(EACCES);
  constexpr uint64_t kFamilies = 64;
  for (uint64_t family = 0; family < kFamilies; ++family) {
    const scmp_arg_cmp is = Masked(0, kLow, family);
    if ((family == AF_INET || family == AF_INET6) && internet) {
      Add(rules, SCMP_ACT_ALLOW, "socket", {is});
    } else if (family == AF_NETLINK) {
      Add(rules, SCMP_ACT_ALLOW, "socket", {is, Masked(2, kLow, 0)});
    } else {
      Add(rules, refuse, "socket", {is});
    }
  }
  for (uint64_t bit = kFamilies; bit <= kLow; bit <<= 1) Add(rules, refuse, "socket", {Masked(0, bit, bit)});
  Add(rules, SCMP_ACT_ALLOW, "socketpair",
      {Masked(0, kLow, AF_UNIX), Masked(1, kLow & ~static_cast<uint64_t>(SOCK_CLOEXEC | SOCK_NONBLOCK), SOCK_STREAM)});
}

// A helper program that starts no programs has threads only: a configuration or a package that makes npm or git start
// something else is refused by the kernel.
void FilterClone(Rules& rules, bool processes) {
  constexpr uint64_t kNewTime = 0x80;
  constexpr uint64_t kNamespaces =
      CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  const uint64_t needed = processes ? 0 : CLONE_THREAD;
  Add(rules, SCMP_ACT_ALLOW, "clone", {Masked(0, kNamespaces | needed, needed)});
  if (!processes) Add(rules, SCMP_ACT_ERRNO(EPERM), "clone", {Masked(0, needed, 0)});
  for (const char* name : {"fork", "vfork"}) Add(rules, processes ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM), name);
  static_assert((kNamespaces & kNewTime) == 0);  // Part of clone's exit signal; only clone3 and unshare know it.
  for (uint64_t bit = 1; bit <= kNamespaces; bit <<= 1) {
    if ((kNamespaces & bit) != 0) Add(rules, SCMP_ACT_ERRNO(EPERM), "clone", {Masked(0, bit, bit)});
  }
}

void FilterCommands(Rules& rules) {
  for (const uint64_t command : kControls) Add(rules, SCMP_ACT_ALLOW, "ioctl", {Masked(1, kLow, command)});
  for (const uint64_t command : kDescriptorCommands) Add(rules, SCMP_ACT_ALLOW, "fcntl", {Masked(1, kLow, command)});
}

// Own ones only, unless there are no others.
void FilterProcesses(Rules& rules, bool namespaces) {
  const scmp_arg_cmp first = Masked(0, kLow, 0);
  const scmp_arg_cmp second = Masked(1, kLow, 0);
  const auto add = [&](const char* name, std::initializer_list<scmp_arg_cmp> own) {
    if (namespaces)
      Add(rules, SCMP_ACT_ALLOW, name);
    else
      Add(rules, SCMP_ACT_ALLOW, name, own);
  };
  for (const char* name : kOnProcesses) add(name, {first});
  add("setpriority", {first, second});
  add("ioprio_set", {Masked(0, kLow, 1), second});
}

// Not what is forbidden, and not what would pass by the rules for arguments.
bool MayBeAsked(const std::string& name) {
  for (const char* forbidden : kForbidden) {
    if (name == forbidden) return false;
  }
  for (const char* ruled : {"io_uring", "clone", "socket", "ioctl", "fcntl"}) {
    if (name.starts_with(ruled)) return false;
  }
  return true;
}

}  // namespace

namespace {

/// What decides which system calls a program has.
struct FilterKind {
  bool namespaces = false;
  bool helper = false;     ///< A helper program, not code of a target.
  bool network = false;    ///< It may reach the host's network.
  bool processes = false;  ///< It may start processes.
  std::vector<std::string> asked;
  auto operator<=>(const FilterKind&) const = default;
};

FilterKind KindOf(const LaunchSpec& spec) {
  return {spec.sandbox == SandboxKind::kNamespaces, spec.helper.has_value(), spec.helper && spec.helper->network,
          !spec.helper || spec.helper->starts_programs, spec.system_calls};
}

// Under Landlock nobody changes modes, owners, times or attributes. A target is told so. npm and tar would give up, so
// a helper program is told that the change is made: files keep the mode that they are created with.
uint32_t ActionOnAttributes(const FilterKind& kind) {
  if (kind.namespaces) return SCMP_ACT_ALLOW;
  return kind.helper ? SCMP_ACT_ERRNO(0) : SCMP_ACT_ERRNO(EPERM);
}

base::Result<FilterProgram> MakeFilter(const FilterKind& kind) {
  const bool namespaces = kind.namespaces;
  Rules rules;
  if (rules.filter == nullptr) return base::EnvironmentError("cannot filter system calls");
  for (const char* name : kAllowed) Add(rules, SCMP_ACT_ALLOW, name);
  for (const char* name : kDone) Add(rules, SCMP_ACT_ERRNO(0), name);
  for (const char* name : kAttributes) Add(rules, ActionOnAttributes(kind), name);
  for (const auto& [name, error] : kToldByPath) Add(rules, namespaces ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(error), name);
  for (const std::string& name : kind.asked) {
    if (MayBeAsked(name)) Add(rules, SCMP_ACT_ALLOW, name.c_str());
  }
  for (const char* name : kForbidden) Add(rules, SCMP_ACT_ERRNO(EPERM), name);
  FilterSockets(rules, namespaces || kind.network);
  FilterClone(rules, kind.processes);
  FilterCommands(rules);
  FilterProcesses(rules, namespaces);
  // A search tree instead of a list; libraries that cannot make one do without.
  seccomp_attr_set(rules.filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  const int file = memfd_create("filter", MFD_CLOEXEC);
  if (rules.failed.empty() && seccomp_export_bpf(rules.filter, file) != 0) rules.failed = "export";
  struct stat info = {};
  fstat(file, &info);
  FilterProgram program(static_cast<size_t>(info.st_size) / sizeof(sock_filter));
  const auto size = static_cast<ssize_t>(program.size() * sizeof(sock_filter));
  const bool whole = !program.empty() && pread(file, program.data(), program.size() * sizeof(sock_filter), 0) == size;
  close(file);
  if (rules.failed.empty() && whole) return program;
  return base::EnvironmentError("cannot filter system calls: " + rules.failed);
}

}  // namespace

base::Result<FilterProgram> SyscallFilter(const LaunchSpec& spec) {
  static std::mutex mutex;
  static std::map<FilterKind, FilterProgram> made;
  const std::lock_guard lock(mutex);
  const FilterKind kind = KindOf(spec);
  const auto known = made.find(kind);
  if (known != made.end()) return known->second;
  ASSIGN_OR_RETURN(FilterProgram program, MakeFilter(kind));
  made[kind] = program;
  return program;
}

void FilterSyscalls(int status, FilterProgram& program) {
  const sock_fprog whole = {static_cast<unsigned short>(program.size()), program.data()};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &whole) != 0) Fail(status, "seccomp");
}

}  // namespace kingbird::runtime::restriction
