// Where a match can begin, so that the matcher need not try everywhere.
#include <algorithm>

#include "regex/regex.h"

namespace kingbird::regex {
namespace {

using Kind = Node::Kind;

bool IsAnchored(const Node& node) {
  switch (node.kind) {
    case Kind::kStart:
      return true;
    case Kind::kSequence:
      return !node.parts.empty() && IsAnchored(node.parts[0]);
    case Kind::kChoice:
      return std::all_of(node.parts.begin(), node.parts.end(), IsAnchored);
    case Kind::kGroup:
      return IsAnchored(node.parts[0]);
    default:
      return false;
  }
}

/// Adds what the node may begin with; true: it may match nothing, and what follows begins, too.
bool AddFirst(const Node& node, Ranges& first) {
  switch (node.kind) {
    case Kind::kSet:
      first.insert(first.end(), node.ranges.begin(), node.ranges.end());
      return false;
    case Kind::kSequence:
      return std::all_of(node.parts.begin(), node.parts.end(), [&](const Node& part) { return AddFirst(part, first); });
    case Kind::kChoice: {
      bool empty = false;
      for (const Node& part : node.parts) empty = AddFirst(part, first) || empty;
      return empty;
    }
    case Kind::kRepeat:
      return AddFirst(node.parts[0], first) || node.least == 0;
    case Kind::kGroup:
      return AddFirst(node.parts[0], first);
    case Kind::kBack:
      first.emplace_back(0, 0x10FFFF);
      return true;
    default:
      return true;
  }
}

}  // namespace

void NoteBeginning(Regex& regex) {
  regex.anchored = !regex.flags.multiline && IsAnchored(regex.root);
  Ranges first;
  if (!AddFirst(regex.root, first) && !regex.flags.unicode) regex.first = Normalised(std::move(first));
}

}  // namespace kingbird::regex
