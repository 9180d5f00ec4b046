#include "runtime/control_group.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <vector>

namespace kingbird::runtime {
namespace {

constexpr const char* kVersionTwo = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char* kVersionOne =
    "31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "32 23 0:28 /box /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
    "33 23 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

class GroupPlacesTest : public ::testing::Test {
 protected:
  void HandOn(const std::string& folder, const std::string& controllers) {
    ASSERT_TRUE(files_.Write("/sys/fs/cgroup" + folder + "/cgroup.subtree_control", controllers).ok());
  }
  base::FakeFileSystem files_;
};

TEST_F(GroupPlacesTest, OfVersionTwoBesideOurOwn) {
  HandOn("/app.slice", "cpu memory pids\n");
  HandOn("/app.slice/terminal.scope", "\n");
  const GroupPlaces places = FindGroupPlaces(kVersionTwo, "0::/app.slice/terminal.scope\n", files_);
  EXPECT_EQ(places.version, 2);
  EXPECT_EQ(places.folders, std::vector<base::Path>{"/sys/fs/cgroup/app.slice"});
}

TEST_F(GroupPlacesTest, NoneWhereAControllerIsMissing) {
  HandOn("/app.slice", "cpu memory\n");
  EXPECT_TRUE(FindGroupPlaces(kVersionTwo, "0::/app.slice/terminal.scope\n", files_).folders.empty());
  EXPECT_TRUE(FindGroupPlaces("", "", files_).folders.empty());
  EXPECT_TRUE(FindGroupPlaces("nonsense - \n", ":::\n", files_).folders.empty());
}

TEST_F(GroupPlacesTest, OfVersionOneBelowOurOwn) {
  const GroupPlaces places = FindGroupPlaces(kVersionOne, "8:pids:/box/inner\n4:memory:/other\n0::/\n", files_);
  EXPECT_EQ(places.version, 1);
  EXPECT_EQ(places.folders, (std::vector<base::Path>{"/sys/fs/cgroup/memory/other", "/sys/fs/cgroup/pids/inner"}));
}

TEST_F(GroupPlacesTest, AGroupOutsideOfWhatIsMountedIsNotSeen) {
  EXPECT_TRUE(FindGroupPlaces(kVersionOne, "8:pids:/elsewhere\n4:memory:/other\n", files_).folders.empty());
}

TEST_F(GroupPlacesTest, TheMemoryOfAContainerIsThatOfItsGroups) {
  EXPECT_EQ(MostMemoryOfGroups(kVersionTwo, "0::/a/b\n", files_), 0U);
  ASSERT_TRUE(files_.Write("/sys/fs/cgroup/a/b/memory.max", "max\n").ok());
  ASSERT_TRUE(files_.Write("/sys/fs/cgroup/a/memory.max", "1073741824\n").ok());
  EXPECT_EQ(MostMemoryOfGroups(kVersionTwo, "0::/a/b\n", files_), 1024U);
  ASSERT_TRUE(files_.Write("/sys/fs/cgroup/memory/other/memory.limit_in_bytes", "536870912\n").ok());
  EXPECT_EQ(MostMemoryOfGroups(kVersionOne, "8:pids:/box/inner\n4:memory:/other\n", files_), 512U);
}

// Runs `action` in a process of the group; its status.
template <typename Action>
int StatusOf(const ControlGroup& group, Action action) {
  const pid_t child = fork();
  if (child == 0) {
    if (!group.Enter()) _exit(101);
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

long TasksOf(pid_t process) {
  return std::distance(std::filesystem::directory_iterator(fmt::format("/proc/{}/task", process)), {});
}

TEST(ControlGroupTest, TheKernelKeepsMemory) {
  const auto group = ControlGroup::Make({64, 100});
  if (!group) GTEST_SKIP() << "no control groups that we may use here";
  EXPECT_EQ(StatusOf(*group, [] {}), 0);
  const int status = StatusOf(*group, [] {
    for (int i = 0; i < 256; ++i) std::memset(std::malloc(1 << 20), 1, 1 << 20);
  });
  ASSERT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST(ControlGroupTest, TheKernelKeepsProcesses) {
  const auto group = ControlGroup::Make({64, 10});
  if (!group) GTEST_SKIP() << "no control groups that we may use here";
  const int status = StatusOf(*group, [] {
    std::vector<pid_t> forked;
    while (forked.size() < 50) {
      const pid_t child = fork();
      if (child == 0) pause();
      if (child < 0) break;
      forked.push_back(child);
    }
    // Sanitizers have threads, which count.
    long tasks = TasksOf(getpid());
    for (const pid_t child : forked) tasks += TasksOf(child);
    for (const pid_t child : forked) kill(child, SIGKILL);
    while (wait(nullptr) > 0) {
    }
    _exit(static_cast<int>(tasks));
  });
  EXPECT_EQ(WEXITSTATUS(status), 10);
}

}  // namespace
}  // namespace kingbird::runtime
