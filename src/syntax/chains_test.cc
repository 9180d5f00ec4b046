#include "syntax/chains.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "syntax/parser.h"

namespace kingbird::syntax {
namespace {

/// Of all links of the program, in the order of the text: what stands up to their end, and what `of` says.
std::string Links(const std::string& source, const std::function<std::string(const Chains&, Node)>& of) {
  const Tree tree = Parse(source);
  EXPECT_FALSE(tree.has_error());
  const Chains chains(tree);
  std::string found;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.At(i);
    if (BeforeLink(node)) found += std::string(node.text()) + ": " + of(chains, node) + "\n";
  }
  return found;
}

std::string LastOptional(const Chains& chains, Node node) {
  const Node link = chains.LastOptional(node);
  return link ? std::string(link.text()) : "none";
}

std::string IsInCallee(const Chains& chains, Node node) { return chains.IsInCallee(node) ? "yes" : "no"; }

TEST(Chains, KnowTheLastOptionalLinkOfEachOfTheirLinks) {
  EXPECT_EQ(Links("a?.b.c(d.e)?.[f].g", LastOptional),
            "a?.b.c(d.e)?.[f].g: a?.b.c(d.e)?.[f]\n"
            "a?.b.c(d.e)?.[f]: a?.b.c(d.e)?.[f]\n"
            "a?.b.c(d.e): a?.b\n"
            "a?.b.c: a?.b\n"
            "a?.b: a?.b\n"
            "d.e: none\n");
}

TEST(Chains, EndWhereParenthesesAre) { EXPECT_EQ(Links("(a?.b).c", LastOptional), "(a?.b).c: none\na?.b: a?.b\n"); }

TEST(Chains, KnowWhatNewCalls) {
  EXPECT_EQ(Links("new a.b.c(d.e).f", IsInCallee), "new a.b.c(d.e).f: no\na.b.c: yes\na.b: yes\nd.e: no\n");
  EXPECT_EQ(Links("new (a().b)", IsInCallee), "a().b: no\na(): no\n");
}

}  // namespace
}  // namespace kingbird::syntax
