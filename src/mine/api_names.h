// Names of a program that lead to the API under test: by require, import, destructuring and aliases. Scopes are not
// resolved: a name that clients reuse for something else costs an example, not a wrong test.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "model/api.h"
#include "syntax/tree.h"

namespace kingbird::mine {

/// Says whether a module specifier ("fs-extra", "../lib") is the API under test.
using IsTarget = std::function<bool(const std::string& specifier)>;

/// Without parentheses and the annotations of TypeScript.
syntax::Node Unwrapped(syntax::Node node);

class ApiNames {
 public:
  /// Where a name or a member that nothing bound leads to.
  using Guess = std::function<std::optional<model::AccessPath>(syntax::Node)>;
  explicit ApiNames(Guess guess = nullptr) : guess_(std::move(guess)) {}

  /// Of the program that is read next; must outlive its reading.
  void SetTarget(const IsTarget& is_target) { is_target_ = &is_target; }

  /// const x = require('p'), const { a: b } = require('p'), const f = x.f; false when the value does not lead to the
  /// API.
  bool Bind(syntax::Node name, syntax::Node value);
  void BindImport(syntax::Node statement);
  void Forget(const std::string& name) { paths_.erase(name); }

  /// The access path an expression denotes, if it leads to the API.
  std::optional<model::AccessPath> PathOf(syntax::Node node) const;

 private:
  bool IsRequire(syntax::Node node) const;
  std::optional<model::AccessPath> Guessed(syntax::Node node) const { return guess_ ? guess_(node) : std::nullopt; }

  Guess guess_;
  const IsTarget* is_target_ = nullptr;
  std::map<std::string, model::AccessPath> paths_;
};

}  // namespace kingbird::mine
