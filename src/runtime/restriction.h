// The steps by which a freshly forked process gives up what it could do. Called between fork and exec only: each step
// either works or ends the process through Fail.
#pragma once

#include <string_view>

#include "runtime/sandbox.h"

namespace kingbird::runtime::restriction {

/// Writes "what: errno" to the status pipe and exits.
[[noreturn]] void Fail(int status, std::string_view what);

/// Unshares the namespaces and maps the user. The next fork is process 1.
void UnshareNamespaces(int status);
/// As process 1: builds the read-only view of the file system with the scratch folder, and enters it.
void BuildRoot(int status, const LaunchSpec& spec);
void LimitResources(int status, const ResourceLimits& limits);
void DropCapabilities(int status);
/// Landlock: read everywhere but below /proc, write only in the scratch folder.
void RestrictFiles(int status, const LaunchSpec& spec);
/// seccomp: no mounts, tracing, kernel modules, new namespaces, unix sockets; no network at all unless `own_network`.
void FilterSyscalls(int status, bool own_network);

}  // namespace kingbird::runtime::restriction
