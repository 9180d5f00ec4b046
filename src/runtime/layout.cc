#include "runtime/layout.h"

#include <system_error>

namespace kingbird::runtime {

base::Result<Layout> FindLayout(const base::FileSystem& files, const base::Path& program) {
  Layout layout;
  for (base::Path folder = program.parent_path();; folder = folder.parent_path()) {
    if (layout.addon.empty()) {
      for (const char* place : {"lib/kingbird/kingbird.node", "addon/kingbird.node"}) {
        if (files.IsFile(folder / place)) layout.addon = folder / place;
      }
    }
    if (layout.agent.empty()) {
      for (const char* place : {"share/kingbird/agent", "agent"}) {
        if (files.IsFile(folder / place / "zygote.js")) layout.agent = folder / place;
      }
    }
    if (!layout.addon.empty() && !layout.agent.empty()) return layout;
    if (folder == folder.parent_path()) break;
  }
  return base::EnvironmentError("Kingbird's agent or addon is missing beside " + program.string(),
                                "build the target kingbird_addon, or install Kingbird as a whole");
}

base::Result<Layout> FindLayout() {
  const base::DiskFileSystem disk;
  ASSIGN_OR_RETURN(const base::Path program, disk.LinkTarget(base::kOwnProgram));
  return FindLayout(disk, program);
}

}  // namespace kingbird::runtime
