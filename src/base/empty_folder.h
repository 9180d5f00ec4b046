// Removes what code of a target has left in a folder. Uses the system's functions only: the addon has it, too.
#pragma once

#include <fcntl.h>

#include <functional>

namespace kingbird::base {

/// A folder, and not where a link leads.
inline constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// Empties an open folder and closes it. Links are taken away, not followed; permissions that somebody took away are
/// given back where we may; folders may be in each other to any depth. `goes_on` is asked before each name; absent: to
/// the end. False: something is left.
bool EmptyFolder(int folder, const std::function<bool()>& goes_on = {});

}  // namespace kingbird::base
