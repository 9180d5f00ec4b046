// Limits that the kernel keeps over a process and all that it starts, where this machine lets us make control groups:
// of version 2, or of version 1 where that has the controllers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace kingbird::runtime {

struct GroupLimits {
  uint64_t memory_mb = 0;
  uint64_t tasks = 0;  ///< Threads, as the kernel counts them.
};

/// A folder in which we may make groups, in each hierarchy that has one of the controllers; empty: there is none.
struct GroupPlaces {
  std::vector<base::Path> folders;
  int version = 0;
};

/// From the texts of /proc/self/mountinfo and /proc/self/cgroup. Nothing is tried.
GroupPlaces FindGroupPlaces(std::string_view mounts, std::string_view groups, const base::FileSystem& files);

/// The least that a control group allows this process, its own one or one above, in MiB: what a container is given. 0:
/// none of them says. From the same texts.
uint64_t MostMemoryOfGroups(std::string_view mounts, std::string_view groups, const base::FileSystem& files);
/// Of this process.
uint64_t MostMemoryOfGroups();

/// Exists as long as the object, or until a later one finds that its process is no more.
class ControlGroup {
 public:
  /// None where a controller is missing, or is not ours to use.
  static std::optional<ControlGroup> Make(const GroupLimits& limits);
  ControlGroup(ControlGroup&& other) noexcept;
  ControlGroup& operator=(ControlGroup&& other) noexcept;
  ~ControlGroup();

  /// The calling process, with all that it starts from now on. For a process that was forked just now.
  bool Enter() const;
  int version() const { return version_; }

 private:
  ControlGroup() = default;
  int version_ = 0;
  std::vector<base::Path> folders_;
};

}  // namespace kingbird::runtime
