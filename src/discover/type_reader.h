// The type that a piece of TypeScript's syntax means.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "discover/made_types.h"
#include "model/type.h"
#include "syntax/tree.h"

namespace kingbird::discover {

/// Reads the types of one file. Syntax that the reader does not know, and types beyond the limits below, become a Type
/// without any information.
class TypeReader {
 public:
  /// `named` must outlive it. `made`: those of the named types that the target makes itself (MadeTypes).
  explicit TypeReader(const NamedTypes& named, std::set<std::string> made = {});

  model::Type Read(syntax::Node node);

 private:
  /// Upper limit for all types of a file together.
  static constexpr size_t kMostTypesOfFile = 500'000;

  model::Type Read(syntax::Node node, int depth);
  std::vector<model::Type> ReadAll(const std::vector<syntax::Node>& nodes, int depth);
  model::Type Function(syntax::Node node, int depth);
  model::Type Tuple(syntax::Node node, int depth);
  model::Type Object(syntax::Node body, int depth);
  model::Type Interface(syntax::Node node, int depth);
  model::Type Generic(syntax::Node node, int depth);
  model::Type Name(syntax::Node node, int depth);

  const NamedTypes& named_;
  std::set<std::string> made_;
  size_t left_ = 0;  ///< Types that may still be read for this one.
  size_t left_in_file_ = kMostTypesOfFile;
};

}  // namespace kingbird::discover
