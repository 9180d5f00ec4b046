// Helper programs (npm, git, tar) in each kind of sandbox: what a hostile package or repository makes them do stays
// inside their rights. A shell plays the helper where the promise is the sandbox's own.
#include "runtime/helper.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/subprocess.h"
#include "target/git_revision.h"
#include "target/npm_cache.h"

namespace kingbird::runtime {
namespace {

using base::Path;
using model::SandboxKind;

class HelperTest : public testing::TestWithParam<SandboxKind> {
 protected:
  HelperTest() : folder_(*base::TempFolder::Make(base::Disk(), "kingbird-helper")), files_(base::Disk()) {
    EXPECT_TRUE(files_.MakeFolder(At("own")).ok());
    EXPECT_TRUE(files_.Write(At("secret"), "TOP-SECRET").ok());
  }
  Path At(const std::string& name) const { return folder_.path() / name; }

  base::Command Shell(const std::string& script) const {
    base::Command command{.arguments = {"sh", "-c", script}, .folder = At("own")};
    command.rights.writable = {At("own")};
    command.rights.starts_programs = true;
    return command;
  }
  base::ProcessResult Run(const base::Command& command) const {
    auto result = RunHelper(command, GetParam());
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().ToString());
    return result.ok() ? *result : base::ProcessResult{};
  }

  // As the user, outside of the sandbox.
  void Do(const std::string& script) {
    const auto done = base::RunCommand({.arguments = {"sh", "-ec", script}, .folder = folder_.path()});
    ASSERT_TRUE(done.ok() && done->exit_code == 0) << done->err;
  }

  target::Surroundings Around(const std::string& folder) {
    const auto run = [this](base::Command command) {
      // What "file:" and "git+file:" name.
      command.rights.readable.push_back(At("packages"));
      return RunHelper(command, GetParam());
    };
    return {files_, log_, At(folder), At("cache"), run};
  }

  // A package of npm, as a file, whose package.json has these members too.
  std::string Pack(const std::string& name, const base::Json& more, const std::string& script = "true") {
    base::Json manifest = {{"name", name}, {"version", "1.0.0"}};
    manifest.update(more);
    EXPECT_TRUE(files_.Write(At("packages/" + name + "/package/package.json"), base::DumpJson(manifest)).ok());
    EXPECT_TRUE(files_.Write(At("packages/" + name + "/package/index.js"), "module.exports = 1;\n").ok());
    Do("cd packages/" + name + " && (" + script + ") && tar -czf ../" + name + ".tgz package");
    return "file:" + At("packages/" + name + ".tgz").string();
  }

  base::TempFolder folder_;
  base::FileSystem& files_;
  base::Log log_{base::LogLevel::kQuiet};
};

TEST_P(HelperTest, WritesInItsFolderOnly) {
  const auto run =
      Run(Shell("echo in > in; mkdir deep && echo x > deep/x; echo out > ../out; echo out > ../secret; "
                "rm -f ../secret; ln -s .. up; echo out > up/out; cat deep/x"));
  EXPECT_EQ(run.out, "x\n");
  EXPECT_EQ(*files_.Read(At("own/in")), "in\n");
  EXPECT_FALSE(files_.IsFile(At("out")));
  EXPECT_EQ(*files_.Read(At("secret")), "TOP-SECRET");
}

TEST_P(HelperTest, ReadsNothingOfTheUser) {
  setenv("KINGBIRD_TEST_SECRET", "TOP-SECRET", 1);
  const auto run = Run(Shell("cat ../secret; ls ~ ..; env"));
  unsetenv("KINGBIRD_TEST_SECRET");
  EXPECT_EQ(run.out.find("TOP-SECRET"), std::string::npos) << run.out;
}

TEST_P(HelperTest, StartsNothingUnlessItMay) {
  base::Command command = Shell("(echo forked > forked); echo whole");
  command.rights.starts_programs = false;
  const auto run = Run(command);
  EXPECT_FALSE(files_.IsFile(At("own/forked"))) << run.out << run.err;
  // Threads are no programs: npm needs them.
  base::Command node = Shell("");
  node.arguments = {"node", "-e", "new (require('worker_threads').Worker)('console.log(21 * 2)', {eval: true})"};
  node.rights.starts_programs = false;
  EXPECT_EQ(Run(node).out, "42\n");
}

TEST_P(HelperTest, HasNoNetworkUnlessItMay) {
  base::Command node = Shell("");
  node.arguments = {"node", "-e",
                    "require('net').connect(1, '127.0.0.1').on('error', (error) => console.log(error.code))"};
  node.rights.network = true;
  EXPECT_EQ(Run(node).out, "ECONNREFUSED\n");
  // Nobody of the host is asked: the sandbox has a loopback of its own, or no sockets at all.
  node.arguments[2] =
      "const s = require('net').createServer(); s.on('error', (e) => console.log(e.code));"
      "s.listen(0, '127.0.0.1', () => { console.log(require('os').networkInterfaces().lo.length, "
      "Object.keys(require('os').networkInterfaces()).join()); s.close(); })";
  node.rights.network = false;
  const std::string out = Run(node).out;
  EXPECT_TRUE(GetParam() == SandboxKind::kNamespaces ? out.ends_with(" lo\n") : out.starts_with("E")) << out;
}

TEST_P(HelperTest, FillsNoDisk) {
  base::Command large =
      Shell("i=0; while [ $i -lt 80 ]; do head -c 1000000 /dev/zero > f$i; i=$((i+1)); done; sleep 60");
  large.rights.most_bytes = 50 << 20;
  auto run = Run(large);
  EXPECT_TRUE(run.too_large);
  EXPECT_NE(run.exit_code, 0);
  // A single file is refused at its first byte beyond.
  large = Shell("head -c 90000000 /dev/zero > one; wc -c < one");
  large.rights.most_bytes = 50 << 20;
  EXPECT_EQ(Run(large).out, "52428800\n");

  base::Command many = Shell("i=0; while [ $i -lt 4000 ]; do : > n$i; i=$((i+1)); done; sleep 60");
  many.rights.most_files = 2000;
  run = Run(many);
  EXPECT_TRUE(run.too_large);
}

TEST_P(HelperTest, EndsWithItsTime) {
  base::Command command = Shell("sleep 60 & sleep 60");
  command.time_limit = std::chrono::milliseconds(300);
  EXPECT_TRUE(Run(command).timed_out);
}

// npm prepares a dependency from git with the configuration that lies in it, in spite of --ignore-scripts.
TEST_P(HelperTest, ADependencyFromGitRunsNothing) {
  Do("mkdir -p packages/dep && cd packages/dep && git init -q . && echo 'git=./pwn.sh' > .npmrc && "
     "echo '{\"name\":\"dep\",\"version\":\"1.0.0\",\"scripts\":{\"prepare\":\"./pwn.sh\"},\"devDependencies\":"
     "{\"dep2\":\"git+file:///nowhere\"}}' > package.json && printf '#!/bin/sh\\ntouch \"" +
     At("own/pwned").string() +
     "\"\\n' > pwn.sh && chmod 755 pwn.sh && git add -A && "
     "git -c user.email=a@b -c user.name=a commit -qm 1");
  const std::string archive = Pack("evil", {{"dependencies", {{"dep", "git+file://" + At("packages/dep").string()}}}});
  const auto installed = target::FetchPackage("evil", archive, Around("own"));
  ASSERT_FALSE(installed.ok());
  EXPECT_NE(installed.error().message.find("from git"), std::string::npos) << installed.error().ToString();
  EXPECT_FALSE(files_.IsFile(At("own/pwned")));
  const auto left = files_.List(At("cache/packages"));
  for (const std::string& name : *left) EXPECT_TRUE(name.ends_with(".lock")) << name;
}

// Links to files outside, a name with dots in it, a bundled package with scripts, hard links.
TEST_P(HelperTest, APackageStaysInItsFolder) {
  const std::string pwn = "touch '" + At("own/pwned").string() + "'";
  const std::string archive = Pack(
      "evil",
      {{"scripts", {{"install", pwn}, {"preinstall", pwn}}},
       {"bundleDependencies", {"inner"}},
       {"bin", {{"../../../../own/pwned", "index.js"}, {"x", "../../../secret"}}},
       {"overrides", {{"inner", "file:../../../../../secret"}}},
       {"workspaces", {"../../*"}}},
      "mkdir -p package/node_modules/inner package/node_modules/.hooks && ln -s " + At("secret").string() +
          " package/link.js && ln package/index.js package/hard.js && "
          "printf '#!/bin/sh\\n" +
          pwn +
          "\\n' > package/node_modules/.hooks/install && "
          "chmod 755 package/node_modules/.hooks/install && "
          "echo '{\"name\":\"inner\",\"version\":\"1.0.0\",\"scripts\":{\"install\":\"" +
          pwn +
          "\"}}' > package/node_modules/inner/package.json && printf 'script-shell=/bin/sh\\nignore-scripts=false\\n"
          "node-options=--require=./x.js\\n' > package/.npmrc");
  const auto installed = target::FetchPackage("evil", archive, Around("own"));
  ASSERT_TRUE(installed.ok()) << installed.error().ToString();
  EXPECT_FALSE(files_.IsFile(At("own/pwned")));
  EXPECT_EQ(files_.Look(*installed / "link.js").kind, base::FileSystem::Kind::kNothing);
  EXPECT_EQ(*files_.Read(At("secret")), "TOP-SECRET");
}

TEST_P(HelperTest, ARepositoryIsReadAndNothingElse) {
  Do("mkdir -p repo/sub other && cd repo && git init -q . && echo '{\"name\":\"evil\"}' > package.json && "
     "echo 'exports.x = 1' > sub/index.js && ln -s " +
     At("secret").string() +
     " way && "
     "echo '* export-subst' > .gitattributes && echo 'sub export-ignore' >> .gitattributes && "
     "printf '$Format:%%<(90000000)%%H$\\n' > subst && git add -A && git -c user.email=a@b -c user.name=a commit -qm 1 "
     "&& "
     "printf '#!/bin/sh\\ntouch \"" +
     At("own/pwned").string() +
     "\"\\ncat\\n' > h && chmod 755 h && "
     "for k in core.fsmonitor core.pager core.alternateRefsCommand tar.tar.command uploadpack.packObjectsHook; do "
     "git config $k $PWD/h; done && git config include.path " +
     At("secret").string() + " && git config alias.archive '!'$PWD/h");
  const auto folder = target::FetchRevision("HEAD", Around("repo"));
  ASSERT_TRUE(folder.ok()) << folder.error().ToString();
  EXPECT_EQ(*files_.Read(*folder / "sub/index.js"), "exports.x = 1\n");
  EXPECT_TRUE(files_.Read(*folder / "subst")->starts_with("$Format:"));
  EXPECT_FALSE(files_.IsFile(At("own/pwned")));
}

TEST_P(HelperTest, WorkingTreesAndSubmodulesAreRead) {
  Do("mkdir one && cd one && git init -q . && echo 1 > a && git add -A && "
     "git -c user.email=a@b -c user.name=a commit -qm 1 && git worktree add -q ../two && "
     "git -c protocol.file.allow=always -c user.email=a@b submodule --quiet add ../one part");
  for (const char* place : {"one", "two", "one/part"}) {
    const auto folder = target::FetchRevision("HEAD", Around(place));
    ASSERT_TRUE(folder.ok()) << place << folder.error().ToString();
    EXPECT_EQ(*files_.Read(*folder / "a"), "1\n") << place;
  }
}

// Alternates and links lead to another repository of the user, whose commit the attacker knows.
TEST_P(HelperTest, AnotherRepositoryIsNotRead) {
  Do("mkdir private evil && cd private && git init -q . && echo TOP-SECRET > a && git add -A && "
     "git -c user.email=a@b -c user.name=a commit -qm 1 && cd ../evil && git init -q . && "
     "echo ../../../private/.git/objects > .git/objects/info/alternates && git -C ../private rev-parse HEAD > "
     ".git/HEAD");
  const auto borrowed = target::FetchRevision("HEAD", Around("evil"));
  ASSERT_FALSE(borrowed.ok());
  EXPECT_NE(borrowed.error().context.find("borrows"), std::string::npos) << borrowed.error().ToString();
  Do("cd evil && rm -r .git/objects && ln -s ../../private/.git/objects .git/objects");
  EXPECT_FALSE(target::FetchRevision("HEAD", Around("evil")).ok());
  EXPECT_FALSE(files_.IsFolder(At("cache/revisions")) && !files_.List(At("cache/revisions"))->empty());
}

// 16 GB in 200 kB; a tree of trees of trees with a thousand million names; a name that leads out.
TEST_P(HelperTest, ARevisionFillsNoDisk) {
  Do("mkdir repo && cd repo && git init -q . && blob=$(head -c 16000000 /dev/zero | git hash-object -w --stdin) && "
     "big=$(for i in $(seq 1 1000); do printf '100644 blob %s\\tf%d\\n' $blob $i; done | git mktree) && "
     "deep=$big && for d in 1 2 3; do deep=$(for i in $(seq 1 100); do printf '040000 tree %s\\td%d\\n' $deep $i; done "
     "| "
     "git mktree); done && "
     "for t in big deep; do eval tree=\\$$t; git update-ref refs/heads/$t $(git -c user.email=a@b -c user.name=a "
     "commit-tree -m x $tree); done; git repack -adq");
  for (const char* name : {"big", "deep"}) {
    const auto folder = target::FetchRevision(name, Around("repo"));
    ASSERT_FALSE(folder.ok());
    EXPECT_NE(folder.error().message.find("too large"), std::string::npos) << folder.error().ToString();
    EXPECT_TRUE(files_.List(At("cache/revisions"))->empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, HelperTest, ::testing::Values(SandboxKind::kNamespaces, SandboxKind::kLandlock),
                         [](const auto& kind) { return std::string(ToString(kind.param)); });

}  // namespace
}  // namespace kingbird::runtime
