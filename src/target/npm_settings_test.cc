#include "target/npm_settings.h"

#include <gtest/gtest.h>

namespace kingbird::target {
namespace {

TEST(NpmSettings, TheUsersRegistryTokenAndCertificatesAreShown) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files
                  .Write("/home/u/.npmrc",
                         "//host/:_authToken=${NPM_TOKEN}\ncafile = ~/ca.pem\n//host/:certfile=\"${HOME}/own.pem\"\n")
                  .ok());
  const NpmSettings settings = UsersNpmSettings({{"HOME", "/home/u"},
                                                 {"NPM_TOKEN", "secret"},
                                                 {"AWS_SECRET", "other"},
                                                 {"NODE_OPTIONS", "--require=/home/u/x.js"},
                                                 {"https_proxy", "http://proxy:1"},
                                                 {"NPM_CONFIG_REGISTRY", "http://host/"},
                                                 {"NODE_EXTRA_CA_CERTS", "/etc/more.pem"}},
                                                files);
  EXPECT_EQ(settings.environment, (std::map<std::string, std::string>{{"HOME", "/home/u"},
                                                                      {"NPM_TOKEN", "secret"},
                                                                      {"https_proxy", "http://proxy:1"},
                                                                      {"NPM_CONFIG_REGISTRY", "http://host/"},
                                                                      {"NODE_EXTRA_CA_CERTS", "/etc/more.pem"}}));
  EXPECT_EQ(settings.readable,
            (std::vector<base::Path>{"/etc/more.pem", "/home/u/.npmrc", "/home/u/ca.pem", "/home/u/own.pem"}));
}

TEST(NpmSettings, AnotherConfigurationThatTheUserNamesCounts) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("/home/u/.npmrc", "cafile=/a.pem\n").ok());
  ASSERT_TRUE(files.Write("/ci/npmrc", "cafile=/b.pem\n").ok());
  const NpmSettings settings = UsersNpmSettings({{"HOME", "/home/u"}, {"npm_config_userconfig", "/ci/npmrc"}}, files);
  EXPECT_EQ(settings.readable, (std::vector<base::Path>{"/ci/npmrc", "/b.pem"}));
}

}  // namespace
}  // namespace kingbird::target
