// The functions, methods and classes of a file: where their texts lie before and after rewriting, and which counters
// belong to them. At run time a function is known by its text (agent/function_source.js), so nobody needs to look for
// anything in it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/edits.h"
#include "syntax/tree.h"

namespace kingbird::syntax {

/// [begin, end): counters of a file, or characters of a text.
struct Extent {
  uint32_t begin = 0;
  uint32_t end = 0;
  auto operator<=>(const Extent&) const = default;
};

/// Texts are counted in UTF-16 units, as JavaScript does, and are exactly what Function.prototype.toString gives.
struct FunctionSite {
  static constexpr uint32_t kNone = 0xffffffffu;
  uint32_t node = kNone;  ///< Node of the tree; known only while the file is rewritten.
  bool is_class = false;
  bool uses_this = false;        ///< It uses its own `this`, also inside arrow functions.
  uint32_t constructor = kNone;  ///< Classes: the site of the written constructor.
  uint32_t concolic = kNone;     ///< Number among the file's ConcolicSites, if the concolic pass rewrote it.
  Extent original;
  Extent rewritten;
  Extent statements;  ///< Counters of the file, those of functions inside included; likewise the next two.
  Extent paths;
  Extent functions;
};

/// Whether the node is a function, method or class, which has a text of its own at run time.
bool IsFunctionSite(Node node);

/// Tells for each node whether the node is a function that has and uses a `this` of its own.
std::vector<bool> FindUsersOfThis(const Tree& tree);

/// Finds all sites of a file in the order of the text, outer sites first. Counters and places in the rewritten text are
/// not filled in.
std::vector<FunctionSite> FindFunctionSites(const Tree& tree);

/// The nodes whose places Rewrite must tell for PlaceFunctionSites.
std::vector<uint32_t> NodesToTrack(const Tree& tree, std::span<const FunctionSite> sites);

/// Fills in `rewritten` from what Rewrite told.
void PlaceFunctionSites(const Tree& tree, std::string_view rewritten, std::span<const Span> spans,
                        std::vector<FunctionSite>& sites);

}  // namespace kingbird::syntax
