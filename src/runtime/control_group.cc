// A group of version 2 stands beside our own (who has processes cannot have groups with controllers below), one of
// version 1 below it.
#include "runtime/control_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "base/text.h"

namespace kingbird::runtime {
namespace {

constexpr std::string_view kGroupPrefix = "kingbird-";
constexpr const char* kControllers[] = {"memory", "pids"};

bool HasWord(std::string_view text, std::string_view word, char separator) {
  const std::vector<std::string> words = base::Split(text, separator);
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct GroupMount {
  base::Path root;  ///< The group that is seen at `at`.
  base::Path at;
};

// The mount of a hierarchy: of version 2, or the one of version 1 with that controller.
std::optional<GroupMount> FindMount(std::string_view mounts, std::string_view controller) {
  for (const std::string& line : base::Split(mounts, '\n')) {
    const size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    const std::vector<std::string> left = base::Split(line.substr(0, dash), ' ');
    const std::vector<std::string> right = base::Split(line.substr(dash + 3), ' ');
    if (left.size() < 5 || right.size() < 3) continue;
    const bool wanted =
        controller.empty() ? right[0] == "cgroup2" : right[0] == "cgroup" && HasWord(right[2], controller, ',');
    if (wanted) return GroupMount{left[3], left[4]};
  }
  return std::nullopt;
}

// Where our own group of that hierarchy is seen.
std::optional<base::Path> OwnGroup(std::string_view mounts, std::string_view groups, std::string_view controller) {
  const auto mount = FindMount(mounts, controller);
  if (!mount) return std::nullopt;
  for (const std::string& line : base::Split(groups, '\n')) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? !controllers.empty() : !HasWord(controllers, controller, ',')) continue;
    const base::Path below = base::Path(line.substr(second + 1)).lexically_relative(mount->root);
    if (below.empty() || *below.begin() == "..") return std::nullopt;
    return (mount->at / below).lexically_normal();
  }
  return std::nullopt;
}

bool HandsOnControllers(const base::Path& group, const base::FileSystem& files) {
  const auto text = files.Read(group / "cgroup.subtree_control");
  if (!text.ok()) return false;
  const std::string_view words = std::string_view(*text).substr(0, text->find('\n'));
  return std::all_of(std::begin(kControllers), std::end(kControllers),
                     [&](const char* controller) { return HasWord(words, controller, ' '); });
}

bool WriteValue(const base::Path& file, std::string_view value) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool written = write(descriptor, value.data(), value.size()) == static_cast<ssize_t>(value.size());
  close(descriptor);
  return written;
}

bool SetLimits(const base::Path& group, int version, bool memory, bool tasks, const GroupLimits& limits) {
  const std::string bytes = std::to_string(limits.memory_mb << 20);
  if (memory && !WriteValue(group / (version == 2 ? "memory.max" : "memory.limit_in_bytes"), bytes)) return false;
  // What was moved to the disk would not count; not every kernel keeps account of it.
  if (memory && version == 2) WriteValue(group / "memory.swap.max", "0");
  if (memory && version == 1) WriteValue(group / "memory.memsw.limit_in_bytes", bytes);
  return !tasks || WriteValue(group / "pids.max", std::to_string(limits.tasks));
}

// What processes that are no more left. A group with somebody in it cannot be removed.
void SweepGroups(const std::vector<base::Path>& places) {
  const base::DiskFileSystem files;
  for (const base::Path& place : places) {
    const auto names = files.List(place);
    for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
      if (!name.starts_with(kGroupPrefix)) continue;
      const pid_t owner = std::atoi(name.c_str() + kGroupPrefix.size());
      // We have none yet: with our number it is that of somebody who had the number before.
      const bool is_dead = owner == getpid() || (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH);
      if (is_dead) rmdir((place / name).c_str());
    }
  }
}

const GroupPlaces& PlacesHere() {
  static const GroupPlaces places = [] {
    const base::DiskFileSystem files;
    const auto mounts = files.Read("/proc/self/mountinfo");
    const auto groups = files.Read("/proc/self/cgroup");
    GroupPlaces found;
    if (mounts.ok() && groups.ok()) found = FindGroupPlaces(*mounts, *groups, files);
    SweepGroups(found.folders);
    return found;
  }();
  return places;
}

void RemoveGroup(const base::Path& folder) {
  constexpr int kTries = 50;  // the kernel takes a moment to forget who was in it
  for (int i = 0; i < kTries && rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) usleep(1000);
}

}  // namespace

GroupPlaces FindGroupPlaces(std::string_view mounts, std::string_view groups, const base::FileSystem& files) {
  if (const auto own = OwnGroup(mounts, groups, "")) {
    for (const base::Path& place : {own->parent_path(), *own}) {
      if (HandsOnControllers(place, files)) return {{place}, 2};
    }
  }
  GroupPlaces places{{}, 1};
  for (const char* controller : kControllers) {
    const auto own = OwnGroup(mounts, groups, controller);
    if (!own) return {};
    places.folders.push_back(*own);
  }
  return places;
}

uint64_t MostMemoryOfGroups(std::string_view mounts, std::string_view groups, const base::FileSystem& files) {
  uint64_t least = 0;
  for (const auto& [controller, name] : {std::pair("", "memory.max"), std::pair("memory", "memory.limit_in_bytes")}) {
    const auto own = OwnGroup(mounts, groups, controller);
    for (base::Path at = own.value_or(""); !at.empty() && at != at.parent_path(); at = at.parent_path()) {
      const auto text = files.Read(at / name);
      // "max" is no number. Version 1 says no limit by one that no machine has.
      const uint64_t mb = text.ok() ? std::strtoull(text->c_str(), nullptr, 10) >> 20 : 0;
      if (mb > 0 && (least == 0 || mb < least)) least = mb;
    }
  }
  return least;
}

uint64_t MostMemoryOfGroups() {
  const base::DiskFileSystem files;
  const auto mounts = files.Read("/proc/self/mountinfo");
  const auto groups = files.Read("/proc/self/cgroup");
  return mounts.ok() && groups.ok() ? MostMemoryOfGroups(*mounts, *groups, files) : 0;
}

std::optional<ControlGroup> ControlGroup::Make(const GroupLimits& limits) {
  static std::atomic<int> made = 0;
  const GroupPlaces& places = PlacesHere();
  if (places.folders.empty()) return std::nullopt;
  const std::string name = fmt::format("{}{}-{}", kGroupPrefix, getpid(), ++made);
  ControlGroup group;
  group.version_ = places.version;
  for (size_t i = 0; i < places.folders.size(); ++i) {
    const base::Path folder = places.folders[i] / name;
    if (mkdir(folder.c_str(), 0755) != 0) return std::nullopt;
    group.folders_.push_back(folder);
    const bool both = places.version == 2;
    if (!SetLimits(folder, places.version, both || i == 0, both || i == 1, limits)) return std::nullopt;
  }
  return group;
}

ControlGroup::ControlGroup(ControlGroup&& other) noexcept
    : version_(other.version_), folders_(std::exchange(other.folders_, {})) {}

ControlGroup& ControlGroup::operator=(ControlGroup&& other) noexcept {
  std::swap(version_, other.version_);
  std::swap(folders_, other.folders_);
  return *this;
}

ControlGroup::~ControlGroup() {
  for (const base::Path& folder : folders_) RemoveGroup(folder);
}

bool ControlGroup::Enter() const {
  return std::all_of(folders_.begin(), folders_.end(),
                     [](const base::Path& folder) { return WriteValue(folder / "cgroup.procs", "0"); });
}

}  // namespace kingbird::runtime
