// The code is copied to anonymous memory, which then takes the place of the mapped file in one step: what runs there
// meanwhile, here and in other threads, finds the same instructions at the same addresses.
#include "huge_code.h"

#include <sys/mman.h>
#include <uv.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace kingbird::addon {
namespace {

constexpr uintptr_t kHuge = 2 << 20;

struct Span {
  uintptr_t begin = 0;
  uintptr_t end = 0;

  size_t size() const { return end > begin ? end - begin : 0; }
};

// The whole huge pages of the mapping that holds this address.
Span HugePagesAround(uintptr_t address) {
  Span span;
  FILE* maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return span;
  char line[4096];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long begin = 0;
    unsigned long end = 0;
    if (std::sscanf(line, "%lx-%lx r-xp", &begin, &end) != 2 || address < begin || address >= end) continue;
    span = {(begin + kHuge - 1) / kHuge * kHuge, end / kHuge * kHuge};
    break;
  }
  std::fclose(maps);
  return span;
}

uint64_t HugeKilobytes() {
  FILE* rollup = std::fopen("/proc/self/smaps_rollup", "re");
  if (rollup == nullptr) return 0;
  char line[256];
  unsigned long size = 0;
  while (std::fgets(line, sizeof line, rollup) != nullptr && std::sscanf(line, "AnonHugePages: %lu", &size) != 1) {
  }
  std::fclose(rollup);
  return size;
}

}  // namespace

void PutCodeOnHugePages() {
  const Span code = HugePagesAround(reinterpret_cast<uintptr_t>(&uv_run));
  const size_t room = code.size() + kHuge;
  if (code.size() == 0) return;
  void* area = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (area == MAP_FAILED) return;
  void* copy = reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(area) + kHuge - 1) / kHuge * kHuge);
  const uint64_t before = HugeKilobytes();
  if (madvise(copy, code.size(), MADV_HUGEPAGE) == 0) {
    void* place = reinterpret_cast<void*>(code.begin);
    std::memcpy(copy, place, code.size());
    // Small anonymous pages would be worse than the file's: each has an entry that every fork copies.
    if (HugeKilobytes() >= before + (code.size() >> 10) / 4 * 3 &&
        mprotect(copy, code.size(), PROT_READ | PROT_EXEC) == 0) {
      (void)mremap(copy, code.size(), code.size(), MREMAP_MAYMOVE | MREMAP_FIXED, place);
    }
  }
  munmap(area, room);
}

}  // namespace kingbird::addon
