// All counters of a staged package: one global counter space, file after file in the order of their keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/execution.h"
#include "syntax/file_facts.h"

namespace kingbird::syntax {

struct ManifestFile {
  std::string key;      ///< Path relative to the package's folder, with slashes.
  uint32_t offset = 0;  ///< First index of the file in the counter space.
  FileCounters counters;
  std::vector<FunctionSite> sites;
  ConcolicSites concolic;

  uint32_t size() const { return static_cast<uint32_t>(counters.Size()); }
  uint32_t loaded_index() const { return offset; }
  /// The counters in the text of a function or class, in the counter space.
  model::Hits CountersOf(const FunctionSite& site) const;
};

/// Immutable once staged. The counter region has size() elements of 32 bits (see agent/coverage.js).
struct Manifest {
  std::vector<ManifestFile> files;

  uint32_t size() const { return files.empty() ? 0 : files.back().offset + files.back().size(); }
  const ManifestFile* Find(std::string_view key) const;
  /// The file that owns a counter; null if the index is out of range.
  const ManifestFile* FileOf(uint32_t index) const;
  /// Converts hits to the numbering of another copy of the package. Hits in files that `other` lacks are left out.
  model::Hits Renumber(const model::Hits& hits, const Manifest& other) const;
  /// Sorts the files by key and gives out the offsets.
  void Layout();

  /// {key: {offset, size, functions}} for agent/coverage.js and agent/function_source.js.
  base::Json AgentJson() const;
};

/// Seven numbers for each site: begin and end of its text in the rewritten file and in the original, 1 for a class plus
/// 2 for what uses `this`, the number of a class's constructor, that of its place for the concolic pass (-1: none).
base::Json AgentJson(const std::vector<FunctionSite>& sites);

base::Json ToJson(const FileCounters& counters);
base::Json ToJson(const FileFacts& facts);
base::Result<FileFacts> FileFactsFromJson(const base::Json& json);

}  // namespace kingbird::syntax
