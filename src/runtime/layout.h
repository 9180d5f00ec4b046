// Where Kingbird's own parts are, found relative to the running program: in a build tree and in an installed tree.
#pragma once

#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::runtime {

struct Layout {
  base::Path agent;  ///< Folder with zygote.js.
  base::Path addon;  ///< kingbird.node.
};

/// Installed: bin/kingbird, share/kingbird/agent, lib/kingbird/kingbird.node. Build tree: the program anywhere below
/// the folder that holds addon/kingbird.node, the agent in the source tree above it.
base::Result<Layout> FindLayout(const base::FileSystem& files, const base::Path& program);
/// The same for the running program.
base::Result<Layout> FindLayout();

}  // namespace kingbird::runtime
