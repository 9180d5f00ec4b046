// Parents are known for all processes at once: a list of one's children, as the kernel gives it, is that of one thread.
#include "runtime/process_tree.h"

#include <dirent.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>
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

struct Process {
  pid_t parent = -1;
  char state = 0;
  uint64_t ticks = 0;
};

Process Look(pid_t pid) {
  char path[64];
  char text[512];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  Process process;
  if (!ReadText(path, text, sizeof text)) return process;
  // The name of the program may contain anything.
  const char* name_end = std::strrchr(text, ')');
  unsigned long long ticks[4] = {};
  if (name_end == nullptr ||
      std::sscanf(name_end + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &process.state,
                  &process.parent, &ticks[0], &ticks[1], &ticks[2], &ticks[3]) != 6) {
    return {};
  }
  process.ticks = ticks[0] + ticks[1] + ticks[2] + ticks[3];
  return process;
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
  std::map<pid_t, Process> all;
  std::map<pid_t, std::vector<pid_t>> children;
  if (DIR* proc = opendir("/proc")) {
    while (const dirent* item = readdir(proc)) {
      const pid_t pid = std::atoi(item->d_name);
      if (pid <= 0) continue;
      all[pid] = Look(pid);
      children[all[pid].parent].push_back(pid);
    }
    closedir(proc);
  }
  std::vector<pid_t> below = children[root];
  TreeUse use;
  uint64_t memory_kb = 0;
  uint64_t ticks = 0;
  for (size_t i = 0; i < below.size(); ++i) {
    const std::vector<pid_t> next = children[below[i]];
    below.insert(below.end(), next.begin(), next.end());
    memory_kb += MemoryKb(below[i]);
    const Process& one = all[below[i]];
    ticks += one.ticks;
    use.running = use.running || one.state == 'R' || one.state == 'D';
  }
  use.processes = std::move(below);
  use.memory_mb = memory_kb >> 10;
  use.computed = std::chrono::milliseconds(ticks * 1000 / static_cast<uint64_t>(sysconf(_SC_CLK_TCK)));
  return use;
}

}  // namespace kingbird::runtime
