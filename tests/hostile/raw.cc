// What JavaScript cannot say: single system calls, made as an attacker's native code would make them. Started by
// attacker.js inside the sandbox, with the name of an attack and its arguments; prints "done" when the kernel let it
// through, else the name of the error. Nothing here harms a machine on which it succeeds.
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

using Arguments = std::vector<std::string>;
using Attack = std::function<long(const Arguments&)>;

constexpr long kHigh = 1L << 32;  // The kernel does not look there.

long Socket(long family, long type, long protocol) { return syscall(SYS_socket, family, type, protocol); }

sockaddr_un UnixAddress(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return address;
}

long SendUnix(long fd, const std::string& path) {
  if (fd < 0) return -1;
  const sockaddr_un address = UnixAddress(path);
  return sendto(static_cast<int>(fd), "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

// A datagram to a socket of the host.
long UnixHigh(const Arguments& arguments) { return SendUnix(Socket(AF_UNIX | kHigh, SOCK_DGRAM, 0), arguments.at(0)); }

// A pair needs no address, but its ends can be given another one.
long PairToHost(const Arguments& arguments) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return -1;
  return SendUnix(ends[0], arguments.at(0));
}

long PairStreamToHost(const Arguments& arguments) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  const sockaddr_un address = UnixAddress(arguments.at(0));
  return connect(ends[0], reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

long UdpLoopback(long family, const Arguments& arguments) {
  const long fd = Socket(family, SOCK_DGRAM, 0);
  if (fd < 0) return -1;
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(std::stoi(arguments.at(0))));
  const auto* to = reinterpret_cast<const sockaddr*>(&address);
  if (connect(static_cast<int>(fd), to, sizeof address) != 0) return -1;
  if (send(static_cast<int>(fd), "x", 1, 0) < 0) return -1;
  // Where nobody listens the next one says so.
  return send(static_cast<int>(fd), "x", 1, 0);
}

// The 32-bit entry of the kernel, where sockets have another number.
long ThirtyTwoBit(const Arguments&) {
#ifdef __x86_64__
  long result = 0;
  const long socket_32 = 359;
  asm volatile("int $0x80" : "=a"(result) : "a"(socket_32), "b"(AF_UNIX), "c"(SOCK_STREAM), "d"(0) : "memory");
  if (result >= 0) return result;
  errno = static_cast<int>(-result);
#else
  errno = ENOSYS;
#endif
  return -1;
}

pid_t Pid(const Arguments& arguments) { return static_cast<pid_t>(std::stol(arguments.at(0))); }

long LimitHost(const Arguments& arguments) {
  // Asks for what it has: no harm where it works.
  rlimit limit = {};
  if (prlimit(Pid(arguments), RLIMIT_CORE, nullptr, &limit) != 0) return -1;
  return prlimit(Pid(arguments), RLIMIT_CORE, &limit, nullptr);
}

long PinHost(const Arguments& arguments) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  return sched_setaffinity(Pid(arguments), sizeof set, &set);
}

long OwnSignals(const Arguments& arguments) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  return syscall(SYS_fcntl, ends[0], F_SETOWN, Pid(arguments));
}

long ReadMemory(const Arguments& arguments) {
  char byte = 0;
  iovec here = {&byte, 1};
  iovec there = {reinterpret_cast<void*>(0x400000), 1};
  return process_vm_readv(Pid(arguments), &here, 1, &there, 1, 0);
}

long Pidfd(const Arguments& arguments) {
  const long fd = syscall(SYS_pidfd_open, Pid(arguments), 0);
  return fd < 0 ? -1 : syscall(SYS_pidfd_send_signal, fd, SIGTERM, nullptr, 0);
}

long StealDescriptor(const Arguments& arguments) {
  const long fd = syscall(SYS_pidfd_open, Pid(arguments), 0);
  return fd < 0 ? -1 : syscall(SYS_pidfd_getfd, fd, 0, 0);
}

// Attributes of a file that is open for reading only.
long Flags(const Arguments& arguments) {
  const int fd = open(arguments.at(0).c_str(), O_RDONLY);
  int flags = 0;
  if (fd < 0 || ioctl(fd, FS_IOC_GETFLAGS, &flags) != 0) return -1;
  return ioctl(fd, FS_IOC_SETFLAGS, &flags);
}

long CloneUser(const Arguments&) {
  const long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  if (child > 0) waitpid(static_cast<pid_t>(child), nullptr, 0);
  return child;
}

long Clone3(const Arguments&) {
  struct {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
  } options = {};
  options.flags = CLONE_NEWUSER;
  options.exit_signal = SIGCHLD;
  const long child = syscall(SYS_clone3, &options, sizeof options);
  if (child == 0) _exit(0);
  if (child > 0) waitpid(static_cast<pid_t>(child), nullptr, 0);
  return child;
}

long Open(const Arguments& arguments, int flags) {
  const int fd = open(arguments.at(0).c_str(), flags | O_NONBLOCK | O_CLOEXEC);
  if (fd >= 0) close(fd);
  return fd;
}

// Memory that is no process's own; held for a while.
long Hoard(const Arguments& arguments) {
  const size_t size = std::stoul(arguments.at(0)) << 20;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -1;
  std::memset(memory, 1, size);
  return static_cast<long>(sleep(20));
}

// Whoever opens the file for writing would wait for us.
long Lease(const Arguments& arguments) {
  const int fd = open(arguments.at(0).c_str(), O_RDONLY);
  return fd < 0 ? -1 : fcntl(fd, F_SETLEASE, F_RDLCK);
}

// Processes that are never where they were seen: each starts the next one and ends. For half a minute at most.
long Comets(const Arguments& arguments) {
  const time_t until = time(nullptr) + 30;
  int count = std::stoi(arguments.at(0));
  while (--count > 0 && fork() != 0) {
  }
  while (time(nullptr) < until) {
    const pid_t next = fork();
    if (next > 0) _exit(0);
    if (next == 0) setsid();
  }
  return 0;
}

long MakeDevice(const Arguments&) {
  if (mknod("device", S_IFBLK | 0600, makedev(254, 0)) != 0) return -1;
  return Open({"device"}, O_RDONLY);
}

long Bare(long number) { return syscall(number, 0, 0, 0, 0, 0, 0); }

const std::map<std::string, Attack>& Network() {
  static const std::map<std::string, Attack> attacks = {
      {"unix", [](const Arguments&) { return Socket(AF_UNIX, SOCK_STREAM, 0); }},
      {"unix high", UnixHigh},
      {"unix top bit", [](const Arguments&) { return Socket(AF_UNIX | (1L << 63), SOCK_STREAM, 0); }},
      {"unix high type", [](const Arguments&) { return Socket(AF_UNIX, SOCK_STREAM | kHigh, 0); }},
      {"vsock", [](const Arguments&) { return Socket(AF_VSOCK, SOCK_STREAM, 0); }},
      {"vsock high", [](const Arguments&) { return Socket(AF_VSOCK | kHigh, SOCK_STREAM, 0); }},
      {"packet", [](const Arguments&) { return Socket(AF_PACKET, SOCK_RAW, 0); }},
      {"packet high", [](const Arguments&) { return Socket(AF_PACKET | kHigh, SOCK_DGRAM, 0); }},
      {"crypto", [](const Arguments&) { return Socket(AF_ALG, SOCK_SEQPACKET, 0); }},
      {"bluetooth", [](const Arguments&) { return Socket(AF_BLUETOOTH, SOCK_RAW, 1); }},
      {"key", [](const Arguments&) { return Socket(AF_KEY, SOCK_RAW, 2); }},
      {"family of tomorrow", [](const Arguments&) { return Socket(60, SOCK_STREAM, 0); }},
      {"audit", [](const Arguments&) { return Socket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT); }},
      {"audit high", [](const Arguments&) { return Socket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT | kHigh); }},
      {"uevent", [](const Arguments&) { return Socket(AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT); }},
      {"pair to host", PairToHost},
      {"stream pair to host", PairStreamToHost},
      {"udp", [](const Arguments& arguments) { return UdpLoopback(AF_INET, arguments); }},
      {"udp high", [](const Arguments& arguments) { return UdpLoopback(AF_INET | kHigh, arguments); }},
      {"socket of 32 bits", ThirtyTwoBit},
      {"socket of x32", [](const Arguments&) { return syscall(0x40000000 + SYS_socket, AF_UNIX, SOCK_STREAM, 0); }},
      {"ring", [](const Arguments&) { return syscall(SYS_io_uring_setup, 4, nullptr); }},
  };
  return attacks;
}

const std::map<std::string, Attack>& Processes() {
  static const std::map<std::string, Attack> attacks = {
      {"signal", [](const Arguments& arguments) { return kill(Pid(arguments), SIGTERM); }},
      {"signal to thread",
       [](const Arguments& arguments) { return syscall(SYS_tgkill, Pid(arguments), Pid(arguments), SIGTERM); }},
      {"signal by descriptor", Pidfd},
      {"signal by owner", OwnSignals},
      {"trace", [](const Arguments& arguments) { return ptrace(PTRACE_SEIZE, Pid(arguments), nullptr, nullptr); }},
      {"read memory", ReadMemory},
      {"steal descriptor", StealDescriptor},
      {"limit", LimitHost},
      {"priority",
       [](const Arguments& arguments) { return setpriority(PRIO_PROCESS, static_cast<id_t>(Pid(arguments)), 19); }},
      {"pin", PinHost},
      {"input priority",
       [](const Arguments& arguments) { return syscall(SYS_ioprio_set, 1, Pid(arguments), (2 << 13) | 7); }},
      {"compare", [](const Arguments& arguments) { return syscall(SYS_kcmp, getpid(), Pid(arguments), 0, 0, 0); }},
  };
  return attacks;
}

const std::map<std::string, Attack>& Kernel() {
  static const std::map<std::string, Attack> attacks = {
      {"shared memory", [](const Arguments&) { return syscall(SYS_shmget, 0, 4096, 01600); }},
      {"message queue", [](const Arguments&) { return syscall(SYS_msgget, 0, 01600); }},
      {"semaphores", [](const Arguments&) { return syscall(SYS_semget, 0, 1, 01600); }},
      {"posix queue", [](const Arguments&) { return syscall(SYS_mq_open, "q", O_CREAT | O_RDWR, 0600, nullptr); }},
      {"memory file", [](const Arguments&) { return syscall(SYS_memfd_create, "m", 0); }},
      {"mount", [](const Arguments&) { return syscall(SYS_mount, "none", "/", "tmpfs", 1UL << 40, nullptr); }},
      {"unmount", [](const Arguments&) { return syscall(SYS_umount2, "/nowhere", 0); }},
      {"new mount interface", [](const Arguments&) { return syscall(SYS_fsopen, "tmpfs", 0); }},
      {"tree of mounts", [](const Arguments&) { return syscall(SYS_open_tree, AT_FDCWD, "/", 1); }},
      {"chroot", [](const Arguments&) { return chroot("."); }},
      {"pivot", [](const Arguments&) { return syscall(SYS_pivot_root, ".", "."); }},
      {"new user", [](const Arguments&) { return unshare(CLONE_NEWUSER); }},
      {"new user by clone", CloneUser},
      {"new user by clone3", Clone3},
      {"other namespace", [](const Arguments&) { return setns(0, 0); }},
      {"bpf", [](const Arguments&) { return Bare(SYS_bpf); }},
      {"perf", [](const Arguments&) { return Bare(SYS_perf_event_open); }},
      {"keys", [](const Arguments&) { return syscall(SYS_keyctl, 0, -3, 0, 0, 0); }},
      {"page faults", [](const Arguments&) { return syscall(SYS_userfaultfd, 0); }},
      {"module", [](const Arguments&) { return Bare(SYS_init_module); }},
      {"other kernel", [](const Arguments&) { return Bare(SYS_kexec_load); }},
      {"reboot", [](const Arguments&) { return Bare(SYS_reboot); }},
      {"host name", [](const Arguments&) { return sethostname("", 0); }},
      {"clock", [](const Arguments&) { return syscall(SYS_settimeofday, nullptr, nullptr); }},
      {"kernel log", [](const Arguments&) { return syscall(SYS_syslog, 10, nullptr, 0); }},
      {"ports", [](const Arguments&) { return Bare(SYS_iopl); }},
      {"file by handle", [](const Arguments&) { return Bare(SYS_open_by_handle_at); }},
      {"watch everything", [](const Arguments&) { return Bare(SYS_fanotify_init); }},
      {"swap", [](const Arguments&) { return syscall(SYS_swapoff, "/nowhere"); }},
      {"typing", [](const Arguments&) { return ioctl(0, TIOCSTI, ""); }},
      {"pasting", [](const Arguments&) { return ioctl(0, TIOCLINUX, "\x03"); }},
      {"call of tomorrow", [](const Arguments&) { return Bare(600); }},
  };
  return attacks;
}

const std::map<std::string, Attack>& Files() {
  static const std::map<std::string, Attack> attacks = {
      {"read", [](const Arguments& arguments) { return Open(arguments, O_RDONLY); }},
      {"read through link",
       [](const Arguments& arguments) {
         return symlink(arguments.at(0).c_str(), "out") != 0 ? -1 : Open({"out"}, O_RDONLY);
       }},
      {"write", [](const Arguments& arguments) { return Open(arguments, O_WRONLY); }},
      {"flags", Flags},
      {"hoard", Hoard},
      {"lease", Lease},
      {"comets", Comets},
      // The kernel itself would ask which file system.
      {"flush", [](const Arguments&) { return syscall(SYS_syncfs, -1); }},
      {"device", MakeDevice},
      {"link in", [](const Arguments& arguments) { return link(arguments.at(0).c_str(), "stolen"); }},
      {"mode", [](const Arguments& arguments) { return chmod(arguments.at(0).c_str(), 0777); }},
      {"attribute",
       [](const Arguments& arguments) {
         return syscall(SYS_setxattr, arguments.at(0).c_str(), "user.kingbird", "x", 1, 0);
       }},
      // What a file is like whose content is hidden: is it used, what is noted beside it.
      {"watch",
       [](const Arguments& arguments) {
         return inotify_add_watch(inotify_init1(IN_CLOEXEC), arguments.at(0).c_str(), IN_ALL_EVENTS);
       }},
      {"read attribute",
       [](const Arguments& arguments) {
         char value[64];
         return getxattr(arguments.at(0).c_str(), "user.kingbird", value, sizeof value);
       }},
      {"read attribute of link",
       [](const Arguments& arguments) {
         char value[64];
         return lgetxattr(arguments.at(0).c_str(), "user.kingbird", value, sizeof value);
       }},
      {"list attributes",
       [](const Arguments& arguments) {
         char names[64];
         return listxattr(arguments.at(0).c_str(), names, sizeof names);
       }},
      {"list attributes of link",
       [](const Arguments& arguments) {
         char names[64];
         return llistxattr(arguments.at(0).c_str(), names, sizeof names);
       }},
  };
  return attacks;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  for (const auto* attacks : {&Network(), &Processes(), &Kernel(), &Files()}) {
    const auto it = attacks->find(argv[1]);
    if (it == attacks->end()) continue;
    errno = 0;
    const long result = it->second(Arguments(argv + 2, argv + argc));
    std::puts(result >= 0 ? "done" : strerrorname_np(errno));
    return 0;
  }
  std::puts("no such attack");
  return 2;
}
