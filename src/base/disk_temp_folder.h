// Temporary folders on the disk, which outlive a process that was killed. A temporary folder is a folder with a marker
// file, a folder "files" and a lock; only a folder with the marker whose lock nobody holds is ever removed.
#pragma once

#include <chrono>
#include <string_view>

#include "base/file_system.h"

namespace kingbird::base {

/// The names of folders in which something is made that is not complete yet begin with this.
inline constexpr std::string_view kUnfinished = ".unfinished";

/// FileSystem::MakePrivate and FileSystem::PrivatePlace for the disk.
Status MakePrivateOnDisk(const Path& folder, const std::string& instead);
Result<Path> PrivatePlaceOnDisk();

/// Makes a temporary folder in `place`, which is removed with the object, or by a later sweep when this process is
/// killed. Removing a large folder takes time, which a run whose time is over does not have: what is not removed within
/// kPatience is removed by another process.
Result<TempFolder> MakeDiskTempFolder(const Path& place, std::string_view prefix);

/// Removes the temporary folders in `place` that processes of this user have left behind. Returns how many.
int SweepTempFolders(const Path& place, std::string_view prefix = "");
/// The same for this user's own folder for temporary files.
int SweepPrivatePlace();

inline constexpr std::chrono::milliseconds kPatience{200};
/// Removes a temporary folder. `lock` is a descriptor that holds the lock of the folder and is closed, or -1.
void RemoveTempFolder(const Path& folder, int lock, std::chrono::milliseconds patience);

}  // namespace kingbird::base
