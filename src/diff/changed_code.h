// The source lines that differ between the two sides of a diff: which of them can run, and which of them tests ran.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "load/loaded_target.h"
#include "model/report_data.h"
#include "syntax/manifest.h"
#include "syntax/source_map.h"

namespace kingbird::diff {

/// A source file as its author wrote it, with the counters of what Node loads in its place.
struct SourceFile {
  std::string path;  ///< Relative to the folder of the target.
  std::string text;
  /// Null: Kingbird did not instrument the file. Must outlive the source file.
  const syntax::ManifestFile* counters = nullptr;
  std::optional<syntax::SourceMap> map = {};  ///< Of TypeScript: from the lines that the counters count to these.
};

/// The source files of a side, tests and configuration of the project excepted; of a single file those that it loads.
/// The file itself is called `entry` then, since the two sides may have it under different names.
std::vector<SourceFile> SourcesOf(const load::LoadedTarget& loaded, const std::string& entry,
                                  const base::FileSystem& files);

/// Not thread-safe.
class ChangedCode {
 public:
  ChangedCode() = default;
  /// Compares files of the same path. The source files must outlive the call only, their manifests the object.
  ChangedCode(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after);

  bool empty() const { return spans_.empty(); }
  /// Paths of the files that have changed lines.
  std::set<std::string> Files() const;
  /// For the batch lane (runtime::RunOptions::watched): the counters of each changed line that has some.
  const std::vector<model::Hits>& WatchedBefore() const { return before_.watched; }
  const std::vector<model::Hits>& WatchedAfter() const { return after_.watched; }
  /// All counters of the second side in changed lines.
  model::Hits CountersAfter() const;
  /// All counters of the second side in files that have changed lines.
  const model::Hits& CountersOfFilesAfter() const { return of_files_; }

  /// A test ran in processes of its own and hit these counters; `differs`: the sides did not do the same.
  void NoteTest(const model::Hits& before, const model::Hits& after, bool differs);
  /// So many tests of the batch lane ran each of the watched lines.
  void NoteScreened(const std::vector<int64_t>& before, const std::vector<int64_t>& after);

  /// What became of each changed line: neighbours of the same fate in one entry. The hits are what loading covers.
  std::vector<model::LineChange> Changes(const model::Hits& load_before, const model::Hits& load_after) const;

 private:
  /// What happened to one line that has code.
  struct Line {
    model::Hits counters;            ///< Empty: the line has code that is not counted, such as an import.
    std::optional<uint32_t> loaded;  ///< The counter that says that the file was loaded.
    int64_t tests = 0;
    int64_t differing = 0;
  };
  struct Side {
    std::vector<Line> lines;
    std::vector<model::Hits> watched;
    std::vector<size_t> watched_lines;  ///< For each of `watched`, its place in `lines`.
    std::set<uint32_t> hit;             ///< Counters of changed lines that a test hit.
  };
  /// Changed lines of one side of a hunk.
  struct Span {
    std::string file;
    bool removed = false;
    int first = 0;
    std::vector<std::optional<size_t>> lines;  ///< Places in Side::lines; none: no code.
  };

  void Compare(const SourceFile& before, const SourceFile& after);
  static void Note(const model::Hits& hits, bool differs, Side& side);
  void Describe(const Span& span, const model::Hits& load, std::vector<model::LineChange>& into) const;

  Side before_;
  Side after_;
  std::vector<Span> spans_;
  model::Hits of_files_;
};

}  // namespace kingbird::diff
