// Which files of the host a sandbox shows: an allow list. The system's programs and libraries, what of /etc they read,
// Node with its libraries, and what the caller names; nobody's home, no configuration, no other project.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "model/run_kind.h"

namespace kingbird::runtime {

/// One file or folder, shown read-only with everything below it; or a link.
struct Shown {
  base::Path path;    ///< Where the sandbox has it.
  base::Path source;  ///< Its real path on the host.
  std::string link;   ///< What the link says; then there is no source.
};

/// `wanted` are absolute paths; what does not exist is left out. A path that leads through links is shown at its real
/// place too. Sorted so that a folder comes before what is below it, and nothing is named twice.
/// `network`: with the files by which programs find hosts.
std::vector<Shown> FileView(const std::vector<base::Path>& wanted, bool network = false);

/// Shared libraries of a program that lie outside the system's folders, with the program itself. The dynamic loader
/// lists the libraries, in a sandbox of the given kind that shows the whole disk and lets nothing be written.
std::vector<base::Path> ProgramFiles(const base::Path& program, model::SandboxKind sandbox);

}  // namespace kingbird::runtime
