// Opens files and folders below an open folder, and nothing outside of that folder.
#pragma once

#include <fcntl.h>
#include <sys/types.h>

#include <string>
#include <string_view>

namespace kingbird::base {

/// Whether a name is a relative path without empty parts, "." and "..": such a name leads out of no folder.
bool IsNameBelow(std::string_view name);

/// Opens what `name` names below the folder; -1 with errno where that fails. ELOOP: the name leads through a link.
/// EXDEV: IsNameBelow() is false for the name. `flags` are those of open(2); the descriptor is closed on exec.
int OpenBeneath(int folder, const std::string& name, int flags, mode_t mode = 0);

/// OpenBeneath() for kernels before Linux 5.6 and for containers that refuse openat2. It opens one part of the name
/// after the other and follows no link.
int OpenByWalking(int folder, const std::string& name, int flags, mode_t mode = 0);

}  // namespace kingbird::base
