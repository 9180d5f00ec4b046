// The machine-readable reporters on one report whose texts try to break out of each format.
#include <gtest/gtest.h>

#include "report/github.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/markup.h"
#include "report/sarif.h"

namespace kingbird::report {
namespace {

model::RunReport NastyReport() {
  model::RunReport report;
  report.kingbird = "0.1.0";
  report.target = "x@1.0.0";
  report.seed = 3;
  report.executed = 10;
  report.kept = 1;
  report.before.statements = {1, 4};
  report.suite.statements = {3, 4};
  report.curve = {{0, 1}, {5, 3}, {10, 3}};
  report.tests.push_back({"a \"quoted\" <name>", "suite/x.test.js", "</pre><script>alert(1)</script>", 2});
  report.findings.push_back({"crash-f-1", model::FindingKind::kCrash, "f", "50% of\nlines: a, b",
                             "findings/crash-f-1.js", std::string("\x01 ]]> & \xff"), "", 0});
  report.findings.push_back(
      {"hang-g-1", model::FindingKind::kHang, "g", "hung", "findings/hang-g-1.js", "g()", "lib/g.js", 7});
  report.files.push_back({"lib/<g>.js", "a\n<b>\n", {model::LineState::kHit, model::LineState::kMissed}, {}, {}});
  return report;
}

TEST(Markup, EscapesWhatMarkupCannotHold) {
  EXPECT_EQ(Escape("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(Escape("\x01\t\n\r"), "\xEF\xBF\xBD\t\n");
  EXPECT_EQ(Escape("\xff"), "\xEF\xBF\xBD");
  EXPECT_EQ(Escape("\xED\xA0\x80"), "\\ud800") << "a lone surrogate";
  EXPECT_EQ(Escape("a\xE2\x80\xAE<"), "a\\u202e&lt;") << "turns the direction of writing";
  EXPECT_EQ(Escape("ä→"), "ä→");
}

TEST(Junit, TestsPassFindingsFail) {
  const std::string xml = JunitXml(NastyReport());
  EXPECT_NE(xml.find(R"(tests="3" failures="2")"), std::string::npos) << xml;
  EXPECT_NE(xml.find(R"(name="a &quot;quoted&quot; &lt;name&gt;")"), std::string::npos);
  EXPECT_NE(xml.find("<failure type=\"crash\" message=\"50% of\\nlines: a, b\">\\x01 ]]&gt; &amp; \xEF\xBF\xBD"),
            std::string::npos)
      << xml;
}

TEST(Sarif, PointsAtTheTargetOrAtTheScript) {
  const base::Json log = SarifLog(NastyReport(), "out");
  const base::Json& run = log["runs"][0];
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
  const base::Json& place = run["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "out/findings/crash-f-1.js");
  const base::Json& known = run["results"][1]["locations"][0]["physicalLocation"];
  EXPECT_EQ(known["artifactLocation"]["uri"], "lib/g.js");
  EXPECT_EQ(known["region"]["startLine"], 7);
}

TEST(Github, OneCommandPerLine) {
  EXPECT_EQ(GithubText(NastyReport(), "out"),
            "::error file=out/findings/crash-f-1.js,title=crash in f::50%25 of%0Alines: a, b (node "
            "out/findings/crash-f-1.js)\n"
            "::error file=lib/g.js,line=7,title=hang in g::hung (node out/findings/hang-g-1.js)\n"
            "::notice title=Kingbird%2C x@1.0.0::statements 25 → 75 %25, 1 tests kept of 10, seed 3\n");
}

TEST(Html, NothingOfTheTargetBecomesMarkup) {
  const std::string html = HtmlReport(NastyReport());
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  EXPECT_NE(html.find("&lt;/pre&gt;&lt;script&gt;alert(1)"), std::string::npos);
  EXPECT_NE(html.find("<span class=\"m\">&lt;b&gt;</span>"), std::string::npos);
  EXPECT_NE(html.find("lib/&lt;g&gt;.js"), std::string::npos);
}

TEST(Html, ADifferenceIsUnfoldedAndHasTheCall) {
  model::RunReport report = NastyReport();
  report.kind = model::RunKind::kDiff;
  model::Finding difference;
  difference.call = "formatPrice(123456)";
  difference.before = "returned 1";
  difference.repro = "findings/a.cjs";
  report.diff.differences = {difference};
  report.diff.has_sources = true;
  const std::string html = HtmlReport(report);
  const std::string shown = html.substr(html.find("<article"), html.find("findings/a.cjs") - html.find("<article"));
  EXPECT_NE(shown.find("formatPrice(123456)"), std::string::npos);
  EXPECT_NE(shown.find("returned 1"), std::string::npos);
  EXPECT_EQ(shown.find("<details"), shown.rfind("<details")) << "only the script is folded away";
  EXPECT_NE(html.find("No source line changed."), std::string::npos);
  for (const auto kind : {model::RunKind::kDiff, model::RunKind::kExplore}) {
    report.kind = kind;
    EXPECT_EQ(HtmlReport(report).find("Signatures found"), std::string::npos);
  }
}

TEST(Html, NeedsNoNetwork) {
  const std::string html = HtmlReport(NastyReport());
  for (const char* word : {"http:", "https:", "src=\"", "@import", "url("}) {
    EXPECT_EQ(html.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace kingbird::report
