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
  uint32_t node = kNone;  ///< In the tree; known only while the file is rewritten.
  bool is_class = false;
  bool uses_this = false;        ///< A `this` in it is its own: arrows inside count, other functions do not.
  uint32_t constructor = kNone;  ///< Of a class: the site of the constructor that is written in it.
  uint32_t concolic = kNone;     ///< Its number among the file's ConcolicSites, where the concolic pass rewrote it.
  Extent original;
  Extent rewritten;
  Extent statements;  ///< Counters of the file, those of functions inside included; likewise the next two.
  Extent paths;
  Extent functions;
};

/// What has a text of its own at run time.
bool IsFunctionSite(Node node);

/// By node: whether it is a function with a `this` of its own, and uses it.
std::vector<bool> FindUsersOfThis(const Tree& tree);

/// All of a file, in the order of the text, outer ones first, without counters and places in the rewritten text.
std::vector<FunctionSite> FindFunctionSites(const Tree& tree);

/// The nodes whose places Rewrite must tell for PlaceFunctionSites.
std::vector<uint32_t> NodesToTrack(const Tree& tree, std::span<const FunctionSite> sites);

/// Fills in `rewritten` from what Rewrite told.
void PlaceFunctionSites(const Tree& tree, std::string_view rewritten, std::span<const Span> spans,
                        std::vector<FunctionSite>& sites);

}  // namespace kingbird::syntax
