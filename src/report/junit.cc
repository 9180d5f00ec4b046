#include "report/junit.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/headline.h"
#include "report/markup.h"

namespace kingbird::report {
namespace {

// The value of an attribute: one line, and no command for the CI system in whose log it may be printed.
std::string Attribute(std::string_view text) { return Escape(base::Printable(text)); }

// Lines of a script, in whose texts and comments there could be such a command; what is escaped there means the same.
std::string Body(std::string_view text) {
  std::vector<std::string> lines = base::Split(text, '\n');
  for (std::string& line : lines) line = Attribute(line);
  return base::Join(lines, "\n");
}

}  // namespace

std::string JunitXml(const model::RunReport& report) {
  const std::string target = Attribute(report.target);
  const size_t cases = report.tests.size() + report.findings.size();
  const std::string counts =
      fmt::format(R"(tests="{}" failures="{}" time="{:.3f}")", cases, report.findings.size(), report.wall_s);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kingbird\" {}>\n  <testsuite name=\"{}\" {}>\n"
      "    <properties>\n      <property name=\"seed\" value=\"{}\"/>\n      <property name=\"node\" value=\"{}\"/>\n"
      "      <property name=\"statements\" value=\"{:.2f}\"/>\n    </properties>\n",
      counts, target, counts, report.seed, Attribute(report.node), Headline(report).statements.Percent());
  for (const auto& test : report.tests) {
    xml += fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"/>\n", target, Attribute(test.name),
                       Attribute(test.file));
  }
  for (const auto& finding : report.findings) {
    xml += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}: {}\" file=\"{}\">\n      <failure type=\"{}\" "
        "message=\"{}\">{}</failure>\n"
        "    </testcase>\n",
        target, Attribute(finding.function), Attribute(ToString(finding.kind)), Attribute(finding.repro),
        Attribute(ToString(finding.kind)), Attribute(finding.message), Body(finding.repro_text));
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace kingbird::report
