// What the coverage counters of one file stand for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "syntax/tree.h"

namespace kingbird::syntax {

struct Range {
  Position begin;
  Position end;
  auto operator<=>(const Range&) const = default;
};

enum class BranchKind : uint8_t { kIf, kConditional, kSwitch, kLogical, kDefault };
/// Istanbul's names: "if", "cond-expr", "switch", "binary-expr", "default-arg".
std::string_view ToString(BranchKind kind);

struct Branch {
  BranchKind kind = BranchKind::kIf;
  Range range;
  /// One per path; the path of an else that is not written has an empty range (line 0).
  std::vector<Range> paths;
};

struct Function {
  std::string name;  ///< "(anonymous_3)" where the source gives none, as Istanbul numbers them.
  Range declaration;
  Range body;
};

/// Counters of one file, in this order: 1 that says "loaded", then statements, branch paths (branch by branch),
/// functions.
struct FileCounters {
  std::vector<Range> statements;
  std::vector<Branch> branches;
  std::vector<Function> functions;

  size_t BranchPaths() const;
  /// Including the one for "loaded".
  size_t Size() const { return 1 + statements.size() + BranchPaths() + functions.size(); }
  size_t StatementIndex(size_t i) const { return 1 + i; }
  size_t FirstBranchIndex() const { return 1 + statements.size(); }
  size_t FirstFunctionIndex() const { return FirstBranchIndex() + BranchPaths(); }
};

}  // namespace kingbird::syntax
