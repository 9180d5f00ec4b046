#include "guard/guard_file.h"

namespace kingbird::guard {

base::Result<base::Path> FindGuardFile(const base::FileSystem& files, const base::Path& program) {
  for (base::Path folder = program.parent_path();; folder = folder.parent_path()) {
    for (const char* place : {"share/kingbird/guard.js", "src/guard/guard.js"}) {
      if (files.IsFile(folder / place)) return folder / place;
    }
    if (folder == folder.parent_path()) break;
  }
  return base::EnvironmentError("Kingbird's guard.js is missing beside " + program.string(),
                                "install Kingbird as a whole");
}

base::Result<base::Path> FindGuardFile(const base::FileSystem& files) {
  ASSIGN_OR_RETURN(const base::Path program, files.LinkTarget(base::kOwnProgram));
  return FindGuardFile(files, program);
}

std::string WithGuard(const base::Path& guard, const std::string& node_options) {
  std::string quoted;
  for (char c : guard.string()) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return "--require \"" + quoted + "\"" + (node_options.empty() ? "" : " " + node_options);
}

}  // namespace kingbird::guard
