#include "report/github.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/headline.h"
#include "report/terminal.h"

namespace kingbird::report {
namespace {

// Data escapes % and line ends; properties also : and , which separate them. Other signs that are no text are made so.
std::string Escaped(std::string_view text, bool property) {
  std::vector<std::string> lines;
  for (const std::string& line : base::Split(text, '\n')) {
    std::string escaped;
    for (char c : base::Printable(line)) {
      if (c == '%' || (property && (c == ':' || c == ','))) {
        escaped += fmt::format("%{:02X}", static_cast<unsigned>(c));
      } else {
        escaped += c;
      }
    }
    lines.push_back(std::move(escaped));
  }
  return base::Join(lines, "%0A");
}

}  // namespace

std::string GithubText(const model::RunReport& report, const std::string& out) {
  std::string text;
  for (const auto& finding : report.findings) {
    const bool known = !finding.path.empty();
    text +=
        fmt::format("::error file={}{},title={}::{}\n", Escaped(known ? finding.path : out + "/" + finding.repro, true),
                    known && finding.line > 0 ? fmt::format(",line={}", finding.line) : "",
                    Escaped(fmt::format("{} in {}", ToString(finding.kind), finding.function), true),
                    Escaped(fmt::format("{} (node {}/{})", finding.message, out, finding.repro), false));
  }
  const auto& before = report.before.statements;
  const auto& after = Headline(report).statements;
  text += fmt::format(
      "::notice title={}::{}\n", Escaped(fmt::format("Kingbird, {}", report.target), true),
      Escaped(fmt::format("statements {} → {} %, {} tests kept of {}, seed {}", PercentText(before.Percent()),
                          PercentText(after.Percent()), report.kept, report.executed, report.seed),
              false));
  return text;
}

}  // namespace kingbird::report
