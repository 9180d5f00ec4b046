// Removal walks with openat(O_NOFOLLOW) and unlinkat only, so no link a test made can lead it outside the root. A test
// may have taken the permissions of a folder away: they are given back before it is opened.
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kingbird::addon {
namespace {

constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
// A fixed moment, so that a test which looks at times sees the same ones in every run: 2020-01-01T00:00:00Z.
constexpr timespec kEntryTime = {1577836800, 0};

int OpenFolder(int parent, const char* name) {
  int fd = openat(parent, name, kOpenFolder);
  if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, 0) == 0) fd = openat(parent, name, kOpenFolder);
  return fd;
}

// Takes ownership of `folder`.
bool RemoveContent(int folder) {
  DIR* dir = fdopendir(folder);
  if (dir == nullptr) {
    close(folder);
    return false;
  }
  fchmod(folder, 0755);
  bool clean = true;
  while (dirent* item = readdir(dir)) {
    if (std::strcmp(item->d_name, ".") == 0 || std::strcmp(item->d_name, "..") == 0) continue;
    if (unlinkat(folder, item->d_name, 0) == 0) continue;
    if (errno != EISDIR && errno != EPERM) {
      clean = false;
      continue;
    }
    if (unlinkat(folder, item->d_name, AT_REMOVEDIR) == 0) continue;
    const int inner = OpenFolder(folder, item->d_name);
    if (inner < 0 || !RemoveContent(inner) || unlinkat(folder, item->d_name, AT_REMOVEDIR) != 0) clean = false;
  }
  closedir(dir);
  return clean;
}

bool MakeFile(int root, const Entry& entry) {
  const int fd = openat(root, entry.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                        static_cast<mode_t>(entry.mode));
  if (fd < 0) return false;
  size_t written = 0;
  while (written < entry.content.size()) {
    const ssize_t n = write(fd, entry.content.data() + written, entry.content.size() - written);
    if (n <= 0) break;
    written += static_cast<size_t>(n);
  }
  close(fd);
  return written == entry.content.size();
}

bool Make(int root, const Entry& entry) {
  switch (entry.kind) {
    case Entry::Kind::kFile:
      return MakeFile(root, entry);
    case Entry::Kind::kFolder:
      return mkdirat(root, entry.path.c_str(), static_cast<mode_t>(entry.mode)) == 0;
    case Entry::Kind::kLink:
      return symlinkat(entry.content.c_str(), root, entry.path.c_str()) == 0;
  }
  return false;
}

}  // namespace

bool Scratch::Refresh() const {
  const int fd = OpenFolder(AT_FDCWD, root.c_str());
  if (fd < 0) return false;
  bool fine = RemoveContent(dup(fd));
  lseek(fd, 0, SEEK_SET);
  for (const Entry& entry : entries) fine = fine && Make(fd, entry);
  // From the inside out: making a file touches its folder.
  const timespec times[2] = {kEntryTime, kEntryTime};
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    utimensat(fd, entry->path.c_str(), times, AT_SYMLINK_NOFOLLOW);
  }
  close(fd);
  return fine && chdir(working.c_str()) == 0;
}

uint64_t Scratch::SizeMb() const {
  // nftw has no place for our own data, and only one thread calls this.
  static uint64_t blocks;
  blocks = 0;
  const auto add = [](const char*, const struct stat* info, int, FTW*) {
    blocks += static_cast<uint64_t>(info->st_blocks);
    return 0;
  };
  nftw(root.c_str(), add, 16, FTW_PHYS);
  return blocks >> 11;
}

}  // namespace kingbird::addon
