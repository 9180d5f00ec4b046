// A new folder is made beside the old one (".kingbird-suite", with a marker in it), the manifest is told of both
// contents, the two change places, what is the user's moves over, and what is left of the old one is removed name by
// name. Whenever the process is killed on this way, each file of the user's is in one of the two; which of them is the
// new one the marker tells, and the next run finishes or undoes it.
#include "base/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/json.h"
#include "base/text.h"

namespace kingbird::base {
namespace {

namespace fs = std::filesystem;

constexpr char kManifest[] = ".kingbird-manifest.json";
constexpr char kStaged[] = ".kingbird-";
constexpr char kMarker[] = ".kingbird-unfinished";
constexpr char kOld[] = ".old";
constexpr char kInPlace[] = "in place";  // instead of a hash
constexpr unsigned kExchange = 2;        // RENAME_EXCHANGE

bool IsThere(const Path& path) {
  std::error_code code;
  return fs::exists(fs::symlink_status(path, code));
}
bool IsLink(const Path& path) {
  std::error_code code;
  return fs::is_symlink(path, code);
}
bool IsRealFolder(const Path& path) {
  std::error_code code;
  return fs::is_directory(fs::symlink_status(path, code));
}

std::string HashOf(const OutputEntry& entry) {
  if (entry.is_link) return "link to " + entry.content;
  return fmt::format("{:016x} of {} bytes", Hash(entry.content), entry.content.size());
}

// "" for what is neither a file nor a link, or cannot be read.
std::string HashAt(const Path& path) {
  std::error_code code;
  if (IsLink(path)) return HashOf({fs::read_symlink(path, code).string(), true});
  if (!fs::is_regular_file(path, code)) return "";
  const auto content = DiskFileSystem().Read(path);
  return content.ok() ? HashOf({*content, false}) : "";
}

// Below the folder and nowhere else: a manifest may have been written by anybody.
bool IsPlain(const std::string& name) {
  const Path path(name);
  return !name.empty() && path.is_relative() && path == path.lexically_normal() && *path.begin() != "..";
}

std::vector<std::string> NamesIn(const Path& folder) {
  const auto names = DiskFileSystem().List(folder);
  return names.ok() ? *names : std::vector<std::string>();
}

Error Failed(const Path& path, const std::string& why) {
  return EnvironmentError(fmt::format("cannot write to {}: {}", path.string(), why), "choose another with --out");
}

Status Exchange(const Path& a, const Path& b) {
  if (!IsThere(b)) {
    if (rename(a.c_str(), b.c_str()) == 0) return {};
    return Failed(b, std::strerror(errno));
  }
  if (syscall(SYS_renameat2, AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), kExchange) == 0) return {};
  // File systems that cannot: in two steps.
  const Path between = a.string() + kOld;
  if (rename(b.c_str(), between.c_str()) != 0 || rename(a.c_str(), b.c_str()) != 0 ||
      rename(between.c_str(), a.c_str()) != 0) {
    return Failed(b, std::strerror(errno));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<OutputFolder>> OutputFolder::Take(const Path& path) {
  std::error_code code;
  std::unique_ptr<OutputFolder> folder(new OutputFolder(path));
  Path given = path;
  if (!given.has_filename()) given = given.parent_path();
  if (IsLink(given))
    return UsageError(fmt::format("{} is a link: Kingbird does not write through links", path.string()),
                      "name the folder itself with --out");
  std::vector<Path> missing;
  for (Path at = fs::absolute(given, code).lexically_normal(); !IsThere(at) && at != at.parent_path();
       at = at.parent_path()) {
    missing.insert(missing.begin(), at);
  }
  for (const Path& one : missing) {
    if (mkdir(one.c_str(), 0777) == 0)
      folder->made_.push_back(one);
    else if (errno != EEXIST)
      return Failed(path, std::strerror(errno));
  }
  TRY(folder->Open());
  TRY(folder->ReadManifest());
  TRY(folder->CheckLinks());
  folder->Recover();
  folder->FindOthers("");
  return folder;
}

OutputFolder::~OutputFolder() {
  for (auto it = made_.rbegin(); it != made_.rend() && !used_; ++it) rmdir(it->c_str());
  if (lock_ >= 0) close(lock_);
}

Status OutputFolder::Open() {
  lock_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) return Failed(path_, errno == ENOTDIR ? "it is not a folder" : std::strerror(errno));
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return EnvironmentError(fmt::format("another run of Kingbird is at work in {}", path_.string()),
                            "wait for it, or choose another folder with --out");
  }
  // Another run may have removed it between the two calls.
  struct stat held = {};
  struct stat named = {};
  if (fstat(lock_, &held) != 0 || stat(path_.c_str(), &named) != 0 || held.st_ino != named.st_ino) {
    return EnvironmentError(fmt::format("another run of Kingbird has just left {}", path_.string()), "try again");
  }
  // Permissions tell too little (root, read-only mounts, quotas), so it tries.
  std::string probe = (path_ / (std::string(kStaged) + "XXXXXX")).string();
  if (mkdtemp(probe.data()) == nullptr) return Failed(path_, std::strerror(errno));
  rmdir(probe.c_str());
  return {};
}

Status OutputFolder::ReadManifest() {
  if (NamesIn(path_).empty()) return {};
  const Error foreign = UsageError(fmt::format("{} is not empty, and not a folder of Kingbird's", path_.string()),
                                   "choose another with --out, or empty it yourself");
  const Path place = path_ / kManifest;
  std::error_code code;
  if (IsLink(place) || !fs::is_regular_file(place, code)) return foreign;
  ASSIGN_OR_RETURN(const std::string text, DiskFileSystem().Read(place));
  const auto manifest = ParseJson(text, place.string());
  if (!manifest.ok() || !manifest->is_object() || !manifest->contains("files") || !(*manifest)["files"].is_object())
    return foreign;
  for (const auto& [name, hashes] : (*manifest)["files"].items()) {
    if (!IsPlain(name) || !hashes.is_array()) return foreign;
    for (const Json& hash : hashes) {
      if (!hash.is_string()) return foreign;
      own_[name].insert(hash.get<std::string>());
    }
  }
  return {};
}

Status OutputFolder::WriteManifest() const {
  Json files = Json::object();
  for (const auto& [name, hashes] : own_) files[name] = hashes;
  const Json manifest = {
      {"about",
       "What Kingbird wrote in this folder. It replaces these files as long as nobody edits them, and no others."},
      {"files", files}};
  return DiskFileSystem().Write(path_ / kManifest, PrettyJson(manifest));
}

// Results must not end up where a link leads.
Status OutputFolder::CheckLinks() const {
  for (const std::string& name : NamesIn(path_)) {
    if (!IsLink(path_ / name)) continue;
    return UsageError(fmt::format("{} is a link: Kingbird does not write through links", (path_ / name).string()),
                      "remove it, or choose another folder with --out");
  }
  return {};
}

bool OutputFolder::IsOwn(const std::string& name) const {
  const auto it = own_.find(name);
  return it != own_.end() && it->second.contains(HashAt(path_ / name));
}

bool OutputFolder::HoldsOwn(const std::string& folder) const {
  const auto it = own_.lower_bound(folder + "/");
  return it != own_.end() && it->first.starts_with(folder + "/");
}

void OutputFolder::FindOthers(const std::string& folder) {
  const bool top = folder.empty();
  for (const std::string& name : NamesIn(path_ / folder)) {
    const std::string at = top ? name : folder + "/" + name;
    if (at == kManifest || (own_.contains(at) && own_.at(at).contains(kInPlace))) continue;
    if (IsRealFolder(path_ / at) && HoldsOwn(at))
      FindOthers(at);
    else if (!IsOwn(at) && !(IsRealFolder(path_ / at) && NamesIn(path_ / at).empty()))
      others_.push_back(at);
  }
}

// What a killed run has left.
void OutputFolder::Recover() {
  std::error_code code;
  std::vector<std::string> names = NamesIn(path_);
  std::reverse(names.begin(), names.end());  // "….old" first: it was in place
  for (const std::string& name : names) {
    if (!name.starts_with(kStaged) || !IsRealFolder(path_ / name)) continue;
    std::string folder = name.substr(std::strlen(kStaged));
    if (folder.ends_with(kOld)) folder.resize(folder.size() - std::strlen(kOld));
    if (IsThere(path_ / name / kMarker)) {
      fs::remove_all(path_ / name, code);
    } else if (!IsThere(path_ / folder)) {
      rename((path_ / name).c_str(), (path_ / folder).c_str());
    } else {
      unlink((path_ / folder / kMarker).c_str());
      MoveForeign(path_ / name, folder);
      RemoveOwn(path_ / name, folder);
    }
  }
}

// Something of the user's is in the way.
bool OutputFolder::IsTaken(const std::string& name) const {
  if (IsThere(path_ / name) && !IsOwn(name)) return true;
  for (Path at = Path(name).parent_path(); !at.empty(); at = at.parent_path()) {
    if (IsThere(path_ / at) && !IsRealFolder(path_ / at) && !IsOwn(at)) return true;
  }
  return false;
}

std::string OutputFolder::NameFor(const std::string& wanted) const {
  const size_t slash = wanted.rfind('/');
  const size_t dot = wanted.find('.', slash == std::string::npos ? 0 : slash);
  std::string name = wanted;
  for (int i = 2; IsTaken(name); ++i)
    name = fmt::format("{}-new{}{}", wanted.substr(0, dot), i == 2 ? "" : std::to_string(i - 1),
                       dot == std::string::npos ? "" : wanted.substr(dot));
  return name;
}

Status OutputFolder::Stage(const Path& staged, const std::string& folder, const OutputEntries& entries) {
  DiskFileSystem files;
  TRY(files.Write(staged / kMarker, ""));
  for (const auto& [name, entry] : entries) {
    if (!entry.is_link) {
      TRY(files.Write(staged / name, entry.content));
      continue;
    }
    TRY(files.MakeFolder((staged / name).parent_path()));
    if (symlink(entry.content.c_str(), (staged / name).c_str()) != 0)
      return Failed(path_ / folder / name, std::strerror(errno));
  }
  return {};
}

// Whole folders where nothing in them is ours.
void OutputFolder::MoveForeign(const Path& from, const std::string& folder) {
  std::error_code code;
  for (const std::string& name : NamesIn(from)) {
    const std::string at = folder + "/" + name;
    const bool is_folder = IsRealFolder(from / name);
    const auto own = own_.find(at);
    if (is_folder && (HoldsOwn(at) || IsThere(path_ / at))) {
      MoveForeign(from / name, at);
    } else if (is_folder || own == own_.end() || !own->second.contains(HashAt(from / name))) {
      if (IsThere(path_ / at)) continue;  // stays where it is; nothing is overwritten
      fs::create_directories((path_ / at).parent_path(), code);
      rename((from / name).c_str(), (path_ / at).c_str());
    }
  }
}

// Never more than what is known by name and content.
void OutputFolder::RemoveOwn(const Path& from, const std::string& folder) {
  for (const std::string& name : NamesIn(from)) {
    const std::string at = folder + "/" + name;
    if (IsRealFolder(from / name)) {
      RemoveOwn(from / name, at);
      continue;
    }
    const auto own = own_.find(at);
    if (own != own_.end() && own->second.contains(HashAt(from / name))) unlink((from / name).c_str());
  }
  rmdir(from.c_str());
}

Status OutputFolder::Replace(const std::string& folder, const OutputEntries& wanted) {
  used_ = true;
  const Path place = path_ / folder;
  const Path staged = path_ / (kStaged + folder);
  if (IsThere(place) && !IsRealFolder(place)) return Failed(place, "it is not a folder");
  OutputEntries entries = wanted;
  std::erase_if(entries, [&](const auto& entry) { return IsTaken(folder + "/" + entry.first); });
  for (const auto& [name, entry] : entries) own_[folder + "/" + name].insert(HashOf(entry));
  TRY(Stage(staged, folder, entries));
  TRY(WriteManifest());
  TRY(Exchange(staged, place));
  unlink((place / kMarker).c_str());
  MoveForeign(staged, folder);
  RemoveOwn(staged, folder);
  std::erase_if(own_, [&](const auto& own) { return own.first.starts_with(folder + "/"); });
  for (const auto& [name, entry] : entries) own_[folder + "/" + name] = {HashOf(entry)};
  return WriteManifest();
}

Status OutputFolder::Put(const std::string& file, const std::string& content) {
  used_ = true;
  if (IsThere(path_ / file) && !IsOwn(file)) return {};
  const std::string hash = HashOf({content, false});
  own_[file].insert(hash);
  TRY(WriteManifest());
  TRY(DiskFileSystem().Write(path_ / file, content));
  own_[file] = {hash};
  return WriteManifest();
}

Result<bool> OutputFolder::Claim(const std::string& file) {
  used_ = true;
  if (IsThere(path_ / file) && !own_.contains(file)) return false;
  own_[file] = {kInPlace};
  TRY(WriteManifest());
  return true;
}

}  // namespace kingbird::base
