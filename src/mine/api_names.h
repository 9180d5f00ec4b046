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

/// Tells whether a module specifier ("fs-extra", "../lib") denotes the API under test.
using IsTarget = std::function<bool(const std::string& specifier)>;

/// Returns the expression inside parentheses and annotations of TypeScript.
syntax::Node Unwrapped(syntax::Node node);

class ApiNames {
 public:
  /// Guesses the access path of a name or member that no statement bound.
  using Guess = std::function<std::optional<model::AccessPath>(syntax::Node)>;
  explicit ApiNames(Guess guess = nullptr) : guess_(std::move(guess)) {}

  /// Sets the predicate for the program that is read next. The predicate must outlive the reading.
  void SetTarget(const IsTarget& is_target) { is_target_ = &is_target; }

  /// Binds the name or pattern of a declaration: const x = require('p'), const { a: b } = require('p'), const f = x.f.
  /// Returns false if the value does not lead to the API.
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
