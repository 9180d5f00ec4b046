#include "report/junit.h"

#include <fmt/format.h>

#include "report/markup.h"

namespace kingbird::report {

std::string JunitXml(const model::RunReport& report) {
  const std::string target = Escape(report.target);
  const size_t cases = report.tests.size() + report.findings.size();
  const std::string counts =
      fmt::format(R"(tests="{}" failures="{}" time="{:.3f}")", cases, report.findings.size(), report.wall_s);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kingbird\" {}>\n  <testsuite name=\"{}\" {}>\n"
      "    <properties>\n      <property name=\"seed\" value=\"{}\"/>\n      <property name=\"node\" value=\"{}\"/>\n"
      "      <property name=\"statements\" value=\"{:.2f}\"/>\n    </properties>\n",
      counts, target, counts, report.seed, Escape(report.node), report.after.statements.Percent());
  for (const auto& test : report.tests) {
    xml += fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"/>\n", target, Escape(test.name),
                       Escape(test.file));
  }
  for (const auto& finding : report.findings) {
    xml += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}: {}\" file=\"{}\">\n      <failure type=\"{}\" "
        "message=\"{}\">{}</failure>\n"
        "    </testcase>\n",
        target, Escape(finding.function), Escape(finding.kind), Escape(finding.repro), Escape(finding.kind),
        Escape(finding.message), Escape(finding.repro_text));
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace kingbird::report
