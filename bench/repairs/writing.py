"""Writing where somebody else may have chosen the content, and what Kingbird takes for its own."""
from . import breach

BENEATH = "src/base/open_beneath.cc"
HELD = "src/base/held_folder.cc"
OUTPUT = "src/base/output_folder.cc"
TEMPORARY = "src/base/disk_temp_folder.cc"
SETTINGS = "src/cli/settings.cc"
LINKS_ARE_FOLLOWED = (BENEATH, "how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;", "how.resolve = 0;")
ANY_KIND = (OUTPUT, "  TRY(folder->CheckKinds());\n", "")
NO_EXCL = (HELD, "O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY", "O_WRONLY | O_CREAT | O_NOCTTY")

BREACHES = [
    # Writing.
    breach("results are written through a link", "OutputFolderTest.RefusesLinksWhereResultsGo writing.test_what_is_no_folder_in_the_place_of_a_folder",
           ANY_KIND),
    breach("results are read through a link", "package_files.test_results_that_somebody_forged", ANY_KIND, LINKS_ARE_FOLLOWED),
    breach("names lead through links", "HeldFolderTest.NoNameLeadsOut OpenBeneathTest.BothWaysGoTheSameWay", LINKS_ARE_FOLLOWED),
    breach("names lead through links where there is no openat2", "OpenBeneathTest.BothWaysGoTheSameWay",
           (BENEATH, "flags | O_NOFOLLOW | O_CLOEXEC", "flags | O_CLOEXEC")),
    breach("names with dots lead out", "HeldFolderTest.NoNameLeadsOut",
           (BENEATH, 'if (part.empty() || part == "." || part == "..") return false;', "if (part.empty()) return false;")),
    breach("what is moved replaces what is there", "HeldFolderTest.WhatIsThereIsNotReplaced",
           (HELD, "constexpr unsigned kNoReplace = 1;", "constexpr unsigned kNoReplace = 0;")),
    breach("a new file is an old one", "HeldFolderTest.WhatIsThereIsNotReplaced", NO_EXCL),
    breach("init writes through a link", "writing.test_a_link_in_the_place_of_the_configuration",
           ("src/cli/init_command.cc", "if (held->Look(kFile).kind != base::FileSystem::Kind::kNothing)", "if (files.IsFile(folder / kFile))"),
           NO_EXCL, LINKS_ARE_FOLLOWED),
    breach("a file in the place of a folder of results", "OutputFolderTest.AFileInThePlaceOfAFolderOfResultsIsRefusedAtOnce "
           "writing.test_what_is_no_folder_in_the_place_of_a_folder",
           (OUTPUT, "if (kind != Kind::kFolder && std::ranges::find(kFolders, name) != kFolders.end())", "if (path.empty())")),
    breach("leftovers that a repository ships are put into place", "KilledRun.OnlyWhatTheJournalOfThisFolderKnowsIsTouched",
           (OUTPUT, "  const std::vector<std::string> killed = numbers;\n",
            "  for (const std::string& name : NamesIn(\"\"))\n"
            "    if (name.starts_with(\".kingbird-\") && name.size() > 42) numbers.push_back(name.substr(10, 32));\n"
            "  const std::vector<std::string> killed = numbers;\n")),
    breach("the journal of another folder counts", "KilledRun.AJournalOfAnotherFolderOrOfAnotherShapeIsNone",
           ("src/base/output_journal.cc", "uint64_t{0}) != identity_.inode)", "uint64_t{0}) == 0)")),
    breach("a marker of the user's has the user's files removed", "KilledRun.AMarkerOfSomebodyElseIsAFileOfTheUsers",
           (OUTPUT, "return marker.ok() && *marker == number;", "return marker.ok();")),
    breach("the folder of a revision is where its link leads", "GitRevisionTest.ALinkInThePlaceOfTheFolderIsNotFollowed "
           "writing.test_a_revision_with_a_link_in_the_place_of_the_folder",
           ("src/target/git_revision.cc", "if (prefix != \".\" && !held->Hold(prefix.string()).ok())", "if (prefix.empty())")),
    breach("a path of the target's settings is checked by its text", "Settings.ALinkOfTheTargetLeadsResultsNowhere "
           "policy.test_results_stay_in_the_project",
           (SETTINGS, "const auto place = files.Resolve(folder / path);",
            "const base::Result<base::Path> place = (folder / path).lexically_normal();")),
    breach("the target's settings lead results into git's folder", "Settings.ALinkOfTheTargetLeadsResultsNowhere policy.test_results_stay_in_the_project",
           (SETTINGS, 'return name == ".git" || name == "node_modules";', "return name.empty();")),
    # Ownership.
    breach("folders of the user among the temporary files are removed", "TempFolderTest.FoldersOfTheDeadAreSweptAndNoOthers "
           "writing.test_folders_of_the_user_among_the_temporary_files",
           (TEMPORARY, "if (HasMark(lock)) {", "if (HasMark(lock) || lock >= 0) {"),
           (TEMPORARY, "int files = openat(folder, kFiles, kOpenFolder);", "int files = openat(folder, \".\", kOpenFolder);")),
    breach("folders of runs that live are removed", "TempFolderTest.FoldersOfTheDeadAreSweptAndNoOthers",
           (TEMPORARY, "(flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &info) == 0 && info.st_nlink > 0)",
            "(fstat(fd, &info) == 0 && info.st_nlink > 0)")),
    breach("folders of killed runs stay", "package_files.test_folders_of_killed_runs_are_swept TempFolderTest.FoldersOfTheDeadAreSweptAndNoOthers",
           (TEMPORARY, "if (HasMark(lock)) {", "if (HasMark(lock) && place.empty()) {")),
    breach("the place for temporary files is anybody's", "TempFolderTest.ThePlaceBelongsToThisUserAlone "
           "writing.test_a_place_for_temporary_files_that_others_made",
           (TEMPORARY, "if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 0077) != 0)", "if (place.empty())")),
    breach("the place for temporary files is exchanged", "TempFolderTest.OthersMustNotRenameThePlace "
           "writing.test_a_place_for_temporary_files_that_others_made",
           (TEMPORARY, "if (foreign || ((above.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (above.st_mode & S_ISVTX) == 0))", "if (temporary.empty())")),
    breach("others write into the cache", "TempFolderTest.AFolderOfOneUserIsNotWrittenToByOthers writing.test_a_cache_that_others_may_write_to",
           (TEMPORARY, "if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0)", "if (folder.empty())")),
    breach("a package gets into the cache under the name of another", "NpmCacheTest.NothingGetsIntoThePlaceOfAnotherPackage",
           ("src/target/npm_cache.cc", "FolderName(name, version + source); };", "FolderName(name, source.empty() ? version : version); };")),
    breach("a lock is a pipe", "DiskFileSystemTest.ALockIsARegularFile",
           ("src/base/file_system.cc", "if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return", "if (fstat(fd, &info) != 0) return")),
]
