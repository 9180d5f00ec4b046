// The functions of libc that change what is at a path, each noted with how it ended. Those that take a descriptor are
// not here: a file that is open for writing was noted when it was opened.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cstdarg>

#include "effects.h"
#include "real_function.h"

namespace kingbird::addon {
namespace {

constexpr int kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;

RealFunction<int(const char*, int, mode_t)> g_open("open");
RealFunction<int(const char*, int, mode_t)> g_open64("open64");
RealFunction<int(int, const char*, int, mode_t)> g_openat("openat");
RealFunction<int(int, const char*, int, mode_t)> g_openat64("openat64");
RealFunction<int(const char*, mode_t)> g_mkdir("mkdir");
RealFunction<int(int, const char*, mode_t)> g_mkdirat("mkdirat");
RealFunction<char*(char*)> g_mkdtemp("mkdtemp");
RealFunction<int(char*)> g_mkstemp64("mkstemp64");
RealFunction<int(const char*)> g_unlink("unlink");
RealFunction<int(int, const char*, int)> g_unlinkat("unlinkat");
RealFunction<int(const char*)> g_rmdir("rmdir");
RealFunction<int(const char*)> g_remove("remove");
RealFunction<int(const char*, const char*)> g_rename("rename");
RealFunction<int(int, const char*, int, const char*)> g_renameat("renameat");
RealFunction<int(const char*, const char*)> g_link("link");
RealFunction<int(const char*, const char*)> g_symlink("symlink");
RealFunction<int(const char*, mode_t)> g_chmod("chmod");
RealFunction<int(int, const char*, mode_t, int)> g_fchmodat("fchmodat");
RealFunction<int(const char*, uid_t, gid_t)> g_chown("chown");
RealFunction<int(const char*, uid_t, gid_t)> g_lchown("lchown");
RealFunction<int(int, const char*, const void*, int)> g_utimensat("utimensat");
RealFunction<int(const char*, off_t)> g_truncate("truncate");
RealFunction<int(const char*, off_t)> g_truncate64("truncate64");

// Its answer, noted.
int Written(const char* path, int result) {
  NoteWrite(AT_FDCWD, path, result);
  return result;
}
int WrittenAt(int at, const char* path, int result) {
  NoteWrite(at, path, result);
  return result;
}
int Opened(int at, const char* path, int flags, int result) {
  if ((flags & kWrites) != 0) return WrittenAt(at, path, result);
  NoteRead(at, path);
  return result;
}

mode_t ModeOf(int flags, va_list rest) {
  const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return creates ? va_arg(rest, mode_t) : 0;
}

}  // namespace

int StandInOpen(const char* path, int flags, ...) KINGBIRD_STANDS_FOR("open");
int StandInOpen(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = ModeOf(flags, rest);
  va_end(rest);
  return Opened(AT_FDCWD, path, flags, g_open(path, flags, mode));
}

int StandInOpen64(const char* path, int flags, ...) KINGBIRD_STANDS_FOR("open64");
int StandInOpen64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = ModeOf(flags, rest);
  va_end(rest);
  return Opened(AT_FDCWD, path, flags, g_open64(path, flags, mode));
}

int StandInOpenat(int at, const char* path, int flags, ...) KINGBIRD_STANDS_FOR("openat");
int StandInOpenat(int at, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = ModeOf(flags, rest);
  va_end(rest);
  return Opened(at, path, flags, g_openat(at, path, flags, mode));
}

int StandInOpenat64(int at, const char* path, int flags, ...) KINGBIRD_STANDS_FOR("openat64");
int StandInOpenat64(int at, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = ModeOf(flags, rest);
  va_end(rest);
  return Opened(at, path, flags, g_openat64(at, path, flags, mode));
}

int StandInMkdir(const char* path, mode_t mode) KINGBIRD_STANDS_FOR("mkdir");
int StandInMkdir(const char* path, mode_t mode) { return Written(path, g_mkdir(path, mode)); }

int StandInMkdirat(int at, const char* path, mode_t mode) KINGBIRD_STANDS_FOR("mkdirat");
int StandInMkdirat(int at, const char* path, mode_t mode) { return WrittenAt(at, path, g_mkdirat(at, path, mode)); }

char* StandInMkdtemp(char* pattern) KINGBIRD_STANDS_FOR("mkdtemp");
char* StandInMkdtemp(char* pattern) {
  char* const made = g_mkdtemp(pattern);
  Written(pattern, made == nullptr ? -1 : 0);
  return made;
}

int StandInMkstemp64(char* pattern) KINGBIRD_STANDS_FOR("mkstemp64");
int StandInMkstemp64(char* pattern) { return Written(pattern, g_mkstemp64(pattern)); }

int StandInUnlink(const char* path) KINGBIRD_STANDS_FOR("unlink");
int StandInUnlink(const char* path) { return Written(path, g_unlink(path)); }

int StandInUnlinkat(int at, const char* path, int flags) KINGBIRD_STANDS_FOR("unlinkat");
int StandInUnlinkat(int at, const char* path, int flags) { return WrittenAt(at, path, g_unlinkat(at, path, flags)); }

int StandInRmdir(const char* path) KINGBIRD_STANDS_FOR("rmdir");
int StandInRmdir(const char* path) { return Written(path, g_rmdir(path)); }

int StandInRemove(const char* path) KINGBIRD_STANDS_FOR("remove");
int StandInRemove(const char* path) { return Written(path, g_remove(path)); }

int StandInRename(const char* from, const char* to) KINGBIRD_STANDS_FOR("rename");
int StandInRename(const char* from, const char* to) { return Written(from, Written(to, g_rename(from, to))); }

int StandInRenameat(int at, const char* from, int to_at, const char* to) KINGBIRD_STANDS_FOR("renameat");
int StandInRenameat(int at, const char* from, int to_at, const char* to) {
  return WrittenAt(at, from, WrittenAt(to_at, to, g_renameat(at, from, to_at, to)));
}

int StandInLink(const char* from, const char* to) KINGBIRD_STANDS_FOR("link");
int StandInLink(const char* from, const char* to) { return Written(to, g_link(from, to)); }

int StandInSymlink(const char* content, const char* path) KINGBIRD_STANDS_FOR("symlink");
int StandInSymlink(const char* content, const char* path) { return Written(path, g_symlink(content, path)); }

int StandInChmod(const char* path, mode_t mode) KINGBIRD_STANDS_FOR("chmod");
int StandInChmod(const char* path, mode_t mode) { return Written(path, g_chmod(path, mode)); }

int StandInFchmodat(int at, const char* path, mode_t mode, int flags) KINGBIRD_STANDS_FOR("fchmodat");
int StandInFchmodat(int at, const char* path, mode_t mode, int flags) {
  return WrittenAt(at, path, g_fchmodat(at, path, mode, flags));
}

int StandInChown(const char* path, uid_t user, gid_t group) KINGBIRD_STANDS_FOR("chown");
int StandInChown(const char* path, uid_t user, gid_t group) { return Written(path, g_chown(path, user, group)); }

int StandInLchown(const char* path, uid_t user, gid_t group) KINGBIRD_STANDS_FOR("lchown");
int StandInLchown(const char* path, uid_t user, gid_t group) { return Written(path, g_lchown(path, user, group)); }

int StandInUtimensat(int at, const char* path, const void* times, int flags) KINGBIRD_STANDS_FOR("utimensat");
int StandInUtimensat(int at, const char* path, const void* times, int flags) {
  return WrittenAt(at, path, g_utimensat(at, path, times, flags));
}

int StandInTruncate(const char* path, off_t size) KINGBIRD_STANDS_FOR("truncate");
int StandInTruncate(const char* path, off_t size) { return Written(path, g_truncate(path, size)); }

int StandInTruncate64(const char* path, off_t size) KINGBIRD_STANDS_FOR("truncate64");
int StandInTruncate64(const char* path, off_t size) { return Written(path, g_truncate64(path, size)); }

}  // namespace kingbird::addon
