// The steps by which a freshly forked process gives up what it could do. Called between fork and exec only: each step
// either works or ends the process through Fail.
#pragma once

#include <linux/filter.h>

#include <string_view>
#include <vector>

#include "runtime/file_view.h"
#include "runtime/sandbox.h"

namespace kingbird::runtime::restriction {

/// The files of the host in a sandbox.
struct FilesShown {
  std::vector<Shown> read_only;
  std::vector<Shown> writable;  ///< Folders of a helper program.
};

/// Writes "what: errno" to the status pipe and exits.
[[noreturn]] void Fail(int status, std::string_view what);

/// Unshares the namespaces and maps the user to `spec.user` inside. The next fork is process 1. A helper program that
/// has the network keeps that of the host.
void UnshareNamespaces(int status, const LaunchSpec& spec);
/// As process 1: builds the read-only view of the file system with the scratch folder, and enters it.
void BuildRoot(int status, const LaunchSpec& spec, const FilesShown& files);
void LimitResources(int status, const ResourceLimits& limits);
void DropCapabilities(int status);
/// Landlock: write only in the scratch folder, read only what is shown.
void RestrictFiles(int status, const LaunchSpec& spec, const FilesShown& shown);
using FilterProgram = std::vector<sock_filter>;
/// seccomp: no mounts, tracing, kernel modules, new namespaces, unix sockets. Outside namespaces also no network and no
/// change of permissions, owners, times and attributes, which Landlock does not see. Asked for before the fork.
base::Result<FilterProgram> SyscallFilter(const LaunchSpec& spec);
void FilterSyscalls(int status, FilterProgram& program);

/// Version of Landlock's interface, negative without it.
int LandlockVersion();
inline constexpr int kLandlockTruncates = 3;  ///< Forbids truncation.
inline constexpr int kLandlockScopes = 6;     ///< Keeps signals inside.

}  // namespace kingbird::runtime::restriction
