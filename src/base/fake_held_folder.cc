// HeldFolder on the tables of FakeFileSystem.
#include <cerrno>

#include "base/held_folder.h"
#include "base/open_beneath.h"

namespace kingbird::base {

class FakeFileSystem::Held : public HeldFolder {
 public:
  Held(FakeFileSystem& files, Path path) : files_(files), path_(std::move(path)) {}

  Identity identity() const override { return {1, std::hash<std::string>()(path_.string())}; }

  Result<std::unique_ptr<Lock>> TryLock() override {
    if (!files_.folders_.contains(PathKey(path_))) return FileError("write to", path_, ENOENT);
    return files_.LockKey(PathKey(path_));
  }

  Result<std::unique_ptr<HeldFolder>> Hold(const std::string& name) const override {
    TRY(Check("open", name, false));
    return files_.Hold(path_ / name);
  }

  Entry Look(const std::string& name) const override {
    return Check("find", name, true).ok() ? files_.Look(path_ / name) : Entry();
  }

  Result<std::string> Read(const std::string& name, size_t most) const override {
    TRY(Check("read", name, false));
    return files_.ReadAtMost(path_ / name, most);
  }

  Result<Path> LinkTarget(const std::string& name) const override {
    TRY(Check("read", name, true));
    return files_.LinkTarget(path_ / name);
  }

  Result<std::vector<std::string>> List(const std::string& name) const override {
    if (name.empty()) return files_.List(path_);
    TRY(Check("list", name, false));
    return files_.List(path_ / name);
  }

  Result<bool> MakeFolder(const std::string& name) override {
    TRY(CheckWrite("make folder", name));
    const Kind kind = Look(name).kind;
    if (kind == Kind::kFolder) return false;
    if (kind != Kind::kNothing) return HeldError("make folder", path_ / name, kind == Kind::kLink ? ELOOP : ENOTDIR);
    files_.folders_[PathKey(path_ / name)] = true;
    return true;
  }

  Status WriteNew(const std::string& name, std::string_view content) override {
    TRY(CheckWrite("write", name));
    if (Look(name).kind != Kind::kNothing) return FileError("write", path_ / name, EEXIST);
    return files_.Write(path_ / name, content);
  }

  Status Link(const Path& target, const std::string& name) override {
    TRY(CheckWrite("link", name));
    return files_.Link(target, path_ / name);
  }

  Status Move(const std::string& from, const std::string& to) override {
    TRY(CheckWrite("write", to));
    if (Look(to).kind != Kind::kNothing) return FileError("write", path_ / to, EEXIST);
    return MoveOver(from, to);
  }

  Status MoveOver(const std::string& from, const std::string& to) override {
    TRY(CheckWrite("write", from));
    TRY(CheckWrite("write", to));
    return files_.Move(path_ / from, path_ / to);
  }

  Status Exchange(const std::string& a, const std::string& b) override {
    TRY(CheckWrite("write", a));
    TRY(CheckWrite("write", b));
    if (!files_.exchanges_) return FileError("write", path_ / b, EINVAL);
    if (Look(a).kind == Kind::kNothing || Look(b).kind == Kind::kNothing) return FileError("write", path_ / b, ENOENT);
    const std::string between = PathKey(path_ / a) + ".exchanged";
    files_.Rename(PathKey(path_ / a), between);
    files_.Rename(PathKey(path_ / b), PathKey(path_ / a));
    files_.Rename(between, PathKey(path_ / b));
    return {};
  }

  Status RemoveOne(const std::string& name) override {
    TRY(CheckWrite("remove", name));
    const Kind kind = Look(name).kind;
    if (kind == Kind::kNothing) return FileError("remove", path_ / name, ENOENT);
    if (kind == Kind::kFolder && !files_.List(path_ / name)->empty())
      return FileError("remove", path_ / name, ENOTEMPTY);
    return files_.Remove(path_ / name);
  }

  Status RemoveAll(const std::string& name) override {
    TRY(CheckWrite("remove", name));
    return files_.Remove(path_ / name);
  }

 private:
  /// Names lead out of nothing and through no link; whether the last part may be a link says `last`.
  Status Check(std::string_view verb, const std::string& name, bool last) const {
    if (!IsNameBelow(name)) return HeldError(verb, path_ / name, EXDEV);
    for (size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
      if (files_.links_.contains(PathKey(path_ / name.substr(0, slash)))) return HeldError(verb, path_ / name, ELOOP);
    }
    return !last && files_.links_.contains(PathKey(path_ / name)) ? Status(HeldError(verb, path_ / name, ELOOP))
                                                                  : Status();
  }

  Status CheckWrite(std::string_view verb, const std::string& name) const {
    TRY(Check(verb, name, true));
    TRY(files_.CheckWritable(path_ / name));
    const Path above = (path_ / name).parent_path();
    if (files_.folders_.contains(PathKey(above)) || above == "/") return {};
    return FileError(verb, path_ / name, files_.IsFile(above) ? ENOTDIR : ENOENT);
  }

  FakeFileSystem& files_;
  Path path_;
};

Result<std::unique_ptr<HeldFolder>> FakeFileSystem::Hold(const Path& folder) {
  const Path path = PathKey(folder);
  const Kind kind = Look(path).kind;
  if (path != "/" && kind != Kind::kFolder)
    return FileError("open", folder, kind == Kind::kNothing ? ENOENT : kind == Kind::kLink ? ELOOP : ENOTDIR);
  return std::unique_ptr<HeldFolder>(std::make_unique<Held>(*this, path));
}

}  // namespace kingbird::base
