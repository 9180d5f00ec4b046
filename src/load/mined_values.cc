#include "load/mined_values.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/scratch_tree.h"
#include "syntax/literals.h"

namespace kingbird::load {
namespace {

constexpr size_t kLongString = 60;
constexpr size_t kMostStrings = 400;

// ".filter(" and ".filter.call(" are calls of an option; typeof tests of it count as well.
bool IsCalled(const std::string& source, const std::string& key) {
  for (const char* tail : {"(", ".call(", ".apply("}) {
    if (source.find("." + key + tail) != std::string::npos) return true;
  }
  return source.find("." + key + " === 'function'") != std::string::npos;
}

// Common methods are called on everything; as option names they would only dilute.
bool IsCommonMember(const std::string& key) {
  static const std::set<std::string> kCommon = {
      "length",    "push",           "pop",     "shift",   "slice", "splice",    "concat",      "join",
      "map",       "forEach",        "apply",   "call",    "bind",  "prototype", "constructor", "toString",
      "then",      "hasOwnProperty", "indexOf", "replace", "split", "charAt",    "charCodeAt",  "substr",
      "substring", "test",           "exec",    "match",   "keys",  "stack",     "message"};
  return kCommon.contains(key);
}

}  // namespace

generate::MinedLiterals MineLiterals(const syntax::Manifest& manifest, const base::Path& root,
                                     const base::FileSystem& files) {
  std::set<std::string> strings, regexes, keys, callback_keys;
  std::set<double> numbers;
  for (const syntax::ManifestFile& file : manifest.files) {
    const auto source = files.Read(root / file.key);
    if (!source.ok()) continue;
    syntax::Literals literals = syntax::FindLiterals(*source);
    for (std::string& text : literals.strings) {
      if (text.size() <= kLongString && strings.size() < kMostStrings) strings.insert(std::move(text));
    }
    numbers.insert(literals.numbers.begin(), literals.numbers.end());
    for (const std::string& regex : literals.regexes) {
      const size_t end = regex.rfind('/');
      if (end != std::string::npos && end > 1) regexes.insert(regex.substr(1, end - 1));
    }
    for (const std::string& key : literals.property_keys) {
      if (IsCommonMember(key)) continue;
      keys.insert(key);
      if (IsCalled(*source, key)) callback_keys.insert(key);
    }
  }
  return {{strings.begin(), strings.end()},
          {numbers.begin(), numbers.end()},
          {regexes.begin(), regexes.end()},
          {keys.begin(), keys.end()},
          {callback_keys.begin(), callback_keys.end()}};
}

std::vector<std::string> ScratchPaths() {
  std::vector<std::string> paths;
  for (const model::ScratchEntry& entry : model::ScratchTree()) paths.push_back(entry.path);
  for (const char* path :
       {"missing.txt", "missing/deep.txt", "new.json", "dir/new.txt", ".", "full/..", "*", "**/*.txt"})
    paths.emplace_back(path);
  return paths;
}

std::vector<std::string> ScratchFolders() {
  std::vector<std::string> folders = {"."};
  for (const model::ScratchEntry& entry : model::ScratchTree()) {
    if (entry.kind == model::ScratchEntry::Kind::kFolder) folders.push_back(entry.path);
  }
  return folders;
}

}  // namespace kingbird::load
