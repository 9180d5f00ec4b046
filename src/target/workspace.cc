#include "target/workspace.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "target/package_entry.h"

namespace kingbird::target {
namespace {

using base::Json;
using base::Path;

constexpr size_t kMostYaml = size_t{1} << 20;
constexpr size_t kMostPatterns = 1000;
// What a package.json says of a project. Where people install packages it has "dependencies" alone.
constexpr const char* kOfProjects[] = {"name",    "main",       "exports", "module", "type",
                                       "scripts", "workspaces", "private", "bin"};
// What shells and programs keep in a home, and nobody in a project.
constexpr const char* kOfHomes[] = {".ssh", ".gnupg", ".bashrc", ".zshrc", ".profile"};

std::vector<Path> OwnHomes() {
  std::vector<Path> homes;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') homes.emplace_back(home);
  if (const passwd* user = getpwuid(geteuid()); user != nullptr && user->pw_dir != nullptr && *user->pw_dir == '/')
    homes.emplace_back(user->pw_dir);
  return homes;
}

bool IsThere(const base::FileSystem& files, const Path& path) {
  return files.Look(path).kind != base::FileSystem::Kind::kNothing;
}

// One part of a path; '*' stands for any text.
bool MatchesPart(std::string_view pattern, std::string_view text) {
  size_t star = std::string_view::npos, retry = 0, p = 0, t = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

using Parts = std::vector<std::string>;

Parts PartsOf(const Path& path) {
  Parts parts;
  for (const Path& part : path.lexically_normal()) {
    if (!part.empty() && part != ".") parts.push_back(part.string());
  }
  return parts;
}

// "packages/*", "apps/**"; "**" stands for any number of parts. In time that is the product of both lengths.
bool Matches(const Parts& pattern, const Parts& path) {
  std::vector<bool> reached(path.size() + 1, false);
  reached[0] = true;
  for (const std::string& part : pattern) {
    std::vector<bool> next(path.size() + 1, false);
    bool any = false;
    for (size_t i = 0; i <= path.size(); ++i) {
      any = any || reached[i];
      if (part == "**")
        next[i] = any;
      else if (i > 0)
        next[i] = reached[i - 1] && MatchesPart(part, path[i - 1]);
    }
    reached = std::move(next);
  }
  return reached.back();
}

void AddStrings(const Json& list, std::vector<std::string>& patterns) {
  for (const Json& pattern : list.is_array() ? list : Json::array()) {
    if (pattern.is_string() && patterns.size() < kMostPatterns) patterns.push_back(pattern.get<std::string>());
  }
}

// The list behind "packages:", one pattern a line: "  - 'packages/*'".
void AddYaml(const std::string& text, std::vector<std::string>& patterns) {
  bool inside = false;
  for (std::string line : base::Split(text, '\n')) {
    if (const size_t comment = line.find(" #"); comment != std::string::npos) line.resize(comment);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    const size_t first = line.find_first_not_of(' ');
    if (line[first] != '-') {
      inside = line == "packages:";
      continue;
    }
    const size_t begin = line.find_first_not_of(" -'\"");
    const size_t end = line.find_last_not_of(" '\"");
    if (inside && begin != std::string::npos && patterns.size() < kMostPatterns)
      patterns.push_back(line.substr(begin, end - begin + 1));
  }
}

// Patterns of the members that a folder declares; those of packages that are none begin with '!'.
std::vector<std::string> Patterns(const base::FileSystem& files, const Path& folder) {
  std::vector<std::string> patterns;
  const auto manifest = ReadManifest(files, folder);
  if (manifest.ok() && manifest->is_object() && manifest->contains("workspaces")) {
    const Json& workspaces = (*manifest)["workspaces"];
    AddStrings(workspaces.is_object() ? base::ValueOr(workspaces, "packages", Json()) : workspaces, patterns);
  }
  const Path yaml = folder / "pnpm-workspace.yaml";
  const auto text = files.IsFile(yaml) ? files.ReadAtMost(yaml, kMostYaml) : base::Result<std::string>("");
  if (text.ok()) AddYaml(*text, patterns);
  return patterns;
}

bool IsDeclared(const std::vector<std::string>& patterns, const Path& relative) {
  const Parts path = PartsOf(relative);
  bool declared = false;
  for (const std::string& pattern : patterns) {
    const bool not_one = pattern.starts_with('!');
    if (Matches(PartsOf(pattern.substr(not_one ? 1 : 0)), path)) declared = !not_one;
  }
  return declared;
}

}  // namespace

bool IsPersonal(const base::FileSystem& files, const Path& folder) {
  if (folder == folder.parent_path()) return true;
  for (const Path& home : OwnHomes()) {
    const auto real = files.Real(home);
    if (base::IsBelow(home, folder) || (real.ok() && base::IsBelow(*real, folder))) return true;
  }
  return std::ranges::any_of(kOfHomes, [&](const char* name) { return IsThere(files, folder / name); });
}

std::optional<Path> ProjectAround(const base::FileSystem& files, const Path& folder) {
  for (Path at = folder; !IsPersonal(files, at) && at.filename() != "node_modules"; at = at.parent_path()) {
    if (files.IsFile(at / "package.json")) {
      const auto manifest = ReadManifest(files, at);
      // A broken one is the project's; whoever reads it says so.
      if (!manifest.ok() || std::ranges::any_of(kOfProjects, [&](const char* key) {
            return manifest->is_object() && manifest->contains(key);
          }))
        return at;
    }
    if (IsThere(files, at / ".git")) break;
  }
  return std::nullopt;
}

bool IsMember(const base::FileSystem& files, const Path& workspace, const Path& package) {
  return package != workspace && base::IsBelow(package, workspace) &&
         IsDeclared(Patterns(files, workspace), package.lexically_relative(workspace));
}

std::optional<Path> WorkspaceAround(const base::FileSystem& files, const Path& folder) {
  const auto real = files.Real(folder);
  if (!real.ok()) return std::nullopt;
  Path package = *real;
  while (!files.IsFile(package / "package.json") && package != package.parent_path()) package = package.parent_path();
  std::optional<Path> own;  // A member may declare members of its own.
  for (Path at = package; !IsPersonal(files, at); at = at.parent_path()) {
    const std::vector<std::string> patterns = Patterns(files, at);
    if (at == package && !patterns.empty()) own = at;
    if (at != package && IsDeclared(patterns, package.lexically_relative(at))) return at;
  }
  return own;
}

Path ConfigurationRoot(const base::FileSystem& files, const Path& folder) {
  if (const auto workspace = WorkspaceAround(files, folder)) return *workspace;
  const auto real = files.Real(folder);
  const Path start = real.ok() ? *real : folder;
  for (Path at = start; !IsPersonal(files, at); at = at.parent_path()) {
    if (IsThere(files, at / ".git")) return at;
  }
  return start;
}

}  // namespace kingbird::target
