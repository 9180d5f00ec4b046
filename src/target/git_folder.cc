#include "target/git_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/text.h"

namespace kingbird::target {
namespace {

using base::Path;

// A link to another path, as git writes them.
constexpr size_t kMostPointer = size_t{16} << 10;
constexpr size_t kMostGitConfig = size_t{1} << 20;
constexpr std::string_view kGitFile = "gitdir: ";

std::string WithoutBlanks(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// The real path that a file of git names, relative to `folder`; "" when there is none.
Path Named(const Path& file, std::string_view prefix, const Path& folder, const base::FileSystem& files) {
  const auto text = files.ReadAtMost(file, kMostPointer);
  if (!text.ok() || !text->starts_with(prefix)) return {};
  const auto real = files.Real(folder / WithoutBlanks(text->substr(prefix.size())));
  return real.ok() ? *real : Path();
}

bool IsGit(const Path& git, const Path& common, const base::FileSystem& files) {
  return files.IsFile(git / "HEAD") && files.IsFolder(common / "objects");
}

// A value in the configuration of a repository: "worktree = ../../../sub" in the section [core].
std::string ConfigValue(const Path& git, std::string_view wanted_section, std::string_view wanted_key,
                        const base::FileSystem& files) {
  const auto text = files.ReadAtMost(git / "config", kMostGitConfig);
  std::string section;
  for (const std::string& line : base::Split(text.ok() ? *text : "", '\n')) {
    const std::string trimmed = WithoutBlanks(line);
    if (trimmed.starts_with('[')) section = trimmed;
    const size_t equals = trimmed.find('=');
    if (section != wanted_section || equals == std::string::npos) continue;
    std::string key = WithoutBlanks(trimmed.substr(0, equals));
    std::ranges::transform(key, key.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string value = WithoutBlanks(trimmed.substr(equals + 1));
    if (value.size() > 1 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    if (key == wanted_key) return value;
  }
  return "";
}

// The working tree that the configuration of a submodule names.
Path WorkingTreeOf(const Path& git, const base::FileSystem& files) {
  const std::string value = ConfigValue(git, "[core]", "worktree", files);
  const auto real = files.Real(git / value);
  return value.empty() || !real.ok() ? Path() : *real;
}

GitFolder WithFormat(GitFolder folder, const base::FileSystem& files) {
  folder.sha256 = ConfigValue(folder.common, "[extensions]", "objectformat", files) == "sha256";
  folder.reftable = ConfigValue(folder.common, "[extensions]", "refstorage", files) == "reftable";
  return folder;
}

// An additional working tree: <common>/worktrees/NAME, where the file "gitdir" names the `.git` in the working tree. A
// submodule: the configuration names the working tree.
std::optional<GitFolder> PointsBack(const Path& top, const Path& git, const base::FileSystem& files) {
  const Path common = Named(git / "commondir", "", git, files);
  if (!common.empty()) {
    const Path back = Named(git / "gitdir", "", git, files);
    if (back != top / ".git" || git.parent_path() != common / "worktrees" || !IsGit(git, common, files))
      return std::nullopt;
    return GitFolder{top, git, common};
  }
  if (files.Look(git / "commondir").kind != base::FileSystem::Kind::kNothing) return std::nullopt;
  if (WorkingTreeOf(git, files) != top || !IsGit(git, git, files)) return std::nullopt;
  return GitFolder{top, git, git};
}

}  // namespace

base::Result<GitFolder> FindGitFolder(const Path& folder, const base::FileSystem& files) {
  ASSIGN_OR_RETURN(const Path start, files.Real(folder));
  for (Path top = start;; top = top.parent_path()) {
    const Path git = top / ".git";
    const auto kind = files.Look(git).kind;
    const auto elsewhere = [&](std::string_view what) {
      return base::UsageError(
          fmt::format("{} {}, which does not point back to it", git.string(), what),
          "Kingbird reads a repository elsewhere only for working trees and submodules that git made");
    };
    if (kind == base::FileSystem::Kind::kLink) return elsewhere("is a link to another folder");
    if (kind == base::FileSystem::Kind::kFile) {
      const Path named = Named(git, kGitFile, top, files);
      if (const auto found = named.empty() ? std::nullopt : PointsBack(top, named, files))
        return WithFormat(*found, files);
      return elsewhere(named.empty() ? "names no folder" : "names " + named.string());
    }
    if (kind == base::FileSystem::Kind::kFolder && IsGit(git, git, files)) {
      if (files.Look(git / "commondir").kind != base::FileSystem::Kind::kNothing)
        return elsewhere("has a file commondir that names another repository");
      return WithFormat({top, git, git}, files);
    }
    if (top == top.parent_path()) break;
  }
  return base::NotFoundError(fmt::format("{} is in no git repository", folder.string()));
}

}  // namespace kingbird::target
