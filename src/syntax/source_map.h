// From places in generated text to places in the text it was made of: source maps of version 3, with one source.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

class SourceMap {
 public:
  /// A map is a tool's output, but it may lie in anybody's folder: what does not decode is an error, never a crash.
  static base::Result<SourceMap> Parse(const std::string& json);

  /// Where the text at a place comes from: the last mapping at or before it on its line. None: nobody wrote it.
  std::optional<Position> Original(Position generated) const;
  /// Where the first text of a line comes from that somebody wrote. None: nobody wrote anything on it.
  std::optional<Position> FirstOriginal(uint32_t line) const;
  /// The lines of the original from which some of the generated text comes.
  std::set<uint32_t> OriginalLines() const;
  /// Whether anything on this line was written by somebody.
  bool HasLine(uint32_t line) const { return line >= 1 && line <= lines_.size() && !lines_[line - 1].empty(); }

 private:
  struct Segment {
    uint32_t column;
    Position original;
  };
  std::vector<std::vector<Segment>> lines_;
};

}  // namespace kingbird::syntax
