#include "syntax/function_sites.h"

#include <fmt/format.h>
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

/// The texts of the sites that have a quality.
template <typename Has>
std::vector<std::string> TextsWith(const std::string& source, Has has) {
  std::vector<std::string> texts;
  for (const FunctionSite& site : Instrument(source, "a.js").facts.sites) {
    if (has(site)) texts.push_back(Part(source, site.original));
  }
  return texts;
}

TEST(FunctionSites, ClassesAreToldByTheTree) {
  const std::string source =
      "/* c */ @d class A { class() {} }\nx = /* class */ class {}; function classify() { return 'class B {}' }";
  EXPECT_THAT(TextsWith(source, [](const FunctionSite& site) { return site.is_class; }),
              testing::ElementsAre("class A { class() {} }", "class {}"));
}

TEST(FunctionSites, ThisBelongsToTheNearestFunctionWithOneOfItsOwn) {
  const std::string source =
      "function Words(x) { /* this */ return 'this' + x.this + `this` }\n"
      "function Arrow() { return () => this }\n"
      "function Outer() { return function () { return `${this}` } }\n"
      "function Field() { return class { a = this; static { this.b() } } }\n"
      "var top = () => this";
  EXPECT_THAT(TextsWith(source, [](const FunctionSite& site) { return site.uses_this; }),
              testing::ElementsAre("function Arrow() { return () => this }", "function () { return `${this}` }"));
}

/// The constructor of a class is not the first that its text holds, and what evaluates text is not rewritten.
TEST(FunctionSites, KnowTheirPlacesForTheConcolicPass) {
  const std::string source =
      "class A { static B = class { constructor(q) {} }; constructor(p) { super(() => p) } }\n"
      "function evaluates(x) { return eval(x) }";
  const FileFacts facts = Instrument(source, "a.js", {PassKind::kCoverage, PassKind::kConcolic}).facts;
  std::vector<std::string> places;
  for (const FunctionSite& site : facts.sites) {
    if (site.concolic == FunctionSite::kNone) continue;
    const ConcolicSite& place = facts.concolic.at(site.concolic);
    EXPECT_EQ(place.kind, ConcolicSite::Kind::kFunction);
    if (place.range.begin.line != 1) continue;
    places.push_back(Part(source, site.original));
    EXPECT_EQ(Part(source, {place.range.begin.column, place.range.end.column}), places.back());
  }
  EXPECT_THAT(places, testing::ElementsAre("constructor(q) {}", "constructor(p) { super(() => p) }", "() => p"));
  EXPECT_EQ(facts.sites.back().concolic, FunctionSite::kNone);
  EXPECT_EQ(base::DumpJson(AgentJson({facts.sites[0], facts.sites.back()})),
            fmt::format("[{},{},0,{},1,3,-1,{},{},{},{},0,-1,-1]", facts.sites[0].rewritten.begin,
                        facts.sites[0].rewritten.end, source.find('\n'), facts.sites.back().rewritten.begin,
                        facts.sites.back().rewritten.end, source.find('\n') + 1, source.size()));
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
