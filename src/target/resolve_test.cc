#include <gtest/gtest.h>

#include "base/json.h"
#include "target/npm_cache.h"
#include "target/target.h"

namespace kingbird::target {
namespace {

class ResolveTest : public testing::Test {
 protected:
  void Add(const base::Path& path, const std::string& text = "") { ASSERT_TRUE(files_.Write(path, text).ok()); }

  base::Result<Target> Find(const std::string& text) {
    const auto run = [this](const base::Command& command) {
      commands_.push_back(command);
      return npm_(command);
    };
    return Resolve(text, {.files = files_,
                          .log = log_,
                          .folder = "/work/app",
                          .cache = "/cache",
                          .run = run,
                          .entry = "",
                          .deadline = deadline_});
  }
  std::string ErrorOf(const std::string& text) {
    const auto target = Find(text);
    return target.ok() ? "" : target.error().message;
  }

  // An npm that installs a package with this version.
  CommandRunner Installs(const std::string& name, const std::string& version) {
    return [=, this](const base::Command& command) -> base::Result<base::ProcessResult> {
      const base::Path root = command.folder / "node_modules" / name;
      EXPECT_TRUE(files_.Write(root / "package.json", R"({"version": ")" + version + "\"}").ok());
      EXPECT_TRUE(files_.Write(root / "index.js", "").ok());
      return base::ProcessResult{};
    };
  }
  static CommandRunner Complains(const std::string& text) {
    return [=](const base::Command&) -> base::Result<base::ProcessResult> {
      return base::ProcessResult{1, false, "", text};
    };
  }
  // As npm 11 does.
  static CommandRunner Fails(const std::string& code, const std::string& summary = "No") {
    const std::string json = base::Json({{"error", {{"code", code}, {"summary", summary}}}}).dump(2);
    return [=](const base::Command& command) -> base::Result<base::ProcessResult> {
      EXPECT_NE(std::ranges::find(command.arguments, "--json"), command.arguments.end());
      return base::ProcessResult{1, false, json + "\n", "npm error code " + code + "\n"};
    };
  }

  base::FakeFileSystem files_;
  base::Log log_{base::LogLevel::kQuiet};
  CommandRunner npm_ = Fails("E404");
  std::vector<base::Command> commands_;
  const base::Deadline* deadline_ = nullptr;
};

struct Over : base::Deadline {
  std::chrono::milliseconds TimeLeft() const override { return std::chrono::milliseconds(0); }
};

TEST_F(ResolveTest, PackageInNodeModulesOfAFolderAbove) {
  Add("/work/node_modules/q/package.json", R"({"name": "q", "version": "1.5.1", "main": "q.js"})");
  Add("/work/node_modules/q/q.js");
  const auto target = Find("q");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->kind, Target::Kind::kPackage);
  EXPECT_EQ(target->root, "/work/node_modules/q");
  EXPECT_EQ(target->entry, "");
  EXPECT_EQ(target->display, "q@1.5.1");
  EXPECT_EQ(Find("q@1.5.1#defer")->display, "q@1.5.1#defer");
  EXPECT_TRUE(commands_.empty());
}

TEST_F(ResolveTest, APackageUnderAnotherNameIsAskedForAsSuch) {
  Add("/work/app/node_modules/dur/package.json", R"({"name": "ms", "version": "2.1.3"})");
  Add("/work/app/node_modules/dur/index.js");
  EXPECT_EQ(Find("dur")->name, "dur");
  EXPECT_EQ(Find("dur")->Wanted(), "npm:ms@2.1.3");
  Add("/work/app/node_modules/q/package.json", R"({"name": "q", "version": "1.5.1"})");
  Add("/work/app/node_modules/q/index.js");
  EXPECT_EQ(Find("q")->Wanted(), "1.5.1");
}

TEST_F(ResolveTest, AnotherVersionThanTheInstalledOneComesFromNpm) {
  Add("/work/node_modules/q/package.json", R"({"version": "1.5.1"})");
  Add("/work/node_modules/q/index.js");
  npm_ = Installs("q", "1.4.0");
  const auto target = Find("q@1.4.0");
  ASSERT_TRUE(target.ok()) << target.error().message;
  EXPECT_EQ(target->version, "1.4.0");
  EXPECT_EQ(target->root, "/cache/packages/q@1.4.0/node_modules/q");
}

TEST_F(ResolveTest, AnExactVersionIsInstalledOnce) {
  npm_ = Installs("@a/b", "1.0.0");
  ASSERT_TRUE(Find("@a/b@1.0.0").ok());
  ASSERT_TRUE(Find("@a/b@1.0.0").ok());
  EXPECT_EQ(commands_.size(), 1U);
}

TEST_F(ResolveTest, ARangeIsKeptUnderTheVersionItGave) {
  npm_ = Installs("q", "1.5.1");
  EXPECT_EQ(Find("q@^1.5.0")->display, "q@1.5.1");
  EXPECT_EQ(Find("q")->display, "q@1.5.1");
  EXPECT_EQ(commands_.size(), 2U);
  EXPECT_EQ(Find("q@1.5.1")->display, "q@1.5.1");
  EXPECT_EQ(commands_.size(), 2U);
}

TEST_F(ResolveTest, APinnedPackageIsThatContentOrNone) {
  std::string lock;
  npm_ = [&](const base::Command& command) -> base::Result<base::ProcessResult> {
    lock = files_.Read(command.folder / "package-lock.json").value();
    // `npm install q@1.0.0` would take any archive that the registry names.
    EXPECT_EQ(command.arguments[1], "ci");
    EXPECT_EQ(base::Json::parse(files_.Read(command.folder / "package.json").value())["dependencies"]["q"], "1.0.0");
    return Installs("q", "1.0.0")(command);
  };
  const Pinned pinned = {"1.0.0", {{"q", "sha512-own"}, {"@q/linux", "sha512-part"}}};
  ASSERT_TRUE(FetchPackage("q", "1.0.0",
                           {.files = files_, .log = log_, .folder = "/work", .cache = "/cache", .run = npm_}, &pinned)
                  .ok());
  const base::Json packages = base::Json::parse(lock)["packages"];
  EXPECT_EQ(packages["node_modules/q"]["integrity"], "sha512-own");
  EXPECT_EQ(packages["node_modules/@q/linux"]["integrity"], "sha512-part");
  EXPECT_EQ(packages["node_modules/q"]["optionalDependencies"]["@q/linux"], "1.0.0");
}

TEST_F(ResolveTest, AFailedInstallationLeavesNothing) {
  npm_ = [this](const base::Command& command) -> base::Result<base::ProcessResult> {
    EXPECT_TRUE(files_.Write(command.folder / "node_modules/q/half", "").ok());
    return base::ProcessResult{1, false, "", "npm error code E404\n"};
  };
  EXPECT_FALSE(Find("q@1.0.0").ok());
  const auto left = files_.List("/cache/packages");
  ASSERT_TRUE(left.ok());
  for (const std::string& name : *left) {
    EXPECT_TRUE(name.ends_with(".lock")) << name;
  }
}

TEST_F(ResolveTest, WaitingForAnotherInstallationEndsWithTheRun) {
  auto other = files_.TryLock("/cache/packages/q@1.0.0.lock").value();
  const Over over;
  deadline_ = &over;
  npm_ = Installs("q", "1.0.0");
  EXPECT_EQ(ErrorOf("q@1.0.0"), "another process has been installing q for too long");
  EXPECT_TRUE(commands_.empty());
  other.reset();
  EXPECT_EQ(ErrorOf("q@1.0.0"), "");
}

TEST_F(ResolveTest, FilesAndMembers) {
  Add("/work/app/package.json", R"({"name": "app", "version": "2.0.0", "type": "module"})");
  Add("/work/app/lib/list.js");
  const auto target = Find("lib/list.js#List");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->kind, Target::Kind::kFile);
  EXPECT_EQ(target->name, "list");
  EXPECT_EQ(target->root, "/work/app");
  EXPECT_EQ(target->entry, "lib/list.js");
  EXPECT_EQ(target->member, "List");
  EXPECT_EQ(target->display, "lib/list.js#List");
  EXPECT_TRUE(target->is_module);
}

TEST_F(ResolveTest, AFileOutsideAnyPackage) {
  Add("/tmp/x/a.js");
  const auto target = Find("/tmp/x/a.js");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->root, "/tmp/x");
  EXPECT_EQ(target->name, "a");
}

TEST_F(ResolveTest, Folders) {
  Add("/work/app/sub/package.json", R"({"name": "sub", "main": "s.js"})");
  Add("/work/app/sub/s.js");
  EXPECT_EQ(Find("./sub")->entry, "s.js");
  EXPECT_EQ(Find("sub/")->root, "/work/app/sub");
  EXPECT_EQ(Find("sub")->kind, Target::Kind::kFolder);
  Add("/work/app/package.json", R"({"name": "app"})");
  Add("/work/app/index.js");
  EXPECT_EQ(Find(".")->name, "app");
}

TEST_F(ResolveTest, ClearErrors) {
  EXPECT_EQ(ErrorOf("./no.js"), "./no.js does not exist");
  EXPECT_EQ(ErrorOf("lib/no.js#X"), "lib/no.js does not exist");
  EXPECT_EQ(ErrorOf("no-such"), "'no-such' is neither a file, a folder nor a package npm knows");
  EXPECT_EQ(ErrorOf("no-such@1.0.0"), "npm knows no package 'no-such'");
  EXPECT_EQ(ErrorOf("--evil"), "--evil does not exist");
  EXPECT_EQ(ErrorOf("q@git+ssh://x"), "q@git+ssh://x does not exist");
  EXPECT_EQ(ErrorOf("q#"), "nothing follows the # of 'q#'");
  EXPECT_EQ(ErrorOf(""), "the target is empty");
  npm_ = Fails("ETARGET");
  EXPECT_EQ(ErrorOf("q@99.0.0"), "the package q has no version '99.0.0'");
  npm_ = Fails("EAI_AGAIN");
  EXPECT_EQ(ErrorOf("q"), "npm cannot reach its registry to install q");
  EXPECT_EQ(Find("q").error().code, base::ErrorCode::kEnvironment);
  for (const char* refused : {"Error: spawn EPERM", "Error: spawn kingbird-installs-nothing-from-git ENOENT"}) {
    npm_ = Fails("EPERM", refused);
    EXPECT_EQ(ErrorOf("q"), "q needs a package from git, which Kingbird does not install");
  }
  // The code tells, whatever else is said; as npm 8 printed it.
  npm_ = Complains(
      "npm ERR! code EACCES\nnpm ERR! see ENOTFOUND and E404\n{\n  \"error\": {\n    \"code\": \"EACCES\",\n"
      "    \"summary\": \"permission denied, E404\\nmore\"\n  }\n}\n\nnpm ERR! A complete log\n");
  EXPECT_EQ(ErrorOf("q"), "npm could not install q: permission denied, E404");
  for (const char* nonsense :
       {"", "E404", "{", "}", "\n}\n{", "{\n\"error\": []\n}", "{\n\"error\": {\"code\": {}}\n}"}) {
    npm_ = Complains(nonsense);
    EXPECT_EQ(ErrorOf("q"), "npm could not install q: it does not say why") << nonsense;
  }
  npm_ = [](const base::Command&) -> base::Result<base::ProcessResult> {
    return base::NotFoundError("cannot start npm");
  };
  EXPECT_EQ(ErrorOf("q"), "cannot run npm");
}

TEST_F(ResolveTest, TypeScriptIsAFileLikeOthers) {
  Add("/work/app/a.ts");
  EXPECT_EQ(Find("a.ts")->entry, "a.ts");
}

TEST(NpmCache, ExactVersions) {
  for (const char* exact : {"1.2.3", "0.0.1-beta.2", "10.20.30+build"}) EXPECT_TRUE(IsExactVersion(exact)) << exact;
  for (const char* other :
       {"", "1", "1.2", "^1.2.3", "latest", "1.2.x", "1.2.", "~1.0.0", "1.2.3-a/b", "1.2.3+a || c"}) {
    EXPECT_FALSE(IsExactVersion(other)) << other;
  }
}

TEST_F(ResolveTest, SubpathsOfPackages) {
  Add("/work/app/node_modules/p/package.json",
      R"({"name": "p", "version": "2.0.0", "exports": {".": "./i.js", "./v4": {"import": "./v4.mjs"}, "./l/*": "./lib/*.js"}})");
  Add("/work/app/node_modules/p/i.js");
  Add("/work/app/node_modules/p/v4.mjs");
  Add("/work/app/node_modules/p/lib/a.js");
  const auto target = Find("p/v4");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->kind, Target::Kind::kPackage);
  EXPECT_EQ(target->name, "p");
  EXPECT_EQ(target->subpath, "/v4");
  EXPECT_EQ(target->display, "p@2.0.0/v4");
  EXPECT_TRUE(target->is_module);
  EXPECT_EQ(Find("p/l/a")->subpath, "/l/a");
  EXPECT_EQ(ErrorOf("p/v5"), "p does not export p/v5");
  EXPECT_EQ(Find("p/v5").error().context, "it exports p/v4, p/l/*");
  EXPECT_TRUE(commands_.empty());
}

TEST_F(ResolveTest, AMistypedPathIsNotAskedOfNpm) {
  Add("/work/app/src/list.js");
  EXPECT_EQ(ErrorOf("src/lists"), "src/lists does not exist");
  EXPECT_EQ(Find("src/list").error().context, "did you mean list.js?");
  EXPECT_EQ(Find("lodash/chunk").error().context, "/work/app has src; of a package from npm: lodash@latest/chunk");
  EXPECT_TRUE(commands_.empty());
}

TEST_F(ResolveTest, PackagesOfAWorkspaceByName) {
  Add("/work/package.json", R"({"name": "w", "workspaces": ["packages/*"]})");
  Add("/work/packages/a/package.json", R"({"name": "@w/a", "main": "a.js"})");
  Add("/work/packages/a/a.js");
  Add("/work/app/package.json", R"({"name": "app"})");
  const auto target = Find("@w/a");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->kind, Target::Kind::kFolder);
  EXPECT_EQ(target->root, "/work/packages/a");
  EXPECT_EQ(Find("..").error().context, "it is a workspace; name one of its packages: packages/a");
}

}  // namespace
}  // namespace kingbird::target
