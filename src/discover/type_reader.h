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

/// What it does not understand is a Type that nothing is known of.
class TypeReader {
 public:
  /// `named` must outlive it. `made`: those of the named types that the target makes itself (MadeTypes).
  explicit TypeReader(const NamedTypes& named, std::set<std::string> made = {});

  model::Type Read(syntax::Node node, int depth = 0) const;

 private:
  model::Type Function(syntax::Node node, int depth) const;
  model::Type Tuple(syntax::Node node, int depth) const;
  model::Type Object(syntax::Node body, int depth) const;
  model::Type Interface(syntax::Node node, int depth) const;
  model::Type Generic(syntax::Node node, int depth) const;
  model::Type Name(syntax::Node node, int depth) const;

  const NamedTypes& named_;
  std::set<std::string> made_;
};

}  // namespace kingbird::discover
