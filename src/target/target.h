// What the user points at, resolved into something that can be loaded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "base/result.h"
#include "base/subprocess.h"

namespace kingbird::target {

/// What a module has for React or Preact, by the names of the functions and classes: called as bare functions they
/// would fail.
struct Components {
  std::vector<std::string> rendered;  ///< Components; "default" is one without a name.
  std::vector<std::string> hooks;
  bool empty() const { return rendered.empty() && hooks.empty(); }
};

/// How the tests of a project load its modules.
struct TestStyle {
  bool imports = false;      ///< By `import`, which the project's runner understands whatever Node makes of the file.
  bool endings = true;       ///< '../src/money.js', not '../src/money'.
  std::string alias = {};    ///< "@/": what specifiers have in the place of …
  std::string aliased = {};  ///< … this folder below the root, "src/". Both "" for relative ones.
};

/// Where the configuration of a project's runner says that tests are: a suite elsewhere has to say where it is.
struct TestPlaces {
  bool roots = false;        ///< jest: folders.
  bool matches = false;      ///< jest: globs.
  bool expressions = false;  ///< jest: regular expressions.
  base::Path included = {};  ///< vitest: the configuration file that has globs, relative to the root; "" for none.
};

/// What makes markup of components, as installed in their project: its server's renderer, or its Testing Library, which
/// also runs effects and needs a document.
enum class Renderer : uint8_t { kNone, kReactServer, kReactTesting, kPreactServer, kPreactTesting };

/// One of several that are tested together.
struct Module {
  std::string name;        ///< An identifier: what of the target's API it is.
  base::Path file;         ///< Relative to the target's root.
  bool is_module = false;  ///< An ES module.
  base::Path source = {};  ///< Of what is compiled: what `file` was made from, relative to the target's origin.
  Components components = {};
};

struct Target {
  enum class Kind : uint8_t {
    kPackage,  ///< Loaded by name, as a user of the package would.
    kFolder,   ///< A directory; loaded by its entry.
    kFile,     ///< One file; root is its project (target/workspace.h), else the file's own folder.
  };
  Kind kind = Kind::kPackage;
  std::string name;        ///< Of the package, the folder or the file ("linked_list" for linked_list.js).
  std::string version;     ///< "" when there is none.
  base::Path root;         ///< Absolute folder whose files are the target's own.
  base::Path entry;        ///< kFolder, kFile: what to load, relative to root; kPackage: "".
  bool is_module = false;  ///< An ES module: must be imported, not required.
  std::string member;      ///< After '#': a class or function; "" for the whole module.
  std::string display;     ///< "jsonfile@6.1.0", "src/list.js#LinkedList".
  std::string subpath;     ///< kPackage: what of it is loaded, "/v4"; "" for what its name stands for.
  base::Path main = {};    ///< kPackage: the file that this is, relative to root.
  /// kFolder without an entry: all its modules, each a member of the API by its name; `entry` is "" then.
  std::vector<Module> modules = {};
  /// Of TypeScript and of sources for bundlers: the user's folder. `root` is a copy that Node loads then, and so are
  /// `entry` and `modules`; src/x.js of the copy is made from what its source map names. "": root is the user's.
  base::Path origin = {};
  base::Path source = {};  ///< Of what is compiled: what `entry` was made from, relative to origin.
  /// kFile that belongs to no project: the file and what it imports, relative to `root`. Nothing else of `root` is its
  /// own, or shown to it. Empty: all of `root` is.
  std::vector<base::Path> own_files = {};
  /// Of a git revision: the folder of the working tree, whose installed dependencies serve. Else "".
  base::Path working_tree = {};
  std::string published = {};  ///< kPackage: its own name where it is installed under another one, else "".

  /// kPackage: what a package.json says of it to get the same, "2.1.3" or "npm:ms@2.1.3"; "" when it has no version.
  std::string Wanted() const {
    return published.empty() || version.empty() ? version : "npm:" + published + "@" + version;
  }
  TestStyle style = {};
  TestPlaces places = {};
  /// Files below the root that only a framework's own compiler understands (.vue, .svelte), where the target is all
  /// modules of a folder.
  std::vector<base::Path> unsupported = {};
  std::vector<base::Path> programs = {};  ///< Scripts of that folder that run when they are loaded, and so are not.
  Components components = {};             ///< Of `entry`; none anywhere without a renderer.
  Renderer renderer = Renderer::kNone;
  std::vector<std::string> setup = {};  ///< What the project's runner loads first: "./src/setup.js", names of packages.
  /// Of code for browsers: the package, installed in its project, that gives Node a document ("jsdom", "happy-dom").
  std::string dom = {};
  std::string dom_url = {};  ///< Where that document lies, if the project's configuration says so.

  const base::Path& Home() const { return origin.empty() ? root : origin; }
  /// What is loaded first, relative to root.
  const base::Path& FirstFile() const { return kind == Kind::kPackage ? main : entry; }
};

using CommandRunner = base::CommandRunner;

/// Where names are looked up. References must outlive the call.
struct Surroundings {
  base::FileSystem& files;
  base::Log& log;
  base::Path folder;      ///< The working directory, absolute.
  base::Path cache;       ///< Packages are installed below it.
  CommandRunner run;      ///< Runs npm, git, tar and esbuild: in the sandbox unless the user has turned that off.
  base::Path entry = {};  ///< Of a folder, what to load; empty: what its package.json says.
  bool many = false;      ///< A folder without an entry may be all its modules.
  /// Of git:REVISION, the target of the working tree whose counterpart in the revision is meant; not compiled. Null:
  /// the working directory. Must outlive the call.
  const Target* counterpart_of = nullptr;
  const base::Deadline* deadline = nullptr;  ///< Of the run: npm, git and waiting for others end with it.

  base::Result<base::ProcessResult> Run(base::Command command) const {
    command.deadline = deadline;
    return run(command);
  }
};

/// The folder of all that is kept between runs: $KINGBIRD_CACHE, else $XDG_CACHE_HOME/kingbird, else
/// ~/.cache/kingbird, else a folder below this user's own folder for temporary files. Makes the folder where there is
/// none. kEnvironment where the folder belongs to another user or other users may write to it: programs from the cache
/// are run.
base::Result<base::Path> CacheFolder(base::FileSystem& files);

/// `name[@version]` (in the node_modules of `folder` or above, else installed into the cache), a folder or a file; each
/// may be followed by `#member`. A plain name means: an installed package, else an existing path, else npm.
///
/// kUsage or kNotFound: the user named something that is not there. kEnvironment: npm is missing, no network.
base::Result<Target> Resolve(const std::string& text, const Surroundings& surroundings);

}  // namespace kingbird::target
