#include "report/explored_html.h"

#include <fmt/format.h>

#include "report/markup.h"
#include "report/terminal.h"

namespace kingbird::report {
namespace {

using base::Json;

/// What is read by people.
constexpr size_t kMostNodes = 200;
constexpr size_t kMostRuns = 200;

std::string Text(const Json& json, const char* key) { return json.contains(key) ? Escape(json.value(key, "")) : ""; }

std::string Runs(const Json& runs) {
  std::string rows;
  for (size_t i = 0; i < runs.size() && i < kMostRuns; ++i) {
    const std::string returned = Text(runs[i], "returned");
    const std::string end =
        runs[i].contains("error")
            ? Text(runs[i], "error") + (runs[i].contains("where") ? " at " + Text(runs[i], "where") : "")
            : "returned " + returned;
    rows += fmt::format("<tr><td>{}</td><td><code>{}</code></td><td>{}</td></tr>", i + 1, Text(runs[i], "paste"), end);
  }
  if (runs.size() > kMostRuns) rows += fmt::format("<tr><td></td><td>and {} more</td></tr>", runs.size() - kMostRuns);
  return "<table><tr><th></th><th>Call</th><th>What it did</th></tr>" + rows + "</table>";
}

/// A decision with what followed each way; `left` bounds the whole tree.
std::string Branch(const Json& nodes, size_t index, size_t& left) {
  if (index >= nodes.size() || left == 0) return "";
  --left;
  const Json& node = nodes[index];
  std::string ways;
  for (size_t way : {1, 0}) {
    const Json& taken = node["ways"][way];
    std::string inner;
    for (const Json& next : taken["next"]) inner += Branch(nodes, next.get<size_t>(), left);
    const size_t input = base::ValueOr(taken, "input", size_t{0});
    ways +=
        fmt::format("<li>{}: <i>{}</i>{}{}</li>", way == 1 ? "yes" : "no", Text(taken, "edge"),
                    input > 0 ? fmt::format(" by input {}", input) : "", inner.empty() ? "" : "<ul>" + inner + "</ul>");
  }
  return fmt::format("<li><code>{}</code><ul>{}</ul></li>", Text(node, "condition"), ways);
}

std::string Tree(const Json& tree) {
  if (!tree.is_object() || tree["nodes"].empty()) return "<p class=\"empty\">Nothing depended on the input.</p>";
  size_t left = kMostNodes;
  std::string items;
  for (const Json& first : tree["first"]) items += Branch(tree["nodes"], first.get<size_t>(), left);
  return "<ul class=\"tree\">" + items + "</ul>" + (left == 0 ? "<p>There is more: see summary.json.</p>" : "");
}

}  // namespace

std::string ExploredHtml(const model::RunReport& report) {
  if (!report.explore.is_object() || !report.explore.contains("functions")) return "";
  const Json& functions = report.explore["functions"];
  std::string body;
  for (const Json& function : functions) {
    const Json coverage = base::ValueOr(function, "coverage", Json::object());
    const auto percent = [&](const char* kind) {
      return coverage.contains(kind) ? base::ValueOr(coverage[kind], "pct", 0.0) : 0.0;
    };
    body += fmt::format(
        R"(<details><summary><span class="grow"><code>{}</code> {}:{}</span><span class="side">{} inputs, {} % statements, {} % branches</span></summary>{}{}</details>)",
        Text(function, "name"), Text(function, "file"), base::ValueOr(function, "line", 0),
        base::ValueOr(function, "inputs", 0), PercentText(percent("statements")), PercentText(percent("branches")),
        Runs(base::ValueOr(function, "runs", Json::array())), Tree(base::ValueOr(function, "tree", Json::object())));
  }
  return fmt::format(R"(<section id="functions"><h2>Functions <span class="count">{}</span></h2>{}</section>)",
                     functions.size(), body);
}

}  // namespace kingbird::report
