// A repository's own configuration names programs that git runs: filters of files, helpers of protocols. It may have
// come with the target, so the files are taken from its objects by an empty repository of ours.
#include "target/git_revision.h"

#include <fmt/format.h>

#include "base/held_folder.h"
#include "base/sha256.h"
#include "base/text.h"
#include "target/revision_modules.h"

namespace kingbird::target {
namespace {

using base::Path;

base::Result<std::string> Git(std::vector<std::string> arguments, const Surroundings& surroundings) {
  base::Command command;
  command.arguments = {"git"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.folder = surroundings.folder;
  // What is missing in a partial clone is not fetched.
  command.environment = {{"GIT_ALLOW_PROTOCOL", "none"}};
  const auto result = surroundings.Run(std::move(command));
  if (!result.ok()) return base::EnvironmentError("cannot run git");
  if (result->exit_code != 0) return base::NotFoundError(result->err.substr(0, result->err.find('\n')));
  std::string out = result->out;
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

// The files of a commit, as a tar file. `bare` is a folder to be made.
base::Status Archive(const std::string& commit, const Path& bare, const std::string& archive,
                     const Surroundings& surroundings) {
  ASSIGN_OR_RETURN(const std::string objects, Git({"rev-parse", "--git-path", "objects"}, surroundings));
  ASSIGN_OR_RETURN(const std::string format, Git({"rev-parse", "--show-object-format"}, surroundings));
  const Path real = surroundings.folder / objects;
  base::FileSystem& files = surroundings.files;
  TRY(files.MakeFolder(bare / "refs"));
  TRY(files.Write(bare / "HEAD", "ref: refs/heads/none\n"));
  TRY(files.Write(bare / "objects/info/alternates", real.lexically_normal().string() + "\n"));
  const bool sha256 = format == "sha256";
  TRY(files.Write(bare / "config",
                  fmt::format("[core]\n\trepositoryformatversion = {}\n\tbare = true\n{}", sha256 ? 1 : 0,
                              sha256 ? "[extensions]\n\tobjectFormat = sha256\n" : "")));
  const auto made = Git({"--git-dir", bare.string(), "archive", "--format=tar", "-o", archive, commit}, surroundings);
  if (!made.ok()) return made.error();
  return {};
}

}  // namespace

base::Result<Path> FetchRevision(const std::string& revision, const Surroundings& surroundings) {
  if (revision.empty() || revision[0] == '-') return base::UsageError("git: wants a revision, for instance git:HEAD~1");
  const auto top = Git({"rev-parse", "--show-toplevel"}, surroundings);
  if (!top.ok()) return base::NotFoundError(fmt::format("{} is in no git repository", surroundings.folder.string()));
  const auto commit = Git({"rev-parse", "--verify", "--quiet", revision + "^{commit}"}, surroundings);
  if (!commit.ok()) return base::NotFoundError(fmt::format("the repository has no revision '{}'", revision));
  ASSIGN_OR_RETURN(const std::string prefix, Git({"rev-parse", "--show-prefix"}, surroundings));

  const Path revisions = surroundings.cache / "revisions";
  const Path place = revisions / fmt::format("{}-{}", base::Sha256(*top), *commit);
  base::FileSystem& files = surroundings.files;
  if (!files.IsFolder(place)) {
    ASSIGN_OR_RETURN(const base::TempFolder unfinished, files.MakeUnfinished(revisions));
    const Path& folder = unfinished.path();
    const std::string archive = (folder / ".kingbird.tar").string();
    const Path bare = folder / ".kingbird.git";
    TRY(Archive(*commit, bare, archive, surroundings));
    TRY(files.Remove(bare));
    base::Command unpack;
    unpack.arguments = {"tar", "-xf", archive, "-C", folder.string()};
    const auto unpacked = surroundings.Run(std::move(unpack));
    if (!unpacked.ok() || unpacked->exit_code != 0) return base::EnvironmentError("cannot unpack " + archive);
    TRY(files.Remove(archive));
    // Fails when another process was first, whose copy serves.
    if (const base::Status moved = files.Move(folder, place); !moved.ok() && !files.IsFolder(place))
      return moved.error();
  }
  // The revision is somebody else's choice: where the working tree has a folder, the revision may have a link.
  ASSIGN_OR_RETURN(const auto held, files.Hold(place));
  const std::string below = prefix.substr(0, prefix.find_last_not_of('/') + 1);
  if (!below.empty() && !held->Hold(below).ok())
    return base::NotFoundError(fmt::format("revision '{}' has no folder {}", revision, base::Printable(below)));
  TRY(LinkRevisionModules(*top, place, *held, surroundings));
  return below.empty() ? place : place / below;
}

}  // namespace kingbird::target
