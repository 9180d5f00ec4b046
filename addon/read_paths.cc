// The functions of libc that look at what is at a path. A test that calls one of them on something in its folder needs
// that folder. libuv asks for statx by number where libc is old.
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>

#include <cstdarg>

#include "effects.h"
#include "real_function.h"

namespace kingbird::addon {
namespace {

RealFunction<int(const char*, void*)> g_stat("stat");
RealFunction<int(const char*, void*)> g_stat64("stat64");
RealFunction<int(const char*, void*)> g_lstat("lstat");
RealFunction<int(const char*, void*)> g_lstat64("lstat64");
RealFunction<int(int, const char*, void*)> g_xstat64("__xstat64");
RealFunction<int(int, const char*, void*)> g_lxstat64("__lxstat64");
RealFunction<int(int, const char*, int, unsigned, void*)> g_statx("statx");
RealFunction<int(const char*, int)> g_access("access");
RealFunction<void*(const char*)> g_opendir("opendir");
RealFunction<int(const char*, void*, void*, void*)> g_scandir64("scandir64");
RealFunction<ssize_t(const char*, char*, size_t)> g_readlink("readlink");
RealFunction<char*(const char*, char*)> g_realpath("realpath");
RealFunction<int(const char*)> g_chdir("chdir");
RealFunction<long(long, long, long, long, long, long, long)> g_syscall("syscall");

}  // namespace

int StandInStat(const char* path, void* into) KINGBIRD_STANDS_FOR("stat");
int StandInStat(const char* path, void* into) {
  NoteRead(AT_FDCWD, path);
  return g_stat(path, into);
}

int StandInStat64(const char* path, void* into) KINGBIRD_STANDS_FOR("stat64");
int StandInStat64(const char* path, void* into) {
  NoteRead(AT_FDCWD, path);
  return g_stat64(path, into);
}

int StandInLstat(const char* path, void* into) KINGBIRD_STANDS_FOR("lstat");
int StandInLstat(const char* path, void* into) {
  NoteRead(AT_FDCWD, path);
  return g_lstat(path, into);
}

int StandInLstat64(const char* path, void* into) KINGBIRD_STANDS_FOR("lstat64");
int StandInLstat64(const char* path, void* into) {
  NoteRead(AT_FDCWD, path);
  return g_lstat64(path, into);
}

int StandInXstat64(int version, const char* path, void* into) KINGBIRD_STANDS_FOR("__xstat64");
int StandInXstat64(int version, const char* path, void* into) {
  NoteRead(AT_FDCWD, path);
  return g_xstat64(version, path, into);
}

int StandInLxstat64(int version, const char* path, void* into) KINGBIRD_STANDS_FOR("__lxstat64");
int StandInLxstat64(int version, const char* path, void* into) {
  NoteRead(AT_FDCWD, path);
  return g_lxstat64(version, path, into);
}

int StandInStatx(int at, const char* path, int flags, unsigned mask, void* into) KINGBIRD_STANDS_FOR("statx");
int StandInStatx(int at, const char* path, int flags, unsigned mask, void* into) {
  NoteRead(at, path);
  return g_statx(at, path, flags, mask, into);
}

int StandInAccess(const char* path, int mode) KINGBIRD_STANDS_FOR("access");
int StandInAccess(const char* path, int mode) {
  NoteRead(AT_FDCWD, path);
  return g_access(path, mode);
}

void* StandInOpendir(const char* path) KINGBIRD_STANDS_FOR("opendir");
void* StandInOpendir(const char* path) {
  NoteRead(AT_FDCWD, path);
  return g_opendir(path);
}

int StandInScandir64(const char* path, void* into, void* filter, void* order) KINGBIRD_STANDS_FOR("scandir64");
int StandInScandir64(const char* path, void* into, void* filter, void* order) {
  NoteRead(AT_FDCWD, path);
  return g_scandir64(path, into, filter, order);
}

ssize_t StandInReadlink(const char* path, char* into, size_t size) KINGBIRD_STANDS_FOR("readlink");
ssize_t StandInReadlink(const char* path, char* into, size_t size) {
  NoteRead(AT_FDCWD, path);
  return g_readlink(path, into, size);
}

char* StandInRealpath(const char* path, char* into) KINGBIRD_STANDS_FOR("realpath");
char* StandInRealpath(const char* path, char* into) {
  NoteRead(AT_FDCWD, path);
  return g_realpath(path, into);
}

int StandInChdir(const char* path) KINGBIRD_STANDS_FOR("chdir");
int StandInChdir(const char* path) {
  NoteRead(AT_FDCWD, path);
  return g_chdir(path);
}

// As libc's own: six arguments, whatever was passed.
long StandInSyscall(long number, ...) KINGBIRD_STANDS_FOR("syscall");
long StandInSyscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_statx) NoteRead(static_cast<int>(arguments[0]), reinterpret_cast<const char*>(arguments[1]));
  return g_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

}  // namespace kingbird::addon
