#include "model/scratch_tree.h"

#include <string_view>

namespace kingbird::model {
namespace {

std::string_view KindName(ScratchEntry::Kind kind) {
  switch (kind) {
    case ScratchEntry::Kind::kFile:
      return "file";
    case ScratchEntry::Kind::kFolder:
      return "folder";
    case ScratchEntry::Kind::kLink:
      return "link";
  }
  return "";
}

}  // namespace

const std::vector<ScratchEntry>& ScratchTree() {
  using Kind = ScratchEntry::Kind;
  static const std::vector<ScratchEntry> tree = {
      {"file.txt", Kind::kFile, "hello kingbird\nsecond line\n", 0644},
      {"data.json", Kind::kFile, "{\"name\": \"kingbird\", \"count\": 3, \"list\": [1, 2, 3]}\n", 0644},
      {"malformed.json", Kind::kFile, "{\"name\": \"kingbird\", \"list\": [1, 2\n", 0644},
      {"empty.txt", Kind::kFile, "", 0644},
      {"readonly.txt", Kind::kFile, "do not write\n", 0444},
      {"script.js", Kind::kFile, "module.exports = 42;\n", 0644},
      {"dir", Kind::kFolder, "", 0755},
      {"full", Kind::kFolder, "", 0755},
      {"full/a.txt", Kind::kFile, "a\n", 0644},
      {"full/nested", Kind::kFolder, "", 0755},
      {"full/nested/b.json", Kind::kFile, "{\"b\": true}\n", 0644},
      // A hidden file, as most folders have it that programs walk through: it says what to leave out.
      {".gitignore", Kind::kFile, "# not kept\n*.log\n!keep.log\n/dir/\nfull/nested\n", 0644},
      {"link", Kind::kLink, "file.txt", 0},
      {"broken", Kind::kLink, "missing.txt", 0},
  };
  return tree;
}

base::Json ToJson(const std::vector<ScratchEntry>& entries) {
  base::Json json = base::Json::array();
  for (const ScratchEntry& entry : entries) {
    json.push_back(
        {{"path", entry.path}, {"kind", KindName(entry.kind)}, {"content", entry.content}, {"mode", entry.mode}});
  }
  return json;
}

}  // namespace kingbird::model
