// Temporary folders on the disk, which outlive a process that was killed: their names and locks tell whose they are.
#pragma once

#include <chrono>
#include <string_view>

#include "base/file_system.h"

namespace kingbird::base {

/// Removed with the object, or by a later sweep when this process is killed. A large one takes its time, which a run
/// whose time is over does not have: what is not removed within kPatience a process of its own removes.
Result<TempFolder> MakeDiskTempFolder(std::string_view prefix);

/// Removes what processes of this user that are no more left behind. How many folders.
int SweepTempFolders();

inline constexpr std::chrono::milliseconds kPatience{200};
/// The descriptor holds the folder's lock, or is -1: it is closed, too.
void RemoveTempFolder(const Path& path, int lock, std::chrono::milliseconds patience);

}  // namespace kingbird::base
