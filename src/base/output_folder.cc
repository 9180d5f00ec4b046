// A new folder is made beside the old one (".kingbird-<number>-0-suite", with the number in a marker file), the
// manifest is told of both contents, the two change places, what is the user's moves over, and what is left of the old
// one is removed name by name. Whenever the process is killed on this way, each file of the user's is in one of the
// two; the marker tells which of the two is the new one, and the next run finishes or undoes what was begun. The number
// is random and the user's own cache remembers it (output_journal.h): only entries with such a number are a killed
// run's, whatever else in the folder looks like them.
#include "base/output_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/json.h"
#include "base/open_beneath.h"
#include "base/sha256.h"

namespace kingbird::base {
namespace {

using Kind = FileSystem::Kind;

constexpr std::array<std::string_view, 5> kFolders = {"suite", "findings", "report", "test262", "node_modules"};
constexpr char kManifest[] = ".kingbird-manifest.json";
constexpr char kMarker[] = ".kingbird-unfinished";
constexpr char kOld[] = ".old";
constexpr char kInPlace[] = "in place";  // instead of a hash
constexpr int kMostNames = 100;          // tried by NameFor
// A manifest may call any file Kingbird's: what is larger than Kingbird's files, or comes after so many bytes, is the
// user's without being read.
constexpr size_t kMostManifestBytes = size_t{32} << 20;
constexpr size_t kMostOwnBytes = size_t{64} << 20;
constexpr size_t kMostHashedBytes = size_t{256} << 20;

std::string HashOf(const OutputEntry& entry) {
  return entry.is_link ? "link to " + entry.content : "sha256 " + Sha256(entry.content);
}

Error Failed(const Path& path, const std::string& why) {
  return EnvironmentError(fmt::format("cannot write to {}: {}", path.string(), why), "choose another with --out");
}

// What the names of unfinished entries of a run begin with.
std::string UnfinishedPrefix(const std::string& number) { return ".kingbird-" + number + "-"; }

}  // namespace

Result<std::unique_ptr<OutputFolder>> OutputFolder::Take(FileSystem& files, const Path& path, const Path& journals) {
  std::unique_ptr<OutputFolder> folder(new OutputFolder(files, path));
  TRY(folder->Make(journals));
  TRY(folder->Lock());
  TRY(folder->ReadManifest());
  TRY(folder->CheckKinds());
  TRY(folder->Begin());
  folder->FindOthers("");
  return folder;
}

OutputFolder::~OutputFolder() {
  if (!number_.empty()) {
    const auto names = NamesIn("");
    const auto is_left = [&](const std::string& name) { return name.starts_with(UnfinishedPrefix(number_)); };
    if (std::none_of(names.begin(), names.end(), is_left)) journal_->Write({});
  }
  for (auto it = made_.rbegin(); it != made_.rend() && !used_; ++it) (void)around_->RemoveOne(*it);
}

std::vector<std::string> OutputFolder::NamesIn(const std::string& folder) const {
  const auto names = folder_->List(folder);
  return names.ok() ? *names : std::vector<std::string>();
}

// Whether the manifest knows what is at `place` under the name.
bool OutputFolder::IsKnownAt(const std::string& place, const std::string& name) const {
  if (!own_.contains(name)) return false;
  const FileSystem::Entry entry = folder_->Look(place);
  if (entry.kind == Kind::kLink) {
    const auto target = folder_->LinkTarget(place);
    return target.ok() && IsKnown(name, HashOf({target->string(), true}));
  }
  if (entry.kind != Kind::kFile || hashed_ + entry.size > kMostHashedBytes) return false;
  const auto content = folder_->Read(place, kMostOwnBytes);
  if (!content.ok()) return false;
  hashed_ += content->size();
  return IsKnown(name, HashOf({*content, false}));
}

Status OutputFolder::ChangePlaces(const std::string& a, const std::string& b) {
  if (!IsThere(b)) {
    const Status moved = folder_->Move(a, b);
    return moved.ok() ? moved : Status(Failed(path_ / b, moved.error().heard));
  }
  if (folder_->Exchange(a, b).ok()) return {};
  // File systems that cannot: in three steps.
  const std::string between = a + kOld;
  for (const auto& [from, to] : {std::pair(b, between), {a, b}, {between, a}}) {
    if (const Status moved = folder_->Move(from, to); !moved.ok()) return Failed(path_ / b, moved.error().heard);
  }
  return {};
}

Status OutputFolder::Make(const Path& journals) {
  const Path given = path_.has_filename() ? path_ : path_.parent_path();
  if (files_.Look(given).kind == Kind::kLink)
    return UsageError(fmt::format("{} is a link: Kingbird does not write through links", path_.string()),
                      "name the folder itself with --out");
  ASSIGN_OR_RETURN(const Path place, files_.Resolve(given));
  if (files_.Look(place).kind == Kind::kFile) return Failed(path_, "it is not a folder");
  std::vector<std::string> missing;
  Path at = place;
  for (; files_.Look(at).kind == Kind::kNothing && at != at.parent_path(); at = at.parent_path())
    missing.insert(missing.begin(), at.filename().string());
  auto around = files_.Hold(at);
  if (!around.ok()) return Failed(path_, around.error().heard);
  around_ = *std::move(around);
  std::string below;
  for (const std::string& name : missing) {
    below += (below.empty() ? "" : "/") + name;
    const auto fresh = around_->MakeFolder(below);
    if (!fresh.ok()) return Failed(path_, fresh.error().heard);
    if (*fresh) made_.push_back(below);
  }
  auto folder = missing.empty() ? files_.Hold(place) : around_->Hold(below);
  if (!folder.ok()) return Failed(path_, folder.error().heard);
  folder_ = *std::move(folder);
  journal_.emplace(files_, journals, place, folder_->identity());
  return {};
}

Status OutputFolder::Lock() {
  auto lock = folder_->TryLock();
  if (!lock.ok() && lock.error().code == ErrorCode::kNotFound)
    return EnvironmentError(fmt::format("another run of Kingbird has just left {}", path_.string()), "try again");
  if (!lock.ok()) return Failed(path_, lock.error().heard);
  if (*lock == nullptr) {
    return EnvironmentError(fmt::format("another run of Kingbird is at work in {}", path_.string()),
                            "wait for it, or choose another folder with --out");
  }
  lock_ = std::move(*lock);
  return {};
}

Status OutputFolder::ReadManifest() {
  // A run that was killed early leaves unfinished entries without a manifest.
  std::vector<std::string> names = NamesIn("");
  for (const std::string& number : journal_->Unfinished())
    std::erase_if(names, [&](const std::string& name) { return name.starts_with(UnfinishedPrefix(number)); });
  if (names.empty()) return {};
  const Error foreign = UsageError(fmt::format("{} is not empty, and not a folder of Kingbird's", path_.string()),
                                   "choose another with --out, or empty it yourself");
  if (KindOf(kManifest) != Kind::kFile) return foreign;
  ASSIGN_OR_RETURN(const std::string text, folder_->Read(kManifest, kMostManifestBytes));
  const auto manifest = ParseJson(text, (path_ / kManifest).string());
  if (!manifest.ok() || !manifest->is_object() || !manifest->contains("files") || !(*manifest)["files"].is_object())
    return foreign;
  for (const auto& [name, hashes] : (*manifest)["files"].items()) {
    if (!IsNameBelow(name) || !hashes.is_array()) return foreign;
    for (const Json& hash : hashes) {
      if (!hash.is_string()) return foreign;
      own_[name].insert(hash.get<std::string>());
    }
  }
  return {};
}

Status OutputFolder::WriteManifest() {
  Json files = Json::object();
  for (const auto& [name, hashes] : own_) files[name] = hashes;
  const Json manifest = {
      {"about",
       "What Kingbird wrote in this folder. It replaces these files as long as nobody edits them, and no others."},
      {"files", files}};
  return WriteOver(kManifest, PrettyJson(manifest));
}

// Told at the start: a run whose results have no place would be a run for nothing.
Status OutputFolder::CheckKinds() const {
  for (const std::string& name : NamesIn("")) {
    const Kind kind = KindOf(name);
    const std::string path = (path_ / name).string();
    if (kind == Kind::kLink)
      return UsageError(fmt::format("{} is a link: Kingbird does not write through links", path),
                        "remove it, or choose another folder with --out");
    if (kind != Kind::kFolder && std::ranges::find(kFolders, name) != kFolders.end())
      return UsageError(fmt::format("{} is not a folder, and Kingbird's results would go there", path),
                        "remove it, or choose another folder with --out");
  }
  return {};
}

// Permissions tell too little (root, read-only mounts, quotas), so it tries to write.
Status OutputFolder::Begin() {
  number_ = FreshNumber();
  std::vector<std::string> numbers = journal_->Unfinished();
  const std::vector<std::string> killed = numbers;
  numbers.push_back(number_);
  journal_->Write(numbers);
  const std::string probe = NewName("probe");
  if (const auto made = folder_->MakeFolder(probe); !made.ok()) return Failed(path_, made.error().heard);
  if (const Status gone = folder_->RemoveOne(probe); !gone.ok()) return Failed(path_, gone.error().heard);
  for (const std::string& number : killed) Recover(number);
  if (!killed.empty()) journal_->Write({number_});
  return {};
}

// The name of an entry that is not finished.
std::string OutputFolder::NewName(const std::string& what) {
  return fmt::format("{}{}-{}", UnfinishedPrefix(number_), names_++, what);
}

Status OutputFolder::WriteOver(const std::string& name, const std::string& content) {
  const std::string beside = NewName("file");
  TRY(folder_->WriteNew(beside, content));
  const Status moved = folder_->MoveOver(beside, name);
  if (!moved.ok()) (void)folder_->RemoveOne(beside);
  return moved;
}

bool OutputFolder::IsKnown(const std::string& name, const std::string& hash) const {
  const auto it = own_.find(name);
  return it != own_.end() && it->second.contains(hash);
}

bool OutputFolder::HoldsOwn(const std::string& folder) const {
  const auto it = own_.lower_bound(folder + "/");
  return it != own_.end() && it->first.starts_with(folder + "/");
}

void OutputFolder::FindOthers(const std::string& folder) {
  for (const std::string& name : NamesIn(folder)) {
    const std::string at = folder.empty() ? name : folder + "/" + name;
    if (at == kManifest || IsKnown(at, kInPlace)) continue;
    if (IsFolder(at) && HoldsOwn(at))
      FindOthers(at);
    else if (!IsOwn(at) && !(IsFolder(at) && NamesIn(at).empty()))
      others_.push_back(at);
  }
}

bool OutputFolder::HasMarker(const std::string& folder, const std::string& number) const {
  const auto marker = folder_->Read(folder + "/" + kMarker, number.size());
  return marker.ok() && *marker == number;
}

// What the killed run of this number has left.
void OutputFolder::Recover(const std::string& number) {
  const std::string prefix = UnfinishedPrefix(number);
  std::vector<std::string> names = NamesIn("");
  std::reverse(names.begin(), names.end());  // "….old" first: it was in place
  for (const std::string& name : names) {
    if (!name.starts_with(prefix)) continue;
    std::string folder = name.substr(name.rfind('-') + 1);
    if (folder.ends_with(kOld)) folder.resize(folder.size() - std::char_traits<char>::length(kOld));
    if (!IsFolder(name) || std::ranges::find(kFolders, folder) == kFolders.end()) {
      (void)folder_->RemoveOne(name);  // A half-written file, or the folder that Begin() tries.
    } else if (HasMarker(name, number)) {
      (void)folder_->RemoveAll(name);
    } else if (!IsThere(folder)) {
      (void)folder_->Move(name, folder);
    } else {
      if (HasMarker(folder, number)) (void)folder_->RemoveOne(folder + "/" + kMarker);
      MoveForeign(name, folder);
      RemoveOwn(name, folder);
    }
  }
}

// Something of the user's is in the way.
bool OutputFolder::IsTaken(const std::string& name) const {
  if (IsThere(name) && !IsOwn(name)) return true;
  for (Path at = Path(name).parent_path(); !at.empty(); at = at.parent_path()) {
    if (IsThere(at.string()) && !IsFolder(at.string()) && !IsOwn(at.string())) return true;
  }
  return false;
}

std::string OutputFolder::NameFor(const std::string& wanted) const {
  const size_t slash = wanted.rfind('/');
  const size_t dot = wanted.find('.', slash == std::string::npos ? 0 : slash);
  std::string name = wanted;
  for (int i = 2; i < kMostNames && IsTaken(name); ++i)
    name = fmt::format("{}-new{}{}", wanted.substr(0, dot), i == 2 ? "" : std::to_string(i - 1),
                       dot == std::string::npos ? "" : wanted.substr(dot));
  return IsTaken(name) ? wanted : name;
}

Status OutputFolder::Stage(const std::string& staged, const OutputEntries& entries) {
  const auto fresh = folder_->MakeFolder(staged);
  if (!fresh.ok()) return fresh.error();
  if (!*fresh) return FileError("make folder", path_ / staged, EEXIST);
  TRY(folder_->WriteNew(staged + "/" + kMarker, number_));
  for (const auto& [name, entry] : entries) {
    const std::string at = staged + "/" + name;
    TRY(folder_->MakeFoldersAbove(at));
    TRY(entry.is_link ? folder_->Link(entry.content, at) : folder_->WriteNew(at, entry.content));
  }
  return {};
}

// Whole folders where nothing in them is ours.
void OutputFolder::MoveForeign(const std::string& from, const std::string& folder) {
  for (const std::string& name : NamesIn(from)) {
    const std::string source = from + "/" + name;
    const std::string at = folder + "/" + name;
    const bool is_folder = IsFolder(source);
    if (is_folder && (HoldsOwn(at) || IsThere(at))) {
      MoveForeign(source, at);
    } else if (is_folder || !IsKnownAt(source, at)) {
      // Fails where anything has that name: it stays where it is then, and nothing is overwritten.
      if (folder_->MakeFoldersAbove(at).ok()) (void)folder_->Move(source, at);
    }
  }
}

// Never more than what is known by name and content.
void OutputFolder::RemoveOwn(const std::string& from, const std::string& folder) {
  for (const std::string& name : NamesIn(from)) {
    const std::string source = from + "/" + name;
    const std::string at = folder + "/" + name;
    if (IsFolder(source))
      RemoveOwn(source, at);
    else if (IsKnownAt(source, at))
      (void)folder_->RemoveOne(source);
  }
  (void)folder_->RemoveOne(from);
}

Status OutputFolder::Replace(const std::string& folder, const OutputEntries& wanted) {
  CHECK(std::ranges::find(kFolders, folder) != kFolders.end(), folder);
  const std::lock_guard lock(writing_);
  used_ = true;
  if (IsThere(folder) && !IsFolder(folder)) return Failed(path_ / folder, "it is not a folder");
  const std::string staged = NewName(folder);
  OutputEntries entries = wanted;
  std::erase_if(entries, [&](const auto& entry) { return IsTaken(folder + "/" + entry.first); });
  for (const auto& [name, entry] : entries) own_[folder + "/" + name].insert(HashOf(entry));
  if (const Status made = Stage(staged, entries); !made.ok())
    return Failed(path_ / folder, made.error().heard.empty() ? made.error().message : made.error().heard);
  TRY(WriteManifest());
  TRY(ChangePlaces(staged, folder));
  (void)folder_->RemoveOne(folder + "/" + kMarker);
  MoveForeign(staged, folder);
  RemoveOwn(staged, folder);
  std::erase_if(own_, [&](const auto& own) { return own.first.starts_with(folder + "/"); });
  for (const auto& [name, entry] : entries) own_[folder + "/" + name] = {HashOf(entry)};
  return WriteManifest();
}

Status OutputFolder::Put(const std::string& file, const std::string& content) {
  const std::lock_guard lock(writing_);
  return PutFile(file, content);
}

Status OutputFolder::PutLast(const std::string& file, const std::string& content) {
  if (!writing_.try_lock()) return Failed(path_ / file, "results are being written");
  return PutFile(file, content);  // And never unlocks.
}

Status OutputFolder::PutFile(const std::string& file, const std::string& content) {
  used_ = true;
  if (IsThere(file) && !IsOwn(file)) return {};
  const std::string hash = HashOf({content, false});
  own_[file].insert(hash);
  TRY(WriteManifest());
  TRY(WriteOver(file, content));
  own_[file] = {hash};
  return WriteManifest();
}

Result<bool> OutputFolder::Claim(const std::string& file) {
  const std::lock_guard lock(writing_);
  used_ = true;
  if (IsThere(file) && (KindOf(file) != Kind::kFile || !own_.contains(file))) return false;
  own_[file] = {kInPlace};
  TRY(WriteManifest());
  return true;
}

Status OutputFolder::PutClaimed(const std::string& file, const std::string& content) {
  const std::lock_guard lock(writing_);
  CHECK(IsKnown(file, kInPlace), file);
  return WriteOver(file, content);
}

Result<std::string> OutputFolder::Read(const std::string& file, size_t most) const { return folder_->Read(file, most); }

}  // namespace kingbird::base
