#include "target/git_revision.h"

#include <fmt/format.h>

#include "base/text.h"

namespace kingbird::target {
namespace {

namespace fs = std::filesystem;
using base::Path;

base::Result<std::string> Git(std::vector<std::string> arguments, const Surroundings& surroundings) {
  base::Command command;
  command.arguments = {"git"};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.folder = surroundings.folder;
  const auto result = surroundings.Run(std::move(command));
  if (!result.ok()) return base::EnvironmentError("cannot run git");
  if (result->exit_code != 0) return base::NotFoundError(result->err.substr(0, result->err.find('\n')));
  std::string out = result->out;
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

// What the working tree has installed serves the revision too.
void LinkDependencies(const Path& from, const Path& to) {
  std::error_code code;
  if (!fs::is_directory(from / "node_modules", code) || fs::exists(to / "node_modules", code)) return;
  fs::create_directory_symlink(from / "node_modules", to / "node_modules", code);
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
  const Path place = revisions / fmt::format("{:016x}-{}", base::Hash(*top), *commit);
  std::error_code code;
  if (!fs::is_directory(place, code)) {
    base::DiskFileSystem files;
    TRY(files.MakeFolder(revisions));
    std::string pattern = (revisions / ".unfinished-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) return base::EnvironmentError("cannot write to " + revisions.string());
    const Path folder = pattern;
    const std::string archive = (folder / ".kingbird.tar").string();
    TRY(Git({"-C", *top, "archive", "--format=tar", "-o", archive, *commit}, surroundings));
    base::Command unpack;
    unpack.arguments = {"tar", "-xf", archive, "-C", folder.string()};
    const auto unpacked = surroundings.Run(std::move(unpack));
    if (!unpacked.ok() || unpacked->exit_code != 0) return base::EnvironmentError("cannot unpack " + archive);
    fs::remove(archive, code);
    fs::rename(folder, place, code);  // Fails when another process was first, whose copy serves.
    if (code) fs::remove_all(folder, code);
  }
  LinkDependencies(*top, place);
  if (!prefix.empty()) LinkDependencies(Path(*top) / prefix, place / prefix);
  return (place / prefix).lexically_normal();
}

}  // namespace kingbird::target
