#include "syntax/counters.h"

namespace kingbird::syntax {

std::string_view ToString(BranchKind kind) {
  switch (kind) {
    case BranchKind::kIf:
      return "if";
    case BranchKind::kConditional:
      return "cond-expr";
    case BranchKind::kSwitch:
      return "switch";
    case BranchKind::kLogical:
      return "binary-expr";
    case BranchKind::kDefault:
      return "default-arg";
  }
  return "";
}

size_t FileCounters::BranchPaths() const {
  size_t paths = 0;
  for (const Branch& branch : branches) paths += branch.paths.size();
  return paths;
}

}  // namespace kingbird::syntax
