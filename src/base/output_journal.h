// What this user's runs of Kingbird have begun in a folder of results.
#pragma once

#include <string>
#include <vector>

#include "base/held_folder.h"

namespace kingbird::base {

/// A note in the user's own cache that names a folder of results and the numbers of the runs that were at work there
/// and did not say that they had finished. The folder of results itself may have come with somebody's repository, so
/// nothing in that folder tells which of its entries a killed run has left. Not thread-safe.
class OutputJournal {
 public:
  /// `place` is the folder of all journals; "": nothing is remembered. The folder of results is known by its real path
  /// and by its identity. `files` outlives the journal.
  OutputJournal(FileSystem& files, const Path& place, const Path& folder, HeldFolder::Identity identity);

  /// The numbers of the runs that did not finish; empty where the note is not one of this folder.
  std::vector<std::string> Unfinished() const;
  /// Replaces the note. A cache that cannot be written to remembers nothing: what a killed run leaves stays then.
  void Write(const std::vector<std::string>& numbers);

 private:
  FileSystem& files_;
  Path note_;
  Path folder_;
  HeldFolder::Identity identity_;
};

}  // namespace kingbird::base
