#include "syntax/function_sites.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax/instrument.h"
#include "syntax/manifest.h"

namespace kingbird::syntax {
namespace {

/// The text of ASCII files.
std::string Part(const std::string& text, const Extent& extent) {
  return text.substr(extent.begin, extent.end - extent.begin);
}

TEST(FunctionSites, AreTheTextsOfFunctions) {
  const std::string source =
      "function f() { return () => g }\nclass A extends B { static async m() {} get [x]() {} constructor() { f() } }";
  const Instrumented file = Instrument(source, "a.js", {PassKind::kCoverage, PassKind::kReadTrace});
  std::vector<std::string> texts;
  for (const FunctionSite& site : file.facts.sites) texts.push_back(Part(source, site.original));
  EXPECT_THAT(texts,
              testing::ElementsAre("function f() { return () => g }", "() => g",
                                   "class A extends B { static async m() {} get [x]() {} constructor() { f() } }",
                                   "async m() {}", "get [x]() {}", "constructor() { f() }"));
  const FunctionSite& whole = file.facts.sites[2];
  EXPECT_TRUE(whole.is_class);
  EXPECT_EQ(whole.constructor, 5u);
  for (const FunctionSite& site : file.facts.sites) {
    const std::string text = Part(file.text, site.rewritten);
    EXPECT_EQ(text.front(), Part(source, site.original).front());
    EXPECT_THAT(text, testing::AnyOf(testing::EndsWith("}"), testing::EndsWith(")")));
  }
}

/// Which counters a function has is what its rewritten text says.
TEST(FunctionSites, KnowTheirCounters) {
  const std::string source =
      "var a = 1, f = function (x = 2) { var g = () => a || x; return g ? 1 : 2 };\n"
      "class A { p = () => 1; static [f] = () => {}; #q() { if (a) f() } constructor() { switch (a) { case f(() => a "
      "&& f): } } }\n"
      "/* istanbul ignore next */ function skipped() { a() }\n"
      "async function* last() { for (const x of a) yield () => x }";
  const Instrumented file = Instrument(source, "a.js");
  ManifestFile entry = {"a.js", 100, file.facts.counters, file.facts.sites};
  ASSERT_EQ(entry.sites.size(), 11u);
  size_t all = 0;
  for (const FunctionSite& site : entry.sites) {
    const std::string text = Part(file.text, site.rewritten);
    model::Hits written;
    for (size_t at = text.find("++$k"); at != std::string::npos; at = text.find("++$k", at + 1)) {
      written.push_back(100 + static_cast<uint32_t>(std::stoul(text.substr(text.find('[', at) + 1))));
    }
    std::sort(written.begin(), written.end());
    EXPECT_EQ(entry.CountersOf(site), written) << text;
    all += written.size();
  }
  EXPECT_GT(all, 20u);
}

TEST(FunctionSites, CountAsJavaScriptDoes) {
  const std::string source = "var \xc3\xa4 = '\xf0\x9f\x98\x80', f = () => '\xc3\xa4'";
  const FunctionSite site = Instrument(source, "a.js").facts.sites.at(0);
  EXPECT_EQ(site.original, (Extent{18, 27}));
  EXPECT_EQ(site.rewritten.end - site.rewritten.begin,
            Instrument("f = () => '.'", "a.js").facts.sites.at(0).rewritten.end -
                Instrument("f = () => '.'", "a.js").facts.sites.at(0).rewritten.begin);
}

}  // namespace
}  // namespace kingbird::syntax
