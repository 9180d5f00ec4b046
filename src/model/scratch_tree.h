// The small tree of files every test starts in. One list, used by the sandbox before each test and by emitted suites,
// so that a test meets the same files wherever it runs. What is not in the list ("missing.txt") is absent.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace kingbird::model {

struct ScratchEntry {
  enum class Kind : uint8_t { kFile, kFolder, kLink };
  std::string path;  ///< Relative; folders come before what is in them.
  Kind kind = Kind::kFile;
  std::string content;  ///< kFile: the bytes; kLink: where it points to.
  int mode = 0644;      ///< Permission bits; not for links.
  bool IsWritable() const { return kind == Kind::kLink || (mode & 0200) != 0; }
  bool operator==(const ScratchEntry& other) const = default;
};

const std::vector<ScratchEntry>& ScratchTree();

/// [{"path", "kind": "file" | "folder" | "link", "content", "mode"}…], every member present.
base::Json ToJson(const std::vector<ScratchEntry>& entries);

}  // namespace kingbird::model
