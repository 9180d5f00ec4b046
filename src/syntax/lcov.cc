// As Istanbul's lcov reporter maps its data: a line counts as the statement that starts on it and was hit most; a
// function by the line of its declaration; every branch path is one BRDA with the branch's line, "-" when the branch
// was never reached at all.
#include "syntax/lcov.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace kingbird::syntax {
namespace {

class Record {
 public:
  Record(const ManifestFile& file, const Counts& counts, std::string& out) : file_(file), counts_(counts), out_(out) {}

  void Write(const std::string& path) {
    Line("TN:");
    Line("SF:" + path);
    WriteFunctions();
    WriteBranches();
    WriteLines();
    Line("end_of_record");
  }

 private:
  uint64_t Hits(size_t index) const {
    const size_t at = file_.offset + index;
    return at < counts_.size() ? counts_[at] : 0;
  }

  void WriteFunctions() {
    const FileCounters& counters = file_.counters;
    std::unordered_map<std::string, int> seen;
    std::vector<std::string> names;
    size_t hit = 0;
    for (const Function& function : counters.functions) {
      // genhtml takes two functions of one name in a file for one.
      const int number = seen[function.name]++;
      names.push_back(number == 0 ? function.name : fmt::format("{}_{}", function.name, number));
      Line(fmt::format("FN:{},{}", function.declaration.begin.line, names.back()));
    }
    for (size_t i = 0; i < names.size(); ++i) {
      const uint64_t hits = Hits(counters.FirstFunctionIndex() + i);
      hit += hits > 0 ? 1 : 0;
      Line(fmt::format("FNDA:{},{}", hits, names[i]));
    }
    Line(fmt::format("FNF:{}", names.size()));
    Line(fmt::format("FNH:{}", hit));
  }

  void WriteBranches() {
    size_t index = file_.counters.FirstBranchIndex();
    size_t found = 0;
    size_t hit = 0;
    for (size_t branch = 0; branch < file_.counters.branches.size(); ++branch) {
      const Branch& one = file_.counters.branches[branch];
      uint64_t reached = 0;
      for (size_t path = 0; path < one.paths.size(); ++path) reached += Hits(index + path);
      for (size_t path = 0; path < one.paths.size(); ++path, ++index, ++found) {
        const uint64_t hits = Hits(index);
        hit += hits > 0 ? 1 : 0;
        Line(fmt::format("BRDA:{},{},{},{}", one.range.begin.line, branch, path,
                         reached == 0 ? "-" : std::to_string(hits)));
      }
    }
    Line(fmt::format("BRF:{}", found));
    Line(fmt::format("BRH:{}", hit));
  }

  void WriteLines() {
    std::map<uint32_t, uint64_t> lines;
    for (size_t i = 0; i < file_.counters.statements.size(); ++i) {
      uint64_t& hits = lines[file_.counters.statements[i].begin.line];
      hits = std::max(hits, Hits(file_.counters.StatementIndex(i)));
    }
    size_t hit = 0;
    for (const auto& [line, hits] : lines) {
      hit += hits > 0 ? 1 : 0;
      Line(fmt::format("DA:{},{}", line, hits));
    }
    Line(fmt::format("LF:{}", lines.size()));
    Line(fmt::format("LH:{}", hit));
  }

  void Line(std::string_view text) { out_.append(text).append("\n"); }

  const ManifestFile& file_;
  const Counts& counts_;
  std::string& out_;
};

}  // namespace

Counts CountsOf(const Manifest& manifest, const CoverageMap& covered) {
  Counts counts(manifest.size());
  for (uint32_t i = 0; i < counts.size(); ++i) counts[i] = covered.Has(i) ? 1 : 0;
  return counts;
}

std::string WriteLcov(const Manifest& manifest, const Counts& counts, const base::Path& root) {
  std::string out;
  for (const ManifestFile& file : manifest.files) {
    if (file.loaded_index() >= counts.size() || counts[file.loaded_index()] == 0) continue;
    Record(file, counts, out).Write((root / file.key).string());
  }
  return out;
}

}  // namespace kingbird::syntax
