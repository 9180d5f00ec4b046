#include "cli/environment.h"

#include <gtest/gtest.h>

namespace kingbird::cli {
namespace {

TEST(Environment, AFileIsReadAsDotenvReadsIt) {
  base::FakeFileSystem files;
  ASSERT_TRUE(
      files
          .Write("/.env",
                 "# comment\n\nPLAIN = a b # rest\nexport QUOTED=\"x # y\\nz\"\nSINGLE='\\n'\nEMPTY=\nGIVEN=file\r\n")
          .ok());
  env::Config config;
  config.environment = {"GIVEN=flag"};
  config.env_files = {"/.env"};
  ASSERT_TRUE(ReadEnvironment(files, config).ok());
  EXPECT_EQ(config.environment,
            (std::vector<std::string>{"GIVEN=flag", "PLAIN=a b", "QUOTED=x # y\nz", "SINGLE=\\n", "EMPTY="}));
  EXPECT_EQ(config.inherited, (std::vector<std::string>{"PLAIN", "QUOTED", "SINGLE", "EMPTY"})) << "no file gets these";
}

TEST(Environment, WhatIsNoLineOfAnEnvironmentIsRefused) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("/.env", "A=1\nnonsense\n").ok());
  env::Config config;
  config.env_files = {"/.env"};
  EXPECT_EQ(ReadEnvironment(files, config).error().message, "--env-file: line 2 of /.env is not NAME=VALUE");
  config.env_files = {"/none"};
  EXPECT_EQ(ReadEnvironment(files, config).error().message, "--env-file: /none does not exist");
}

}  // namespace
}  // namespace kingbird::cli
