// A package with scripts that npm would run while it is installed. Needs npm, not its registry.
#include <gtest/gtest.h>

#include "base/json.h"
#include "base/subprocess.h"
#include "target/npm_cache.h"

namespace kingbird::target {
namespace {

TEST(InstallTest, ScriptsOfAPackageNeverRun) {
  const base::TempFolder folder = *base::TempFolder::Make(base::Disk(), "kingbird-install");
  const base::Path marker = folder.path() / "ran";
  base::DiskFileSystem files;
  const std::string leave = "echo gyp prebuild >> " + marker.string();
  base::Json manifest = {{"name", "evil"}, {"version", "1.0.0"}};
  for (const char* script : {"preinstall", "install", "postinstall", "prepare"}) manifest["scripts"][script] = leave;
  ASSERT_TRUE(files.Write(folder.path() / "evil/package.json", base::DumpJson(manifest)).ok());
  ASSERT_TRUE(files.Write(folder.path() / "evil/index.js", "module.exports = 1;\n").ok());
  ASSERT_TRUE(files.Write(folder.path() / "evil/binding.gyp", "{}\n").ok());
  base::Command pack;
  pack.arguments = {"npm", "pack", "--ignore-scripts", "--silent"};
  pack.folder = folder.path() / "evil";
  const auto packed = base::RunCommand(pack);
  ASSERT_TRUE(packed.ok() && packed->exit_code == 0);

  base::Log log(base::LogLevel::kQuiet);
  // As with --sandbox none: the kernel refuses nothing here.
  const Surroundings surroundings{files, log, folder.path(), folder.path() / "cache", base::RunCommand};
  const auto installed = FetchPackage("evil", "file:" + (folder.path() / "evil/evil-1.0.0.tgz").string(), surroundings);
  ASSERT_TRUE(installed.ok()) << installed.error().ToString();
  EXPECT_TRUE(files.IsFile(*installed / "index.js"));
  EXPECT_FALSE(files.IsFile(marker)) << *files.Read(marker);
}

}  // namespace
}  // namespace kingbird::target
