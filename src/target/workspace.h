// How far the files of a target reach: its project, and the workspace that the project is a member of.
#pragma once

#include <optional>

#include "base/file_system.h"

namespace kingbird::target {

/// Whether a folder is the home of a user, or above the home of this user. A home is no project, whatever a
/// package.json in it says: `npm install` leaves one in the folder where somebody happens to stand.
bool IsPersonal(const base::FileSystem& files, const base::Path& folder);

/// The project around a folder: the nearest folder, this one or one above it, whose package.json describes a project
/// (and not only what is installed there). Nothing when there is none up to the nearest home, node_modules or folder
/// with `.git`.
std::optional<base::Path> ProjectAround(const base::FileSystem& files, const base::Path& folder);

/// The workspace around a folder: the folder above it whose package.json or pnpm-workspace.yaml declares the nearest
/// package as a member, or the folder itself when it declares members. Without links; never a home.
std::optional<base::Path> WorkspaceAround(const base::FileSystem& files, const base::Path& folder);

/// Whether a workspace declares the package at this folder, which must be below the workspace. Both without links.
bool IsMember(const base::FileSystem& files, const base::Path& workspace, const base::Path& package);

/// How far up the configuration of a project (tsconfig.json) is read: the workspace around the folder, else the
/// repository, else the folder itself.
base::Path ConfigurationRoot(const base::FileSystem& files, const base::Path& folder);

}  // namespace kingbird::target
