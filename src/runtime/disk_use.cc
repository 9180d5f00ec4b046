// A file that was removed takes its space until the last one closes it. One that is only mapped, or on its way through
// a socket, is not found; it goes with the processes.
#include "runtime/disk_use.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <set>
#include <string_view>

#include "base/empty_folder.h"

namespace kingbird::runtime {
namespace {

constexpr int kDeepest = 200;
constexpr mode_t kFillable = S_IWUSR | S_IXUSR;
/// An empty file has no blocks and takes an inode all the same, of which a disk has as few. The scratch folder of
/// namespaces has 16,384 for 64 MiB, one for each 4 KiB.
constexpr uint64_t kBlocksOfAnInode = 8;

bool IsOther(const char* name) { return std::string_view(name) != "." && std::string_view(name) != ".."; }

struct Counted {
  uint64_t blocks = 0;
  uint64_t files = 0;
};

// False: there is more than can be seen. Closes the folder.
bool AddFolder(int folder, int depth, Counted& counted) {
  DIR* entries = fdopendir(folder);
  if (entries == nullptr) close(folder);
  bool seen = entries != nullptr && depth < kDeepest;
  while (const dirent* entry = seen ? readdir(entries) : nullptr) {
    struct stat info = {};
    if (!IsOther(entry->d_name) || fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    counted.blocks += static_cast<uint64_t>(info.st_blocks) + kBlocksOfAnInode;
    ++counted.files;
    if (!S_ISDIR(info.st_mode)) continue;
    const int inner = openat(folder, entry->d_name, base::kOpenFolder);
    // What nobody can write into is empty; what is gone by now takes no space.
    seen =
        inner >= 0 ? AddFolder(inner, depth + 1, counted) : errno == ENOENT || (info.st_mode & kFillable) != kFillable;
  }
  if (entries != nullptr) closedir(entries);
  return seen;
}

void AddRemoved(pid_t process, dev_t disk, std::set<ino_t>& known, uint64_t& blocks) {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%d/fd", process);
  DIR* files = opendir(path);
  if (files == nullptr) return;
  while (const dirent* entry = readdir(files)) {
    struct stat info = {};
    if (!IsOther(entry->d_name) || fstatat(dirfd(files), entry->d_name, &info, 0) != 0) continue;
    const bool removed = S_ISREG(info.st_mode) && info.st_nlink == 0 && info.st_dev == disk;
    if (removed && known.insert(info.st_ino).second) blocks += static_cast<uint64_t>(info.st_blocks);
  }
  closedir(files);
}

}  // namespace

DiskUse MeasureDisk(const std::string& folder, std::span<const pid_t> processes) {
  const int top = open(folder.c_str(), base::kOpenFolder);
  struct stat info = {};
  if (top < 0 || fstat(top, &info) != 0) return {};
  Counted counted;
  if (!AddFolder(top, 0, counted)) return {kDiskUnseen, counted.files};
  std::set<ino_t> known;
  for (const pid_t process : processes) AddRemoved(process, info.st_dev, known, counted.blocks);
  return {counted.blocks >> 11, counted.files};
}

uint64_t DiskUseMb(const std::string& folder, std::span<const pid_t> processes) {
  return MeasureDisk(folder, processes).megabytes;
}

}  // namespace kingbird::runtime
