#include "scratch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/empty_folder.h"

namespace kingbird::addon {
namespace {

// A fixed moment, so that a test which looks at times sees the same ones in every run: 2020-01-01T00:00:00Z.
constexpr timespec kEntryTime = {1577836800, 0};

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
  const int fd = open(root.c_str(), base::kOpenFolder);
  if (fd < 0) return false;
  bool fine = base::EmptyFolder(dup(fd));
  for (const Entry& entry : entries) fine = fine && Make(fd, entry);
  // From the inside out: making a file touches its folder.
  const timespec times[2] = {kEntryTime, kEntryTime};
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    utimensat(fd, entry->path.c_str(), times, AT_SYMLINK_NOFOLLOW);
  }
  close(fd);
  return fine && chdir(working.c_str()) == 0;
}

}  // namespace kingbird::addon
