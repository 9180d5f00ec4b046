// A process is started by exec (libuv forks, then execs; the control region is shared with that child), the network is
// reached through a socket or by looking a name up, a signal goes to another process. Each is noted when it is tried:
// whether it succeeds is the machine's affair. What the test starts is not watched any more; that it was started is
// known. socketpair is how libuv talks to a child process, and netlink how the machine is asked about itself: no
// effects.
#include "effects.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "channel.h"
#include "real_function.h"

namespace kingbird::addon {
namespace {

using wire::Effect;
using Strings = char* const*;

bool g_watched = false;
std::string g_scratch;

RealFunction<int(const char*, Strings)> g_execv("execv");
RealFunction<int(const char*, Strings)> g_execvp("execvp");
RealFunction<int(const char*, Strings, Strings)> g_execve("execve");
RealFunction<int(const char*, Strings, Strings)> g_execvpe("execvpe");
RealFunction<int(int, Strings, Strings)> g_fexecve("fexecve");
RealFunction<int(int, const char*, Strings, Strings, int)> g_execveat("execveat");
RealFunction<int(pid_t*, const char*, const void*, const void*, Strings, Strings)> g_posix_spawn("posix_spawn");
RealFunction<int(pid_t*, const char*, const void*, const void*, Strings, Strings)> g_posix_spawnp("posix_spawnp");
RealFunction<int(int, int, int)> g_socket("socket");
RealFunction<int(const char*, const char*, const void*, void*)> g_getaddrinfo("getaddrinfo");
RealFunction<int(const void*, unsigned, char*, unsigned, char*, unsigned, int)> g_getnameinfo("getnameinfo");
RealFunction<int(pid_t, int)> g_kill("kill");
RealFunction<int(pid_t, int)> g_killpg("killpg");

std::string FolderOf(int descriptor) {
  char path[PATH_MAX] = "";
  if (descriptor == AT_FDCWD) return getcwd(path, sizeof path) == nullptr ? "/" : path;
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  return length > 0 ? std::string(path, static_cast<size_t>(length)) : "/";
}

// By its text: a link that leads out of the scratch folder ends at a read-only file system.
bool IsOutside(int at, const char* path) {
  const std::string full =
      (path[0] == '/' ? std::filesystem::path(path) : std::filesystem::path(FolderOf(at)) / path).lexically_normal();
  return full != g_scratch && full.compare(0, g_scratch.size() + 1, g_scratch + "/") != 0;
}

}  // namespace

void FindRealFunctions() {
  const auto find = [](auto&... functions) { (functions.Find(), ...); };
  find(g_execv, g_execvp, g_execve, g_execvpe, g_fexecve, g_execveat, g_kill);
}

void WatchEffects(const std::string& scratch) {
  g_scratch = scratch;
  g_watched = true;
}

void NoteEffect(Effect effect) {
  if (g_watched) Control().effects.fetch_or(effect);
}

void NoteRead(int at, const char* path) {
  if (!g_watched || path == nullptr || (Control().effects.load() & wire::kTouchesFiles) != 0) return;
  const int error = errno;
  if (!IsOutside(at, path)) NoteEffect(wire::kTouchesFiles);
  errno = error;
}

void NoteWrite(int at, const char* path, long result) {
  if (!g_watched || path == nullptr || std::strncmp(path, "/dev/", 5) == 0) return;
  const int error = errno;
  // What is there already, or is no place to write to, is so on every machine.
  const bool harmless = result < 0 && (error == EEXIST || error == EISDIR || error == ENOTDIR || error == EINVAL ||
                                       error == EBUSY || error == ENAMETOOLONG || error == EFAULT);
  const bool refused = result < 0 && error == EROFS;
  const bool outside = IsOutside(at, path);
  if (!outside) NoteEffect(wire::kTouchesFiles);
  if (refused || (!harmless && outside)) NoteEffect(wire::kWritesOutside);
  errno = error;
}

int StandInExecv(const char* path, Strings arguments) KINGBIRD_STANDS_FOR("execv");
int StandInExecv(const char* path, Strings arguments) {
  NoteEffect(wire::kStartsProcess);
  return g_execv(path, arguments);
}

int StandInExecvp(const char* file, Strings arguments) KINGBIRD_STANDS_FOR("execvp");
int StandInExecvp(const char* file, Strings arguments) {
  NoteEffect(wire::kStartsProcess);
  return g_execvp(file, arguments);
}

int StandInExecve(const char* path, Strings arguments, Strings environment) KINGBIRD_STANDS_FOR("execve");
int StandInExecve(const char* path, Strings arguments, Strings environment) {
  NoteEffect(wire::kStartsProcess);
  return g_execve(path, arguments, environment);
}

int StandInExecvpe(const char* file, Strings arguments, Strings environment) KINGBIRD_STANDS_FOR("execvpe");
int StandInExecvpe(const char* file, Strings arguments, Strings environment) {
  NoteEffect(wire::kStartsProcess);
  return g_execvpe(file, arguments, environment);
}

int StandInFexecve(int file, Strings arguments, Strings environment) KINGBIRD_STANDS_FOR("fexecve");
int StandInFexecve(int file, Strings arguments, Strings environment) {
  NoteEffect(wire::kStartsProcess);
  return g_fexecve(file, arguments, environment);
}

int StandInExecveat(int at, const char* path, Strings arguments, Strings environment, int flags)
    KINGBIRD_STANDS_FOR("execveat");
int StandInExecveat(int at, const char* path, Strings arguments, Strings environment, int flags) {
  NoteEffect(wire::kStartsProcess);
  return g_execveat(at, path, arguments, environment, flags);
}

int StandInSpawn(pid_t* pid, const char* path, const void* actions, const void* attributes, Strings arguments,
                 Strings environment) KINGBIRD_STANDS_FOR("posix_spawn");
int StandInSpawn(pid_t* pid, const char* path, const void* actions, const void* attributes, Strings arguments,
                 Strings environment) {
  NoteEffect(wire::kStartsProcess);
  return g_posix_spawn(pid, path, actions, attributes, arguments, environment);
}

int StandInSpawnp(pid_t* pid, const char* file, const void* actions, const void* attributes, Strings arguments,
                  Strings environment) KINGBIRD_STANDS_FOR("posix_spawnp");
int StandInSpawnp(pid_t* pid, const char* file, const void* actions, const void* attributes, Strings arguments,
                  Strings environment) {
  NoteEffect(wire::kStartsProcess);
  return g_posix_spawnp(pid, file, actions, attributes, arguments, environment);
}

int StandInSocket(int family, int type, int protocol) KINGBIRD_STANDS_FOR("socket");
int StandInSocket(int family, int type, int protocol) {
  if (family != AF_NETLINK) NoteEffect(wire::kOpensSocket);
  return g_socket(family, type, protocol);
}

int StandInGetaddrinfo(const char* name, const char* service, const void* hints, void* found)
    KINGBIRD_STANDS_FOR("getaddrinfo");
int StandInGetaddrinfo(const char* name, const char* service, const void* hints, void* found) {
  NoteEffect(wire::kOpensSocket);
  return g_getaddrinfo(name, service, hints, found);
}

int StandInGetnameinfo(const void* address, unsigned length, char* host, unsigned host_size, char* service,
                       unsigned service_size, int flags) KINGBIRD_STANDS_FOR("getnameinfo");
int StandInGetnameinfo(const void* address, unsigned length, char* host, unsigned host_size, char* service,
                       unsigned service_size, int flags) {
  NoteEffect(wire::kOpensSocket);
  return g_getnameinfo(address, length, host, host_size, service, service_size, flags);
}

int StandInKill(pid_t pid, int number) KINGBIRD_STANDS_FOR("kill");
int StandInKill(pid_t pid, int number) {
  if (pid != getpid()) NoteEffect(wire::kSendsSignal);
  return g_kill(pid, number);
}

int StandInKillpg(pid_t group, int number) KINGBIRD_STANDS_FOR("killpg");
int StandInKillpg(pid_t group, int number) {
  NoteEffect(wire::kSendsSignal);
  return g_killpg(group, number);
}

}  // namespace kingbird::addon
