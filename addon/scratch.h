// The scratch folder: wiped and filled anew between tests. Works without privileges and never follows a link.
#pragma once

#include <string>
#include <vector>

namespace kingbird::addon {

struct Entry {
  enum class Kind { kFile, kFolder, kLink };
  std::string path;
  Kind kind;
  std::string content;
  int mode;
};

struct Scratch {
  std::string root;     ///< Everything below it is removed after each test.
  std::string working;  ///< Absolute: where each test starts; below root.
  std::vector<Entry> entries;

  /// Removes what the last test left and makes the entries. False when that did not work: the zygote is then unusable.
  bool Refresh() const;
};

}  // namespace kingbird::addon
