#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "report/changed_lines.h"
#include "report/curve_svg.h"
#include "report/explored_html.h"
#include "report/headline.h"
#include "report/html_style.h"
#include "report/markup.h"
#include "report/terminal.h"

namespace kingbird::report {
namespace {

using model::LineState;
using model::Ratio;
using model::RunKind;
using model::RunReport;

std::string Bar(const Ratio& before, const Ratio& after, const char* extra = "") {
  const double loaded = std::min(before.Percent(), after.Percent());
  return fmt::format(R"(<div class="bar{}"><i style="width:{:.2f}%"></i><i style="width:{:.2f}%"></i></div>)", extra,
                     loaded, after.Percent() - loaded);
}

std::string Tile(const char* name, const Ratio& before, const Ratio& after) {
  return fmt::format(
      R"(<div class="tile"><div class="name">{}</div><div class="value">{} %</div>{}<div class="detail">{} of {}, from {} % by loading alone</div></div>)",
      name, PercentText(after.Percent()), Bar(before, after), after.covered, after.total,
      PercentText(before.Percent()));
}

std::string Tiles(const RunReport& report) {
  std::string html = "<div class=\"tiles\">";
  const model::CoverageTotals& shown = Headline(report);
  html += Tile("Statements", report.before.statements, shown.statements);
  html += Tile("Branches", report.before.branches, shown.branches);
  html += Tile("Functions", report.before.functions, shown.functions);
  html += fmt::format(
      R"(<div class="tile"><div class="name">Tests</div><div class="value">{} <small>kept of {}</small></div><div class="detail">{} ended in an error, a hang or an exit; {:.0f} tests/s, {:.1f} s{}<br>all tests that were tried reach {} % of the statements</div></div>)",
      report.kept, report.executed, report.failing, report.tests_per_s, report.wall_s,
      report.interrupted ? ", stopped early" : "", PercentText(report.after.statements.Percent()));
  return html + "</div>";
}

// <section id><h2>title (count)</h2>…
std::string Section(const char* id, const char* title, size_t count, const std::string& body, const char* empty) {
  return fmt::format(R"(<section id="{}"><h2>{} <span class="count">{}</span></h2>{}</section>)", id, title, count,
                     count == 0 ? fmt::format("<p class=\"empty\">{}</p>", empty) : body);
}

std::string Search(const char* what, const char* selector) {
  return fmt::format(R"(<input type="search" placeholder="Filter {}" aria-label="Filter {}" data-for="{}">)", what,
                     what, selector);
}

std::string Findings(const RunReport& report) {
  std::string body;
  for (const auto& finding : report.findings) {
    body += fmt::format(
        R"(<details id="{}"><summary><span class="kind">{}</span><span class="grow"><code>{}</code> {}</span><span class="side">{}</span></summary><pre>{}</pre></details>)",
        Escape(finding.id), ToString(finding.kind), Escape(finding.function), Escape(finding.message),
        Escape(finding.repro), Escape(finding.repro_text));
  }
  return Section("findings", "Findings", report.findings.size(), body, "Nothing crashed, hung or ran out of memory.");
}

// The call, what each side did, and the script to run.
std::string OneDifference(const model::Finding& difference, const model::DiffReport& diff) {
  const std::string call =
      difference.call.empty() ? "" : fmt::format("<pre class=\"call\">{}</pre>", Escape(difference.call));
  const std::string script =
      difference.repro.empty()
          ? ""
          : fmt::format("<details><summary><span class=\"grow\">{}</span></summary><pre>{}</pre></details>",
                        Escape(difference.repro), Escape(difference.repro_text));
  return fmt::format("{}<table><tr><th>{}</th><th>{}</th></tr><tr><td>{}</td><td>{}</td></tr></table>{}", call,
                     Escape(diff.before), Escape(diff.after), Escape(difference.before), Escape(difference.after),
                     script);
}

// Unfolded: the call and both behaviours are what a reader wants. Only the script is folded away.
std::string Differences(const RunReport& report) {
  std::string body = Search("differences", "#differences article");
  for (const auto& difference : report.diff.differences) {
    body += fmt::format(
        R"(<article id="{}"><h3><span class="kind{}">{}</span> <code>{}</code> <span class="count">{} {}</span></h3>{})",
        Escape(difference.id), difference.repaired ? " repaired" : "", ToString(difference.kind),
        Escape(difference.function), difference.tests, difference.tests == 1 ? "test" : "tests",
        OneDifference(difference, report.diff));
    for (const auto& variant : difference.variants) body += OneDifference(variant, report.diff);
    body += "</article>";
  }
  return Section("differences", "Differences", report.diff.differences.size(), body, "No stable difference was found.");
}

std::string Items(const std::vector<std::string>& lines) {
  std::string items;
  for (const std::string& line : lines) items += fmt::format("<li>{}</li>", Escape(line));
  return items;
}

std::string Changes(const RunReport& report) {
  if (!report.diff.has_sources) return "";
  const std::vector<std::string> changed = ChangedLines(report.diff);
  const std::vector<std::string> unloaded = UnloadedLines(report.diff);
  std::string html = Section("changes", "Changed lines", changed.size(),
                             "<ul class=\"notes\">" + Items(changed) + "</ul>", "No source line changed.");
  if (!unloaded.empty())
    html +=
        Section("unloaded", "Not compared", unloaded.size(), "<ul class=\"notes\">" + Items(unloaded) + "</ul>", "");
  return html;
}

// What the differences make of the second side as a release.
std::string Release(const RunReport& report) {
  if (report.diff.release == model::Release::kNone) return "";
  const bool patch = report.diff.release == model::Release::kPatch && report.diff.reasons.empty();
  return fmt::format(
      R"(<section id="release"><h2>{}</h2><ul class="notes">{}</ul><p class="legend">{} of {} tests differed; {} differences were dropped as unstable.</p></section>)",
      Escape(Verdict(report.diff)),
      patch ? "<li>no test showed a change that callers would notice</li>" : Items(report.diff.reasons),
      report.diff.differing_tests, report.executed, report.diff.flaky_dropped);
}

// How often somebody agreed, and what else was; who abstains says nothing. All of it when it is pointed at.
std::string VoteCell(const base::Json& votes) {
  std::string all, shown;
  for (const auto& [word, count] : votes.items()) {
    const std::string text = fmt::format("{} {}", count.get<int64_t>(), Escape(word));
    all += (all.empty() ? "" : ", ") + text;
    if (word == "agree" || word == "abstain") continue;
    shown += word == "dissent" ? "<br><b>" + text + "</b>" : "<br>" + text;
  }
  const int64_t agree = base::ValueOr(votes, "agree", int64_t{0});
  return fmt::format("<td title=\"{}\">{}{}</td>", all, agree > 0 ? std::to_string(agree) : "–", shown);
}

// Built-ins down, implementations across.
std::string VoteMatrix(const RunReport& report) {
  const base::Json built_ins =
      report.conform.is_object() ? base::ValueOr(report.conform, "builtins", base::Json::array()) : base::Json::array();
  std::set<std::string> names;
  for (const base::Json& one : built_ins) {
    for (const auto& [name, votes] : one["votes"].items()) names.insert(name);
  }
  std::string body =
      "<div style=\"overflow-x: auto\"><table><tr><th>built-in</th><th>cases</th><th>agree</th><th>review</th>";
  for (const std::string& name : names) body += fmt::format("<th>{}</th>", Escape(name));
  body += "</tr>";
  for (const base::Json& one : built_ins) {
    body += fmt::format(
        "<tr><td><a href=\"https://tc39.es/ecma262/#{}\"><code>{}</code></a></td><td>{}</td><td>{}</td><td>{}</td>",
        Escape(base::ValueOr(one, "section", "")), Escape(base::ValueOr(one, "name", "")),
        base::ValueOr(one, "cases", 0), base::ValueOr(one, "agree", 0), base::ValueOr(one, "review", 0));
    for (const std::string& name : names) body += VoteCell(one["votes"].value(name, base::Json::object()));
    body += "</tr>";
  }
  return Section("votes", "Vote matrix", built_ins.size(), body + "</table></div>", "Nothing was voted on.");
}

std::string Bugs(const RunReport& report) {
  const base::Json bugs =
      report.conform.is_object() ? base::ValueOr(report.conform, "bugs", base::Json::array()) : base::Json::array();
  std::string body = Search("bugs", "#bugs details");
  for (const base::Json& bug : bugs) {
    body += fmt::format(
        R"(<details><summary><span class="kind">{}</span><span class="grow"><code>{}</code> {}</span><span class="side">{}</span></summary><table><tr><th>is</th><th>must be</th></tr><tr><td>{}</td><td>{}</td></tr></table><pre>{}</pre></details>)",
        Escape(base::ValueOr(bug, "implementation", "")), Escape(base::ValueOr(bug, "builtin", "")),
        Escape(base::ValueOr(bug, "kind", "")), Escape(base::ValueOr(bug, "repro", "")),
        Escape(base::ValueOr(bug, "actual", "")), Escape(base::ValueOr(bug, "expected", "")),
        Escape(base::ValueOr(bug, "case", "")));
  }
  return Section("bugs", "Bugs", bugs.size(), body, "Everybody did what the majority did.");
}

std::string Tests(const RunReport& report) {
  std::string body = Search("tests", "#tests details");
  for (const auto& test : report.tests) {
    body += fmt::format(
        R"(<details><summary><span class="grow">{}</span><span class="side">{}</span></summary><pre>{}</pre></details>)",
        Escape(test.name), test.gain > 0 ? fmt::format("+{} covered", test.gain) : "new behaviour",
        Escape(test.source));
  }
  return Section("tests", "Tests of the suite", report.tests.size(), body, "No test was kept.");
}

char ClassOf(LineState state) {
  switch (state) {
    case LineState::kHit:
      return 'h';
    case LineState::kLoaded:
      return 'l';
    case LineState::kPartly:
      return 'p';
    case LineState::kMissed:
      return 'm';
    case LineState::kNone:
      break;
  }
  return 0;
}

std::string Source(const model::FileReport& file) {
  if (file.source.empty() && file.after.statements.total > 0) return "<p>The source is too large to be shown.</p>";
  std::vector<std::string> lines = base::Split(file.source, '\n');
  if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
  std::string html = "<pre class=\"source\">";
  for (size_t i = 0; i < lines.size(); ++i) {
    const char name = i < file.lines.size() ? ClassOf(file.lines[i]) : 0;
    html += name == 0 ? "<span>" : fmt::format("<span class=\"{}\">", name);
    html += Escape(lines[i]) + "</span>";
  }
  return html + "</pre>";
}

std::string Files(const RunReport& report) {
  std::string body =
      R"(<p class="legend"><i class="key won"></i>ran in a test<i class="key partly"></i>ran in part<i class="key loaded"></i>ran while loading<i class="key missed"></i>never ran</p>)";
  body += Search("files", "#files details");
  for (const auto& file : report.files) {
    const Ratio& after = file.after.statements;
    body += fmt::format(
        R"(<details><summary><span class="grow"><code>{}</code></span>{}<span class="side">{} % of {}</span></summary>{}</details>)",
        Escape(file.path), Bar(file.before.statements, after, " small"), PercentText(after.Percent()), after.total,
        (file.not_loaded.empty() ? "" : fmt::format("<p>Not loaded: {}</p>", Escape(file.not_loaded))) + Source(file));
  }
  return Section("files", "Files", report.files.size(), body, "No file of the target was loaded.");
}

std::string Signatures(const RunReport& report) {
  std::string body = "<table><tr><th>Function</th><th>Arguments</th></tr>";
  for (const auto& signature : report.signatures) {
    std::string arguments;
    for (model::Position position : signature.arguments) {
      const std::string word(ToString(position));
      arguments += fmt::format(R"(<span class="arg {}">{}</span>)", word == "_" ? "plain" : word, word);
    }
    body += fmt::format("<tr><td><code>{}</code></td><td>{}</td></tr>", Escape(signature.function),
                        arguments.empty() ? "none" : arguments);
  }
  return Section("signatures", "Signatures found", report.signatures.size(), body + "</table>", "None.");
}

std::string Types(const RunReport& report) {
  if (report.types.empty()) return "";
  std::string body = "<table><tr><th>Function</th><th>Parameter</th><th>Type</th><th>Evidence</th></tr>";
  for (const auto& type : report.types) {
    body += fmt::format("<tr><td><code>{}</code></td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                        Escape(type.function), Escape(type.parameter), Escape(type.type), Escape(type.evidence));
  }
  return Section("types", "Types inferred", report.types.size(), body + "</table>", "");
}

std::string Curve(const RunReport& report) {
  return fmt::format(
      R"(<section id="curve"><h2>Covered statements over tests</h2>{}<p class="legend"><i class="key won"></i>with tests<i class="key loaded"></i>loading alone</p></section>)",
      CurveSvg(report.curve, report.before.statements, report.after.statements));
}

std::string Notes(const RunReport& report) {
  if (report.notes.empty()) return "";
  std::string items;
  for (const std::string& note : report.notes) items += fmt::format("<li>{}</li>", Escape(note));
  return fmt::format(R"(<section id="notes"><h2>Notes</h2><ul class="notes">{}</ul></section>)", items);
}

}  // namespace

std::string HtmlReport(const RunReport& report) {
  const std::string target = Escape(report.target);
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{}: Kingbird</title>"
      "<link rel=\"icon\" href=\"data:,\"><style>{}</style></head><body><main>\n",
      target, kStyleSheet);
  html += fmt::format(
      "<header><h1>{}</h1><p class=\"meta\">kingbird {} · Node <b>{}</b> · seed <b>{}</b> · sandbox "
      "<b>{}</b>{}</p></header>\n",
      target, ToString(report.kind), Escape(report.node), report.seed, ToString(report.sandbox),
      report.kind != RunKind::kTest ? "" : fmt::format(" · suite for <b>{}</b>", ToString(report.format)));
  if (report.kind == RunKind::kConform) {
    html += "<nav><a href=\"#votes\">Votes</a><a href=\"#bugs\">Bugs</a></nav>\n";
    for (const std::string& part : {VoteMatrix(report), Bugs(report), Notes(report)}) html += part + "\n";
    return html + fmt::format("<footer>Kingbird {}</footer></main><script>{}</script></body></html>\n",
                              Escape(report.kingbird), kScript);
  }
  const bool diff = report.kind == RunKind::kDiff;
  const bool explore = report.kind == RunKind::kExplore;
  html += explore ? "<nav><a href=\"#functions\">Functions</a><a href=\"#findings\">Findings</a><a "
                    "href=\"#tests\">Tests</a><a href=\"#files\">Files</a></nav>\n"
          : diff  ? "<nav><a href=\"#release\">Release</a><a href=\"#differences\">Differences</a>"
                    "<a href=\"#changes\">Changed lines</a><a href=\"#files\">Files</a></nav>\n"
                  : "<nav><a href=\"#curve\">Curve</a><a href=\"#findings\">Findings</a><a href=\"#tests\">Tests</a>"
                    "<a href=\"#files\">Files</a><a href=\"#signatures\">Signatures</a></nav>\n";
  const std::vector<std::string> head =
      explore ? std::vector<std::string>{Tiles(report), ExploredHtml(report), Findings(report), Tests(report)}
      : diff  ? std::vector<std::string>{Release(report), Differences(report), Changes(report)}
              : std::vector<std::string>{Tiles(report), Curve(report), Findings(report), Tests(report)};
  for (const std::string& part : head) html += part + "\n";
  // Signatures and types are what `kingbird test` found out on the way to its suite.
  const bool test = report.kind == RunKind::kTest;
  for (const std::string& part :
       {Files(report), test ? Signatures(report) : "", test ? Types(report) : "", Notes(report)})
    html += part + "\n";
  html += fmt::format("<footer>Kingbird {}</footer></main><script>{}</script></body></html>\n", Escape(report.kingbird),
                      kScript);
  return html;
}

}  // namespace kingbird::report
