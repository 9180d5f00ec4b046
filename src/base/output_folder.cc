// A new folder is made beside the old one (".kingbird-suite", with a marker in it), the manifest is told of both
// contents, the two change places, what is the user's moves over, and what is left of the old one is removed name by
// name. Whenever the process is killed on this way, each file of the user's is in one of the two; which of them is the
// new one the marker tells, and the next run finishes or undoes it.
#include "base/output_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/json.h"
#include "base/text.h"

namespace kingbird::base {
namespace {

using Kind = FileSystem::Kind;

constexpr char kManifest[] = ".kingbird-manifest.json";
constexpr char kStaged[] = ".kingbird-";
constexpr char kMarker[] = ".kingbird-unfinished";
constexpr char kOld[] = ".old";
constexpr char kProbe[] = ".kingbird-probe";
constexpr char kInPlace[] = "in place";  // instead of a hash

std::string HashOf(const OutputEntry& entry) {
  if (entry.is_link) return "link to " + entry.content;
  return fmt::format("{:016x} of {} bytes", Hash(entry.content), entry.content.size());
}

// Below the folder and nowhere else: a manifest may have been written by anybody.
bool IsPlain(const std::string& name) {
  const Path path(name);
  return !name.empty() && path.is_relative() && path == path.lexically_normal() && *path.begin() != "..";
}

Error Failed(const Path& path, const std::string& why) {
  return EnvironmentError(fmt::format("cannot write to {}: {}", path.string(), why), "choose another with --out");
}

}  // namespace

Result<std::unique_ptr<OutputFolder>> OutputFolder::Take(FileSystem& files, const Path& path) {
  std::unique_ptr<OutputFolder> folder(new OutputFolder(files, path));
  TRY(folder->Make());
  TRY(folder->Open());
  TRY(folder->ReadManifest());
  TRY(folder->CheckLinks());
  folder->Recover();
  folder->FindOthers("");
  return folder;
}

OutputFolder::~OutputFolder() {
  for (auto it = made_.rbegin(); it != made_.rend() && !used_; ++it) (void)files_.RemoveOne(*it);
}

bool OutputFolder::IsThere(const Path& path) const { return files_.Look(path).kind != Kind::kNothing; }
bool OutputFolder::IsLink(const Path& path) const { return files_.Look(path).kind == Kind::kLink; }
bool OutputFolder::IsRealFolder(const Path& path) const { return files_.Look(path).kind == Kind::kFolder; }

std::vector<std::string> OutputFolder::NamesIn(const Path& folder) const {
  const auto names = files_.List(folder);
  return names.ok() ? *names : std::vector<std::string>();
}

// "" for what is neither a file nor a link, or cannot be read.
std::string OutputFolder::HashAt(const Path& path) const {
  const Kind kind = files_.Look(path).kind;
  if (kind == Kind::kLink) {
    const auto target = files_.LinkTarget(path);
    return target.ok() ? HashOf({target->string(), true}) : "";
  }
  if (kind != Kind::kFile) return "";
  const auto content = files_.Read(path);
  return content.ok() ? HashOf({*content, false}) : "";
}

Status OutputFolder::ChangePlaces(const Path& a, const Path& b) {
  if (!IsThere(b)) {
    const Status moved = files_.Move(a, b);
    return moved.ok() ? moved : Status(Failed(b, moved.error().heard));
  }
  if (files_.Exchange(a, b).ok()) return {};
  // File systems that cannot: in two steps.
  const Path between = a.string() + kOld;
  for (const auto& [from, to] : {std::pair(b, between), {a, b}, {between, a}}) {
    if (const Status moved = files_.Move(from, to); !moved.ok()) return Failed(b, moved.error().heard);
  }
  return {};
}

Status OutputFolder::Make() {
  Path given = path_;
  if (!given.has_filename()) given = given.parent_path();
  if (IsLink(given))
    return UsageError(fmt::format("{} is a link: Kingbird does not write through links", path_.string()),
                      "name the folder itself with --out");
  if (IsThere(given) && !IsRealFolder(given)) return Failed(path_, "it is not a folder");
  std::vector<Path> missing;
  for (Path at = files_.Absolute(given).lexically_normal(); !IsThere(at) && at != at.parent_path();
       at = at.parent_path()) {
    missing.insert(missing.begin(), at);
  }
  for (const Path& one : missing) {
    const auto fresh = files_.MakeOneFolder(one);
    if (!fresh.ok()) return Failed(path_, fresh.error().heard);
    if (*fresh) made_.push_back(one);
  }
  return {};
}

Status OutputFolder::Open() {
  auto lock = files_.TryLockFolder(path_);
  if (!lock.ok() && lock.error().code == ErrorCode::kNotFound)
    return EnvironmentError(fmt::format("another run of Kingbird has just left {}", path_.string()), "try again");
  if (!lock.ok()) return Failed(path_, lock.error().heard);
  if (*lock == nullptr) {
    return EnvironmentError(fmt::format("another run of Kingbird is at work in {}", path_.string()),
                            "wait for it, or choose another folder with --out");
  }
  lock_ = std::move(*lock);
  // Permissions tell too little (root, read-only mounts, quotas), so it tries.
  if (const auto probe = files_.MakeOneFolder(path_ / kProbe); !probe.ok()) return Failed(path_, probe.error().heard);
  if (const Status gone = files_.RemoveOne(path_ / kProbe); !gone.ok()) return Failed(path_, gone.error().heard);
  return {};
}

Status OutputFolder::ReadManifest() {
  if (NamesIn(path_).empty()) return {};
  const Error foreign = UsageError(fmt::format("{} is not empty, and not a folder of Kingbird's", path_.string()),
                                   "choose another with --out, or empty it yourself");
  const Path place = path_ / kManifest;
  if (files_.Look(place).kind != Kind::kFile) return foreign;
  ASSIGN_OR_RETURN(const std::string text, files_.Read(place));
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
  return files_.Write(path_ / kManifest, PrettyJson(manifest));
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
  std::vector<std::string> names = NamesIn(path_);
  std::reverse(names.begin(), names.end());  // "….old" first: it was in place
  for (const std::string& name : names) {
    if (!name.starts_with(kStaged) || !IsRealFolder(path_ / name)) continue;
    std::string folder = name.substr(std::strlen(kStaged));
    if (folder.ends_with(kOld)) folder.resize(folder.size() - std::strlen(kOld));
    if (IsThere(path_ / name / kMarker)) {
      (void)files_.Remove(path_ / name);
    } else if (!IsThere(path_ / folder)) {
      (void)files_.Move(path_ / name, path_ / folder);
    } else {
      (void)files_.RemoveOne(path_ / folder / kMarker);
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
  TRY(files_.Write(staged / kMarker, ""));
  for (const auto& [name, entry] : entries) {
    if (!entry.is_link) {
      TRY(files_.Write(staged / name, entry.content));
    } else if (const Status linked = files_.Link(entry.content, staged / name); !linked.ok()) {
      return Failed(path_ / folder / name, linked.error().heard);
    }
  }
  return {};
}

// Whole folders where nothing in them is ours.
void OutputFolder::MoveForeign(const Path& from, const std::string& folder) {
  for (const std::string& name : NamesIn(from)) {
    const std::string at = folder + "/" + name;
    const bool is_folder = IsRealFolder(from / name);
    const auto own = own_.find(at);
    if (is_folder && (HoldsOwn(at) || IsThere(path_ / at))) {
      MoveForeign(from / name, at);
    } else if (is_folder || own == own_.end() || !own->second.contains(HashAt(from / name))) {
      if (IsThere(path_ / at)) continue;  // stays where it is; nothing is overwritten
      (void)files_.MakeFolder((path_ / at).parent_path());
      (void)files_.Move(from / name, path_ / at);
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
    if (own != own_.end() && own->second.contains(HashAt(from / name))) (void)files_.RemoveOne(from / name);
  }
  (void)files_.RemoveOne(from);
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
  TRY(ChangePlaces(staged, place));
  (void)files_.RemoveOne(place / kMarker);
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
  TRY(files_.Write(path_ / file, content));
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
