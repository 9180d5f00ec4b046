"""Helper programs (npm, git, tar, esbuild), and what belongs to a target."""
from . import LANDLOCK, NAMESPACES, breach

FILTER = "src/runtime/syscall_filter.cc"
HELPER = "src/runtime/helper.cc"
NPM = "src/target/npm_cache.cc"
GIT = "src/target/git_revision.cc"
GIT_FOLDER = "src/target/git_folder.cc"
WORKSPACE = "src/target/workspace.cc"
WITHOUT_SANDBOX = (HELPER, "if (sandbox == SandboxKind::kNone) return base::RunCommand(command);", "return base::RunCommand(command);")

BREACHES = [
    breach("a helper program writes and reads what it likes",
           "HelperTest.WritesInItsFolderOnly HelperTest.ReadsNothingOfTheUser HelperTest.AnotherRepositoryIsNotRead", WITHOUT_SANDBOX),
    breach("npm and git start other programs", "HelperTest.StartsNothingUnlessItMay",
           (FILTER, "!spec.helper || spec.helper->starts_programs,", "true,")),
    breach("npm prepares a package from git", "HelperTest.ADependencyFromGitRunsNothing",
           (NPM, "  command.rights.network = true;\n", "  command.rights.network = true;\n  command.rights.starts_programs = true;\n"),
           (NPM, '  command.environment["npm_config_git"] = kNoGit;\n', "")),
    breach("helper programs have the network in namespaces", "HelperTest.HasNoNetworkUnlessItMay",
           ("src/runtime/namespaces.cc", "{ return spec.helper && spec.helper->network; }", "{ return spec.helper.has_value(); }"),
           kinds=NAMESPACES),
    breach("helper programs have the network under Landlock", "HelperTest.HasNoNetworkUnlessItMay",
           (FILTER, "FilterSockets(rules, namespaces || kind.network);", "FilterSockets(rules, namespaces || kind.helper);"),
           ("src/runtime/landlock.cc", "const bool network = spec.helper && spec.helper->network;", "const bool network = spec.helper.has_value();"),
           kinds=LANDLOCK),
    breach("a helper program fills the disk", "HelperTest.FillsNoDisk",
           ("src/runtime/sandbox.cc", "  if (disk && disk->IsBeyond(use.processes)) return true;\n", ""),
           ("src/runtime/sandbox.cc", "  if (disk && result == 0 && disk->HasGrownBeyond({})) result = kBeyondLimits;\n", "")),
    breach("a revision is unpacked whatever its size", "GitRevisionTest.WhatIsTooLargeIsNotUnpacked", (GIT, "  TRY(CheckSize(listing));\n", "  (void)CheckSize;\n")),
    breach("a .git file shows any repository", "GitFolderTest.AnotherRepositoryIsNotShown policy.test_another_repository_is_not_shown",
           (GIT_FOLDER, "if (WorkingTreeOf(git, files) != top || !IsGit(git, git, files)) return std::nullopt;",
            "if (WorkingTreeOf(git, files) != top && !IsGit(git, git, files)) return std::nullopt;"),
           (GIT_FOLDER, "if (kind == base::FileSystem::Kind::kLink) return", "if (false) return")),
    breach("a repository borrows the objects of another", "GitFolderTest.AFolderThatNamesTheObjectsOfAnotherRepositoryIsNone",
           (GIT_FOLDER, '      if (files.Look(git / "commondir").kind != base::FileSystem::Kind::kNothing)\n        return elsewhere(', "      if (false) return elsewhere("),
           (GIT_FOLDER, 'if (back != top / ".git" || git.parent_path() != common / "worktrees" || !IsGit(git, common, files))', "if (!IsGit(git, common, files))")),
    breach("npm takes another archive for esbuild", "ResolveTest.APinnedPackageIsThatContentOrNone", (NPM, "  if (pinned != nullptr) {\n    // `npm", "  if (false) {\n    // `npm")),
    breach("a package.json in a home shows the home", "WorkspaceTest.AHomeIsNoProject package_files.test_one_file_is_no_home",
           (WORKSPACE, "  if (folder == folder.parent_path()) return true;\n", "  if (folder != folder.root_path()) return false;\n")),
    breach("a file shows the folder that it lies in", "package_files.test_one_file_is_no_home",
           ("src/target/resolve.cc", "  if (!project) target.own_files = {target.entry};\n", "")),
    breach("a link shows another project", "package_files.test_links_lead_to_members_of_the_workspace_alone",
           ("src/load/loaded_target.cc", "return workspace && target::IsMember(files, *workspace, package);", "return true;")),
    breach("a workspace declares what is beside it", "WorkspaceTest.MembersAreThoseThatItDeclares",
           (WORKSPACE, "return package != workspace && base::IsBelow(package, workspace) &&", "return package != workspace &&")),
    breach("tsconfig.json extends files outside", "package_files.test_tsconfig_extends_nothing_outside",
           ("src/load/project_copy.cc", "OwnConfig(configuration_, from)", "OwnConfig(disk_, from)")),
    breach("files whose content is hidden are watched under Landlock", "WallTest.NothingIsToldOfHiddenFiles",
           (FILTER, "namespaces ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(error), name);", "error > 0 ? SCMP_ACT_ALLOW : 0, name);"),
           kinds=LANDLOCK),
    breach("the launcher starts programs of a project", "policy.test_the_launcher_starts_nothing_of_a_project",
           ("kingbird", "  */node_modules | */node_modules/*) ;;\n  /*) safe_path", "  *) safe_path")),
    breach("a stub is written where an import says", "CompileTest.WhatAnImportAsksForIsNoPath",
           ("src/load/compile.cc", 'base::Sha256(found.file.generic_string() + "?" + found.query)', "found.query")),
    breach("a file that the compiler only names is written", "CompileTest.AFileThatWasNotCompiledIsNotWritten",
           ("src/load/compile.cc", "if (std::ranges::find(keys, failure.file) == keys.end()) return DoesNotCompile(failure);", "")),
]
