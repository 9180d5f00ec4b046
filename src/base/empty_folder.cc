// Walks with openat(O_NOFOLLOW) and unlinkat only, so no link can lead it outside. A descriptor is open for each folder
// on the way down: what lies deeper than a few of them is moved up to the top, where the next round finds it.
#include "base/empty_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

namespace kingbird::base {
namespace {

constexpr int kDeepest = 64;

int OpenFolder(int parent, const char* name) {
  const int fd = openat(parent, name, kOpenFolder);
  if (fd >= 0 || errno != EACCES || fchmodat(parent, name, 0700, 0) != 0) return fd;
  return openat(parent, name, kOpenFolder);
}

class Removal {
 public:
  Removal(int top, const std::function<bool()>& goes_on) : top_(top), goes_on_(goes_on) {}

  bool Run() {
    bool clean = true;
    int before = -1;
    while (clean && before != moved_) {
      before = moved_;
      clean = Empty(OpenFolder(top_, "."), 0);
    }
    return clean;
  }

 private:
  // Closes the folder.
  bool Empty(int folder, int depth) {
    DIR* entries = folder < 0 ? nullptr : fdopendir(folder);
    if (entries == nullptr) {
      if (folder >= 0) close(folder);
      return false;
    }
    fchmod(folder, 0755);
    bool clean = true;
    while (const dirent* entry = readdir(entries)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (goes_on_ && !goes_on_()) {
        clean = false;
        break;
      }
      clean = Remove(folder, entry->d_name, depth) && clean;
    }
    closedir(entries);
    return clean;
  }

  bool Remove(int folder, const char* name, int depth) {
    if (unlinkat(folder, name, 0) == 0) return true;
    if (errno != EISDIR && errno != EPERM) return errno == ENOENT;
    if (unlinkat(folder, name, AT_REMOVEDIR) == 0) return true;
    if (depth >= kDeepest) return MoveUp(folder, name);
    return Empty(OpenFolder(folder, name), depth + 1) && unlinkat(folder, name, AT_REMOVEDIR) == 0;
  }

  bool MoveUp(int folder, const char* name) {
    char place[32];
    for (int tries = 0; tries < 1000; ++tries) {
      std::snprintf(place, sizeof place, ".deep-%d", moved_++);
      if (renameat(folder, name, top_, place) == 0) return true;
      // Its own ".." changes, for which it must be writable. Any other reason: somebody has a folder of that name.
      if (errno == EACCES && fchmodat(folder, name, 0700, 0) != 0) return false;
    }
    return false;
  }

  int top_;
  const std::function<bool()>& goes_on_;
  int moved_ = 0;
};

}  // namespace

bool EmptyFolder(int folder, const std::function<bool()>& goes_on) {
  const bool clean = Removal(folder, goes_on).Run();
  close(folder);
  return clean;
}

}  // namespace kingbird::base
