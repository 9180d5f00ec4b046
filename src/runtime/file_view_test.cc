#include "runtime/file_view.h"

#include <gtest/gtest.h>

namespace kingbird::runtime {
namespace {

namespace fs = std::filesystem;

class FileViewTest : public ::testing::Test {
 protected:
  // The part of the view that is below the folder, relative to it.
  std::vector<std::string> Seen(const std::vector<base::Path>& wanted) {
    std::vector<std::string> seen;
    for (const Shown& shown : FileView(wanted)) {
      const base::Path relative = shown.path.lexically_relative(root_);
      if (!relative.empty() && *relative.begin() != "..") seen.push_back(relative);
    }
    return seen;
  }

  base::TempFolder folder_ = *base::TempFolder::Make(base::Disk(), "kingbird-view");
  base::Path root_ = fs::canonical(folder_.path());
};

TEST_F(FileViewTest, ShowsWhatIsAskedForAndNothingTwice) {
  fs::create_directories(root_ / "project/lib");
  fs::create_directories(root_ / "project-2");
  fs::create_directories(root_ / "secret");
  EXPECT_EQ(Seen({root_ / "project/lib", root_ / "project", root_ / "project-2", root_ / "absent"}),
            (std::vector<std::string>{"project-2", "project"}));
}

TEST_F(FileViewTest, ALinkIsShownWithWhatItLeadsTo) {
  fs::create_directories(root_ / "real/lib");
  fs::create_directory_symlink(root_ / "real", root_ / "link");
  EXPECT_EQ(Seen({root_ / "link/lib"}), (std::vector<std::string>{"link/lib", "real/lib"}));
}

TEST_F(FileViewTest, HomesAndConfigurationAreNotInIt) {
  for (const Shown& shown : FileView({})) {
    const std::string path = shown.path;
    EXPECT_FALSE(path == "/" || path == "/etc" || path == "/usr" || path == "/usr/local" ||
                 path.starts_with("/usr/src") || path.starts_with("/usr/local/etc") || path.starts_with("/home") ||
                 path.starts_with("/root") || path.starts_with("/var") || path.starts_with("/run") ||
                 path.starts_with("/tmp"))
        << path;
  }
}

TEST_F(FileViewTest, AProgramComesWithItsOwnLibraries) {
  const std::vector<base::Path> files = ProgramFiles("/bin/sh", model::SandboxKind::kNone);
  EXPECT_EQ(files, std::vector<base::Path>{"/bin/sh"}) << "its libraries are the system's";
}

}  // namespace
}  // namespace kingbird::runtime
