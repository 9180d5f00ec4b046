// How much of a disk a scratch folder takes that has no limit of its own. Uses the system's functions only: the addon
// has it, too.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>

namespace kingbird::runtime {

/// What cannot be looked at is beyond every limit.
inline constexpr uint64_t kDiskUnseen = UINT64_MAX;

struct DiskUse {
  uint64_t megabytes = 0;  ///< kDiskUnseen when a part of the folder cannot be looked at.
  uint64_t files = 0;      ///< Names below the folder, folders included.
};
/// What `DiskUseMb` says, with the number of files.
DiskUse MeasureDisk(const std::string& folder, std::span<const pid_t> processes);

/// Megabytes of files below a folder, each name counted as 4 KiB besides its content, and of those on the same disk
/// that have no name any more but are open in one of the processes, as far as those let us look. kDiskUnseen for
/// folders in which one can write but not look, and for folders deeper than anybody needs.
uint64_t DiskUseMb(const std::string& folder, std::span<const pid_t> processes);

}  // namespace kingbird::runtime
