// A repository's own configuration names programs that git runs: filters of files, helpers of protocols. It may have
// come with the target, so git runs in the sandbox of helper programs, reads only this repository, starts nothing, and
// reads references and objects through a repository of ours, whose configuration is ours. What the files take is
// counted before they are unpacked.
#include "target/git_revision.h"

#include <fmt/format.h>

#include <charconv>

#include "base/held_folder.h"
#include "base/sha256.h"
#include "base/text.h"
#include "target/git_folder.h"
#include "target/revision_modules.h"

namespace kingbird::target {
namespace {

using base::Path;

base::Error TooLarge() {
  return base::UsageError("the revision is too large: more than 1 GiB or 100000 files when it is unpacked");
}

// What a revision may hold when it is unpacked: as much as a staged copy of it may.
constexpr uint64_t kMostBytes = uint64_t{1} << 30;
constexpr size_t kMostFiles = 100'000;
constexpr uint64_t kBlock = 4096;
constexpr size_t kMostHead = 4096;

// Where git runs, and what it may read and write there.
struct GitRun {
  Path git;  ///< --git-dir.
  base::HelperRights rights;
};

// What git prints. kNotFound where it ends with 1, which means that what is asked for does not exist. Nothing of the
// user's configuration counts, and what is missing in a partial clone is not fetched.
base::Result<std::string> Git(std::vector<std::string> arguments, const GitRun& where,
                              const Surroundings& surroundings) {
  base::Command command;
  command.arguments = {"git", "--git-dir", where.git.string()};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.folder = where.git;
  command.environment = {{"GIT_ALLOW_PROTOCOL", "none"},     {"GIT_NO_LAZY_FETCH", "1"},  {"GIT_CONFIG_NOSYSTEM", "1"},
                         {"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_OPTIONAL_LOCKS", "0"}, {"GIT_TERMINAL_PROMPT", "0"},
                         {"GIT_NO_REPLACE_OBJECTS", "1"}};
  command.rights = where.rights;
  const auto result = surroundings.Run(std::move(command));
  if (!result.ok()) return base::EnvironmentError("cannot run git: " + result.error().message);
  if (result->too_large) return TooLarge();
  if (result->timed_out) return base::EnvironmentError("git took too long");
  if (result->exit_code == 1) return base::NotFoundError("git does not know it");
  if (result->exit_code != 0) {
    const size_t fatal = result->err.find("fatal: ");
    const std::string why = result->err.substr(fatal == std::string::npos ? 0 : fatal);
    return base::EnvironmentError(
        "git cannot read the repository: " +
        (why.empty() ? "it does not say why" : base::Printable(why.substr(0, why.find('\n')))));
  }
  std::string out = result->out;
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

// "100644 blob <hash>    1234\tpath", each with a zero behind it: what the files take on the disk, before any is there.
base::Status CheckSize(const std::string& listing) {
  uint64_t bytes = 0;
  size_t files = 0;
  for (const std::string& line : base::Split(listing, '\0')) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    const size_t space = line.rfind(' ', tab);
    uint64_t size = 0;
    std::from_chars(line.data() + space + 1, line.data() + tab, size);
    bytes += (size / kBlock + 1) * kBlock;
    if (++files > kMostFiles || bytes > kMostBytes) return TooLarge();
  }
  return {};
}

// "ref: refs/heads/main", or the hash of a commit.
bool IsHead(const std::string& text) {
  return text.starts_with("ref: refs/") || text.find_first_not_of("0123456789abcdef\n") == std::string::npos;
}

// A repository of ours, which has the references and objects of another one and nothing of its configuration: that may
// name programs, and files of the user to include. Made in `folder`, in which git may write.
base::Result<GitRun> MakeBare(const Path& folder, const GitFolder& repository, base::FileSystem& files) {
  const Path bare = folder / ".kingbird.git";
  const auto head = files.ReadAtMost(repository.git / "HEAD", kMostHead);
  TRY(files.Write(bare / "HEAD", head.ok() && IsHead(*head) ? *head : "ref: refs/heads/none\n"));
  for (const char* name : {"objects", "refs", "packed-refs", "reftable", "shallow"})
    TRY(files.Link(repository.common / name, bare / name));
  for (const char* name : {"ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD"})
    TRY(files.Link(repository.git / name, bare / name));
  TRY(files.Link(repository.git / "logs/HEAD", bare / "logs/HEAD"));
  TRY(files.Link(repository.common / "logs/refs", bare / "logs/refs"));
  // Files are those of the commit: none is left out, none has parts replaced, as in a working tree.
  TRY(files.Write(bare / "info/attributes",
                  "* -export-ignore -export-subst -text -eol -ident -filter -working-tree-encoding\n"));
  std::string config = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n";
  if (repository.sha256) config += "\tobjectFormat = sha256\n";
  if (repository.reftable) config += "\trefStorage = reftable\n";
  TRY(files.Write(bare / "config", config));
  return GitRun{bare, {.readable = {repository.git, repository.common}, .writable = {folder}}};
}

// The files of a commit, unpacked into `folder`.
base::Status Unpack(const std::string& commit, const Path& folder, const GitRun& own,
                    const Surroundings& surroundings) {
  const std::string archive = (folder / ".kingbird.tar").string();
  ASSIGN_OR_RETURN(const std::string listing, Git({"ls-tree", "-r", "-t", "-l", "-z", commit}, own, surroundings));
  TRY(CheckSize(listing));
  TRY(Git({"archive", "--format=tar", "-o", archive, commit}, own, surroundings));
  TRY(surroundings.files.Remove(own.git));
  base::Command unpack;
  unpack.arguments = {"tar", "--no-same-owner", "-xf", archive, "-C", folder.string()};
  unpack.rights.writable = {folder};
  const auto unpacked = surroundings.Run(std::move(unpack));
  if (unpacked.ok() && unpacked->too_large) return TooLarge();
  if (!unpacked.ok() || unpacked->exit_code != 0) return base::EnvironmentError("cannot unpack " + archive);
  return surroundings.files.Remove(archive);
}

// An error of git, with what the user can do where objects are elsewhere.
base::Error Explained(base::Error error, const GitFolder& repository, const base::FileSystem& files) {
  if (error.context.empty() && files.IsFile(repository.common / "objects/info/alternates"))
    error.context =
        "it borrows objects of another repository, which Kingbird does not read: `git repack -a -d` copies them";
  return error;
}

}  // namespace

base::Result<Path> FetchRevision(const std::string& revision, const Surroundings& surroundings) {
  if (revision.empty() || revision[0] == '-') return base::UsageError("git: wants a revision, for instance git:HEAD~1");
  base::FileSystem& files = surroundings.files;
  ASSIGN_OR_RETURN(const GitFolder repository, FindGitFolder(surroundings.folder, files));
  ASSIGN_OR_RETURN(const Path here, files.Real(surroundings.folder));
  const Path prefix = here.lexically_relative(repository.top);
  const Path revisions = surroundings.cache / "revisions";
  ASSIGN_OR_RETURN(const base::TempFolder unfinished, files.MakeUnfinished(revisions));
  const Path& made = unfinished.path();
  ASSIGN_OR_RETURN(const GitRun own, MakeBare(made, repository, files));
  const auto commit = Git({"rev-parse", "--verify", "--quiet", revision + "^{commit}"}, own, surroundings);
  if (!commit.ok()) {
    const bool unknown = commit.error().code == base::ErrorCode::kNotFound;
    return Explained(
        unknown ? base::NotFoundError(fmt::format("the repository has no revision '{}'", revision)) : commit.error(),
        repository, files);
  }
  const Path place = revisions / fmt::format("{}-{}", base::Sha256(repository.top.string()), *commit);
  if (!files.IsFolder(place)) {
    const base::Status unpacked = Unpack(*commit, made, own, surroundings);
    if (!unpacked.ok()) return Explained(unpacked.error(), repository, files);
    // A move fails when another process was first, whose copy serves.
    if (const base::Status moved = files.Move(made, place); !moved.ok() && !files.IsFolder(place)) return moved.error();
  }
  // The revision is somebody else's choice: where the working tree has a folder, the revision may have a link.
  ASSIGN_OR_RETURN(const auto held, files.Hold(place));
  if (prefix != "." && !held->Hold(prefix.string()).ok())
    return base::NotFoundError(
        fmt::format("revision '{}' has no folder {}", revision, base::Printable(prefix.string())));
  TRY(LinkRevisionModules(repository.top, place, *held, surroundings));
  return prefix == "." ? place : place / prefix;
}

}  // namespace kingbird::target
