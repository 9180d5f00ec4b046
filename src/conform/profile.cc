#include "conform/profile.h"

#include <fmt/format.h>

namespace kingbird::conform {
namespace {

using base::Json;

// Reads members of one object and remembers the first that is wrong.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  std::string Text(const char* key) {
    const Json* member = Find(key);
    if (member == nullptr) return "";
    if (!member->is_string()) return Wrong(key, "a string");
    return member->get<std::string>();
  }
  bool Flag(const char* key, bool otherwise) {
    const Json* member = Find(key);
    if (member == nullptr) return otherwise;
    if (!member->is_boolean()) Wrong(key, "true or false");
    return member->is_boolean() ? member->get<bool>() : otherwise;
  }
  std::vector<std::string> Texts(const char* key) {
    std::vector<std::string> texts;
    const Json* member = Find(key);
    if (member == nullptr) return texts;
    if (!member->is_array()) Wrong(key, "an array of strings");
    for (const Json& item : *member) {
      if (item.is_string()) {
        texts.push_back(item.get<std::string>());
      } else {
        Wrong(key, "an array of strings");
      }
    }
    return texts;
  }
  const Json* Object(const char* key) {
    const Json* member = Find(key);
    if (member != nullptr && !member->is_object()) Wrong(key, "an object");
    return member != nullptr && member->is_object() ? member : nullptr;
  }
  std::string Wrong(const char* key, const char* wanted) {
    if (error_.empty()) error_ = fmt::format("{}: \"{}\" must be {}", where_, key, wanted);
    return "";
  }
  bool Has(const char* key) const { return Find(key) != nullptr; }
  base::Status Verdict() const { return error_.empty() ? base::Status() : base::UsageError(error_); }

 private:
  const Json* Find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }

  const Json& json_;
  std::string where_;
  std::string error_;
};

// Where the program comes from: PATH, npm, Debian.
base::Status ReadSources(Reader& reader, const std::string& where, EngineProfile& profile) {
  profile.programs = reader.Texts("programs");
  if (const Json* npm = reader.Object("npm")) {
    Reader part(*npm, where);
    profile.npm_package = part.Text("package");
    profile.npm_version = part.Text("version");
    profile.npm_program = part.Text("program");
    profile.source = part.Text("source");
    TRY(part.Verdict());
  }
  if (const Json* debian = reader.Object("debian")) {
    Reader part(*debian, where);
    profile.debian_packages = part.Texts("packages");
    profile.debian_program = part.Text("program");
    TRY(part.Verdict());
  }
  return {};
}

// How it is started, and what it needs from the sandbox.
base::Status ReadLaunch(Reader& reader, const std::string& where, EngineProfile& profile) {
  if (const std::string uses = reader.Text("uses"); !uses.empty()) {
    if (uses != "node") reader.Wrong("uses", "\"node\"");
    profile.through_node = true;
  }
  profile.driver = reader.Text("driver");
  profile.arguments = reader.Texts("arguments");
  if (const Json* version = reader.Object("version")) {
    Reader part(*version, where);
    profile.version_arguments = part.Texts("arguments");
    profile.version_after = part.Text("after");
    TRY(part.Verdict());
  }
  if (reader.Has("print")) profile.print = reader.Text("print");
  if (const Json* environment = reader.Object("environment")) {
    for (const auto& [name, value] : environment->items()) {
      if (value.is_string())
        profile.environment[name] = value.get<std::string>();
      else
        reader.Wrong("environment", "an object of strings");
    }
  }
  for (const std::string& path : reader.Texts("readable")) profile.readable.emplace_back(path);
  profile.reserves = reader.Flag("reserves", false);
  profile.system_calls = reader.Texts("system_calls");
  return {};
}

}  // namespace

base::Result<EngineProfile> ReadProfile(const Json& json, const std::string& where) {
  if (!json.is_object()) return base::UsageError(where + ": a profile must be an object");
  Reader reader(json, where);
  EngineProfile profile;
  profile.name = reader.Text("name");
  profile.engine = reader.Text("engine");
  profile.title = reader.Text("title");
  profile.votes = reader.Flag("votes", true);
  profile.optional = reader.Flag("optional", false);
  profile.slow = reader.Flag("slow", false);
  profile.arrows = reader.Flag("arrows", false);
  profile.pilot = reader.Flag("pilot", false);
  TRY(ReadSources(reader, where, profile));
  TRY(ReadLaunch(reader, where, profile));
  TRY(reader.Verdict());
  if (profile.name.empty()) reader.Wrong("name", "there");
  if (profile.engine.empty()) reader.Wrong("engine", "there");
  if (profile.arguments.empty()) reader.Wrong("arguments", "there");
  TRY(reader.Verdict());
  return profile;
}

base::Result<std::vector<EngineProfile>> ReadProfiles(const base::FileSystem& files, const base::Path& folder) {
  ASSIGN_OR_RETURN(const std::vector<std::string> names, files.List(folder));
  std::vector<EngineProfile> profiles;
  for (const std::string& name : names) {
    if (!name.ends_with(".json")) continue;
    const std::string where = (folder / name).string();
    ASSIGN_OR_RETURN(const std::string text, files.Read(folder / name));
    ASSIGN_OR_RETURN(const Json json, base::ParseJson(text, where));
    ASSIGN_OR_RETURN(EngineProfile profile, ReadProfile(json, where));
    profiles.push_back(std::move(profile));
  }
  return profiles;
}

}  // namespace kingbird::conform
