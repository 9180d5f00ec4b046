#include "suite/other_node.h"

#include <gtest/gtest.h>

namespace kingbird::suite {
namespace {

TEST(OtherNode, IsLookedForInPathAndWhereVersionManagersKeepThem) {
  base::FakeFileSystem files;
  for (const char* place :
       {"/home/u/.nvm/versions/node/v18.20.0/bin/node", "/home/u/.nvm/versions/node/v22.1.0/bin/node",
        "/home/u/.volta/tools/image/node/20.1.0/bin/node", "/usr/local/n/versions/node/24.0.0/bin/node"})
    ASSERT_TRUE(files.Write(place, "").ok());
  EXPECT_EQ(NodesAround(files, "/usr/bin:/opt/bin", "/home/u"),
            (std::vector<base::Path>{"/usr/bin/node", "/opt/bin/node", "/home/u/.nvm/versions/node/v18.20.0/bin/node",
                                     "/home/u/.nvm/versions/node/v22.1.0/bin/node",
                                     "/home/u/.volta/tools/image/node/20.1.0/bin/node",
                                     "/usr/local/n/versions/node/24.0.0/bin/node"}));
}

TEST(OtherNode, WithoutAHomeOnlyWhatIsEverybodys) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("home/u/.nvm/versions/node/v18.20.0/bin/node", "").ok());
  EXPECT_EQ(NodesAround(files, "/usr/bin", ""), std::vector<base::Path>{"/usr/bin/node"});
  EXPECT_EQ(NodesAround(files, "/usr/bin", "home/u"), std::vector<base::Path>{"/usr/bin/node"});
}

}  // namespace
}  // namespace kingbird::suite
