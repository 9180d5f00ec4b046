#pragma once

#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::env {

/// Whether the folder exists and can be written to, or could be made. Leaves no trace.
base::Status CheckOutputFolder(const base::Path& out);

}  // namespace kingbird::env
