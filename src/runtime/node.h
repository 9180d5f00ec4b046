// The user's Node: which one, and is it young enough.
#pragma once

#include <string>

#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::runtime {

inline constexpr int kOldestNode = 18;

struct Node {
  base::Path path;      ///< Absolute, without links: the program itself, not what a version manager starts it by.
  std::string version;  ///< "v20.11.0"
  int major = 0;
};

/// Asks the program for its version. An Error (kEnvironment) when it is not there, is no Node, or is older than
/// kOldestNode.
base::Result<Node> FindNode(const base::Path& program);

/// The Node of PATH, without links: the program that a version manager starts, not the version manager. Its version is
/// not asked for.
base::Result<base::Path> NodeInPath();

/// Where FindNode finds it; an absolute path was found before and is not asked again.
base::Result<base::Path> NodeAt(const base::Path& program);

/// Where a program is: as given when it has a slash, else the first executable in PATH; "" when there is none.
base::Path FindProgram(const base::Path& program);

}  // namespace kingbird::runtime
