#include "runtime/disk_watch.h"

#include "runtime/disk_use.h"

namespace kingbird::runtime {
namespace {

// A look walks the whole folders, among them npm's cache of downloads. One part in thirty of a processor pays for it.
constexpr int kPauseInLooks = 30;

}  // namespace

DiskWatch::DiskWatch(const base::HelperRights& rights) : rights_(rights), first_(Measure({})) {}

bool DiskWatch::IsBeyond(std::span<const pid_t> processes) {
  return std::chrono::steady_clock::now() >= next_look_ && HasGrownBeyond(processes);
}

bool DiskWatch::HasGrownBeyond(std::span<const pid_t> processes) {
  if (rights_.writable.empty()) return false;
  const Held now = Measure(processes);
  return now.megabytes > first_.megabytes + (rights_.most_bytes >> 20) || now.files > first_.files + rights_.most_files;
}

DiskWatch::Held DiskWatch::Measure(std::span<const pid_t> processes) {
  const auto begin = std::chrono::steady_clock::now();
  Held held;
  for (const base::Path& folder : rights_.writable) {
    const DiskUse use = MeasureDisk(folder.string(), processes);
    if (use.megabytes == kDiskUnseen) return {kDiskUnseen, 0};
    held.megabytes += use.megabytes;
    held.files += use.files;
  }
  const auto end = std::chrono::steady_clock::now();
  next_look_ = end + kPauseInLooks * (end - begin);
  return held;
}

}  // namespace kingbird::runtime
