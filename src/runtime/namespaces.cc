// The namespace sandbox. The new root is a tmpfs on which what file_view.h names is bound read-only, and nothing else;
// /proc is that of the new pid namespace and read-only too (a mapped root would still own /proc/sys), /dev has the
// harmless devices, the scratch folder is a tmpfs of its own. No device opens but those of /dev.
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/mount.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/restriction.h"

namespace kingbird::runtime::restriction {
namespace {

constexpr char kOld[] = "/oldroot";
constexpr char kNew[] = "/newroot";

void WriteFile(int status, const std::string& path, const std::string& content, int flags) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0644);
  if (fd < 0 || write(fd, content.data(), content.size()) != static_cast<ssize_t>(content.size())) Fail(status, path);
  close(fd);
}

void MakeFolders(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    mkdir(path.substr(0, slash).c_str(), 0755);
  }
  mkdir(path.c_str(), 0755);
}

bool HasNetwork(const LaunchSpec& spec) { return spec.helper && spec.helper->network; }

bool MakeReadOnly(const std::string& path, bool recursive, bool devices = false) {
  mount_attr attributes = {};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | (devices ? 0 : MOUNT_ATTR_NODEV);
  return syscall(SYS_mount_setattr, AT_FDCWD, path.c_str(), recursive ? AT_RECURSIVE : 0, &attributes,
                 sizeof attributes) == 0;
}

// Puts a file or folder of the host where the sandbox looks for it.
bool BindReadOnly(const Shown& shown) {
  const std::string from = kOld + shown.source.string();
  const std::string to = kNew + shown.path.string();
  struct stat info = {};
  if (lstat(from.c_str(), &info) != 0) return false;
  if (S_ISDIR(info.st_mode)) {
    MakeFolders(to);
  } else {
    MakeFolders(to.substr(0, to.rfind('/')));
    close(open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  }
  return mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0 && MakeReadOnly(to, true);
}

void ShowFiles(int status, const std::vector<Shown>& files) {
  for (const Shown& shown : files) {
    if (shown.link.empty()) {
      if (!BindReadOnly(shown)) Fail(status, "show " + shown.path.string());
      continue;
    }
    const std::string to = kNew + shown.path.string();
    MakeFolders(to.substr(0, to.rfind('/')));
    (void)!symlink(shown.link.c_str(), to.c_str());
  }
}

// The program writes in these folders of the host, but starts nothing from them.
void ShowWritable(int status, const std::vector<Shown>& folders) {
  mount_attr attributes = {};
  attributes.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
  for (const Shown& folder : folders) {
    const std::string to = kNew + folder.path.string();
    MakeFolders(to);
    if (mount((kOld + folder.source.string()).c_str(), to.c_str(), nullptr, MS_BIND, nullptr) != 0 ||
        syscall(SYS_mount_setattr, AT_FDCWD, to.c_str(), 0, &attributes, sizeof attributes) != 0) {
      Fail(status, "show " + folder.path.string());
    }
  }
}

void MakeDevices(int status) {
  const std::string dev = std::string(kNew) + "/dev";
  MakeFolders(dev);
  for (const char* name : {"null", "zero", "full", "random", "urandom"}) {
    const std::string to = dev + "/" + name;
    WriteFile(status, to, "", O_CREAT);
    // Read-only says nothing about what is written through a device, but keeps its mode, owner and times.
    if (mount((std::string(kOld) + "/dev/" + name).c_str(), to.c_str(), nullptr, MS_BIND, nullptr) != 0 ||
        !MakeReadOnly(to, false, true)) {
      Fail(status, to);
    }
  }
  (void)!symlink("/proc/self/fd", (dev + "/fd").c_str());
  (void)!symlink("/proc/self/fd/0", (dev + "/stdin").c_str());
  (void)!symlink("/proc/self/fd/1", (dev + "/stdout").c_str());
  (void)!symlink("/proc/self/fd/2", (dev + "/stderr").c_str());
}

// The user of the sandbox, so that os.userInfo() works and says the same everywhere, and the names of the loopback.
void WriteNames(int status, const LaunchSpec& spec) {
  const uint32_t user = spec.user;
  const std::string home = spec.scratch.string() + "/home";
  const std::pair<const char*, std::string> files[] = {
      {"/etc/passwd", fmt::format("root:x:0:0:root:/root:/bin/sh\nkingbird:x:{0}:{0}::{1}:/bin/sh\n", user, home)},
      {"/etc/group", fmt::format("root:x:0:\nkingbird:x:{}:\n", user)},
      {"/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n"}};
  MakeFolders(std::string(kNew) + "/etc");
  for (const auto& [path, content] : files) {
    // With the host's network the host's names are shown.
    if (HasNetwork(spec) && std::string_view(path) == "/etc/hosts") continue;
    WriteFile(status, kNew + std::string(path), content, O_CREAT);
  }
}

// Loopback only; it is the namespace's own.
void RaiseLoopback() {
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq request = {};
  std::strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  ioctl(fd, SIOCSIFFLAGS, &request);
  close(fd);
}

void PivotTo(int status, const char* folder, const char* old) {
  if (chdir(folder) != 0 || syscall(SYS_pivot_root, ".", old) != 0) Fail(status, "pivot_root");
}

}  // namespace

void UnshareNamespaces(int status, const LaunchSpec& spec) {
  const uid_t real_user = geteuid();
  const gid_t real_group = getegid();
  const int network = HasNetwork(spec) ? 0 : CLONE_NEWNET;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | network | CLONE_NEWIPC | CLONE_NEWUTS) != 0) {
    Fail(status, "unshare");
  }
  WriteFile(status, "/proc/self/setgroups", "deny", 0);
  WriteFile(status, "/proc/self/uid_map", fmt::format("{} {} 1", spec.user, real_user), 0);
  WriteFile(status, "/proc/self/gid_map", fmt::format("{} {} 1", spec.user, real_group), 0);
}

void BuildRoot(int status, const LaunchSpec& spec, const FilesShown& files) {
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) Fail(status, "make mounts private");
  // First pivot: a tmpfs of ours becomes the root, so that the host's /tmp is reachable again below the old one.
  if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") != 0) Fail(status, "mount tmpfs");
  mkdir("/tmp/oldroot", 0755);
  mkdir("/tmp/newroot", 0755);
  PivotTo(status, "/tmp", "oldroot");
  if (chdir("/") != 0 || mount("tmpfs", kNew, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") != 0) {
    Fail(status, "mount the new root");
  }
  for (const char* name : {"/tmp", "/run", "/sys", "/proc", "/kingbird"}) MakeFolders(kNew + std::string(name));
  ShowFiles(status, files.read_only);
  ShowWritable(status, files.writable);
  MakeDevices(status);
  WriteNames(status, spec);
  const std::string proc = std::string(kNew) + "/proc";
  if (mount("proc", proc.c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0 ||
      !MakeReadOnly(proc, false)) {
    Fail(status, "mount /proc");
  }
  const std::string options =
      fmt::format("mode=755,size={},nr_inodes={}", spec.limits.scratch_size, spec.limits.scratch_files);
  const std::string scratch = kNew + std::string(kScratchMount);
  if (mount("tmpfs", scratch.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) != 0)
    Fail(status, "mount scratch");
  if (!MakeReadOnly(kNew, false)) Fail(status, "make the root read-only");
  // Second pivot: old root and new root on the same spot, the old one taken away from under it.
  PivotTo(status, kNew, ".");
  if (umount2(".", MNT_DETACH) != 0 || chdir("/") != 0) Fail(status, "leave the old root");
  (void)!sethostname("kingbird", 8);
  if (!HasNetwork(spec)) RaiseLoopback();
}

}  // namespace kingbird::runtime::restriction
