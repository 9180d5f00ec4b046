// Parents are known for all processes at once: a list of one's children, as the kernel gives it, is that of one thread.
#include "runtime/process_tree.h"

#include <dirent.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

namespace kingbird::runtime {
namespace {

bool ReadText(const char* path, char* text, size_t size) {
  FILE* file = std::fopen(path, "re");
  if (file == nullptr) return false;
  text[std::fread(text, 1, size - 1, file)] = '\0';
  std::fclose(file);
  return true;
}

pid_t ParentOf(pid_t pid) {
  char path[64];
  char text[512];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  if (!ReadText(path, text, sizeof text)) return -1;
  // The name of the program may contain anything.
  const char* name_end = std::strrchr(text, ')');
  int parent = -1;
  char state = 0;
  return name_end != nullptr && std::sscanf(name_end + 1, " %c %d", &state, &parent) == 2 ? parent : -1;
}

uint64_t MemoryKb(pid_t pid) {
  char path[64];
  char text[4096];
  std::snprintf(path, sizeof path, "/proc/%d/status", pid);
  if (!ReadText(path, text, sizeof text)) return 0;
  uint64_t total = 0;
  for (const char* name : {"\nRssAnon:", "\nRssShmem:"}) {
    const char* line = std::strstr(text, name);
    if (line != nullptr) total += std::strtoull(line + std::strlen(name), nullptr, 10);
  }
  return total;
}

}  // namespace

TreeUse MeasureBelow(pid_t root) {
  std::map<pid_t, std::vector<pid_t>> children;
  if (DIR* proc = opendir("/proc")) {
    while (const dirent* item = readdir(proc)) {
      const pid_t pid = std::atoi(item->d_name);
      if (pid > 0) children[ParentOf(pid)].push_back(pid);
    }
    closedir(proc);
  }
  std::vector<pid_t> below = children[root];
  uint64_t memory_kb = 0;
  for (size_t i = 0; i < below.size(); ++i) {
    const std::vector<pid_t> next = children[below[i]];
    below.insert(below.end(), next.begin(), next.end());
    memory_kb += MemoryKb(below[i]);
  }
  return {below.size(), memory_kb >> 10};
}

}  // namespace kingbird::runtime
