#include "syntax/pass/concolic_bindings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "syntax/parser.h"

namespace kingbird::syntax {
namespace {

/// Names of the variables that have twins.
std::vector<std::string> Twins(const std::string& source) {
  const Tree tree = Parse(source);
  const ScopeTree scopes(tree);
  const ConcolicBindings bindings(tree, scopes, false);
  std::vector<std::string> names;
  for (BindingId id = 0; id < scopes.bindings().size(); ++id) {
    if (bindings.HasTwin(id)) names.push_back(scopes.bindings()[id].name);
  }
  return names;
}

TEST(ConcolicBindingsTest, WhatOnlyHoldsLiteralsHasNone) {
  EXPECT_EQ(Twins("function f(p) { let a = 1, b = a + 2, c = b ? a : 'x', d = (c, p), e = -d; e++; }"),
            (std::vector<std::string>{"p", "d", "e"}));
}

TEST(ConcolicBindingsTest, ItSpreadsAgainstTheOrderOfTheText) {
  // A fixpoint of rounds would go over all of it once for each.
  constexpr int kCount = 30'000;
  std::string source = "function f(p) { let a0";
  for (int i = 1; i <= kCount; ++i) source += fmt::format(",a{}", i);
  source += ";";
  for (int i = 0; i < kCount; ++i) source += fmt::format("a{}=a{};", i, i + 1);
  EXPECT_EQ(Twins(source + "}").size(), 1U);
  EXPECT_EQ(Twins(source + fmt::format("a{}=p;}}", kCount)).size(), kCount + 2U);
}

}  // namespace
}  // namespace kingbird::syntax
