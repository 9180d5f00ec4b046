// Where the repository around a folder keeps its objects.
#pragma once

#include "base/file_system.h"
#include "base/result.h"

namespace kingbird::target {

/// All paths are absolute and without links.
struct GitFolder {
  base::Path top;         ///< The folder of the working tree, which holds `.git`.
  base::Path git;         ///< HEAD and the index of this working tree.
  base::Path common;      ///< References and objects; `git` itself, unless this is an additional working tree.
  bool sha256 = false;    ///< Hashes are those of SHA-256.
  bool reftable = false;  ///< References are in git's newer format.
};

/// The repository around a folder, found by Kingbird itself: git would follow whatever a `.git` names. A `.git` that is
/// a file (an additional working tree, a submodule) counts only when the folder that it names points back to it.
/// Otherwise an archive could bring a `.git` that shows another repository of the user. kNotFound: no repository.
/// kUsage: a `.git` that names a folder which does not point back.
base::Result<GitFolder> FindGitFolder(const base::Path& folder, const base::FileSystem& files);

}  // namespace kingbird::target
