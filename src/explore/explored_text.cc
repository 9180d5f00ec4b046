#include "explore/explored_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "emit/value_text.h"
#include "explore/explanation.h"

namespace kingbird::explore {
namespace {

using base::Printable;

constexpr size_t kMostResult = 100;  // bytes
// Calls that are listed of each function, and of each where there are many functions.
constexpr size_t kMostCalls = 20;
constexpr size_t kFewCalls = 6;
constexpr size_t kManyFunctions = 4;

std::string Percent(const model::Ratio& ratio) { return ratio.total == 0 ? "-" : fmt::format("{} %", ratio.Percent()); }

/// What came of a call: the word for it, and the rest of the line.
struct Outcome {
  enum Order { kFails, kThrows, kEnds, kReturns };
  Order order = kReturns;
  std::string text;
};

bool IsFailure(const ExploredFunction& function, const concolic::ExploredInput& input) {
  if (function.script) return true;
  return std::ranges::any_of(function.exploration.errors, [&](const concolic::ExploredError& error) {
    return error.IsFailure() && error.where == input.where && input.well_typed;
  });
}

Outcome OutcomeOf(const ExploredFunction& function, const concolic::ExploredInput& input) {
  if (input.error.empty()) {
    const std::string result = input.returned ? emit::ValueText(*input.returned) : "";
    return {Outcome::kReturns, emit::Shortened(result, kMostResult)};
  }
  std::string text = emit::Shortened(input.error, kMostResult) + (input.where.empty() ? "" : " at " + input.where);
  // Of an error there is a class and a message; how a process ended is a word.
  if (input.error.find(": ") == std::string::npos && !input.returned && input.where.empty())
    return {Outcome::kEnds, std::move(text)};
  return {IsFailure(function, input) ? Outcome::kFails : Outcome::kThrows, std::move(text)};
}

std::string_view Word(Outcome::Order order) {
  switch (order) {
    case Outcome::kFails:
      return "fails";
    case Outcome::kThrows:
      return "throws";
    case Outcome::kEnds:
      return "ends";
    case Outcome::kReturns:
      break;
  }
  return "returns";
}

std::string Calls(const ExploredFunction& function, size_t most) {
  struct Line {
    Outcome outcome;
    const std::string* call;
    bool news;
  };
  std::vector<Line> lines;
  const auto& inputs = function.exploration.inputs;
  for (size_t i = 0; i < std::min(inputs.size(), function.calls.size()); ++i)
    lines.push_back({OutcomeOf(function, inputs[i]), &function.calls[i], inputs[i].news});
  // What showed something new comes before what did not.
  std::ranges::stable_sort(lines, {}, [](const Line& line) { return std::pair(line.outcome.order, !line.news); });
  std::string text;
  for (size_t i = 0; i < std::min(lines.size(), most); ++i) {
    text += fmt::format("  {:<8} {}\n", Word(lines[i].outcome.order), Printable(*lines[i].call));
    if (!lines[i].outcome.text.empty()) text += fmt::format("           → {}\n", Printable(lines[i].outcome.text));
  }
  if (lines.size() > most) text += fmt::format("  … and {} more, in the report\n", lines.size() - most);
  return text;
}

std::string Row(const std::string& name, const std::string& inputs, const std::string& ended, const std::string& threw,
                const std::string& statements, const std::string& branches) {
  return fmt::format("{:<40} {:>6} {:>8} {:>6} {:>10} {:>9}\n", name, inputs, ended, threw, statements, branches);
}

}  // namespace

bool HasFindings(const Explored& explored) {
  return std::ranges::any_of(explored.functions, [](const ExploredFunction& function) {
    return std::ranges::any_of(function.exploration.errors, [&](const concolic::ExploredError& error) {
      return error.IsFailure() || function.script;
    });
  });
}

std::string ExploredText(const Explored& explored) {
  std::string table = Row("function", "inputs", "returned", "threw", "statements", "branches");
  std::string calls;
  size_t paths = 0;
  size_t unreached = 0;
  const size_t most = explored.functions.size() > kManyFunctions ? kFewCalls : kMostCalls;
  for (const ExploredFunction& function : explored.functions) {
    const concolic::Exploration& exploration = function.exploration;
    unreached += function.found ? 0 : 1;
    if (!function.found) continue;
    paths += exploration.inputs.size();
    const std::string place = Printable(fmt::format("{} ({}:{})", function.name, function.file, function.line));
    table += Row(place, std::to_string(exploration.inputs.size()), std::to_string(exploration.representative),
                 std::to_string(exploration.exceptions), Percent(function.coverage.statements),
                 Percent(function.coverage.branches));
    if (!exploration.inputs.empty()) calls += "\n" + place + "\n" + Calls(function, most);
  }
  const model::CoverageTotals& all = explored.report.after;
  table += Row("all of them", std::to_string(paths), "", "", Percent(all.statements), Percent(all.branches));
  std::string text = table + calls;
  text += fmt::format("\n{} input{} in {:.1f} s", paths, paths == 1 ? "" : "s", explored.seconds);
  if (unreached > 0)
    text += fmt::format("; {} function{} only while another one runs and {} not met", unreached,
                        unreached == 1 ? " exists" : "s exist", unreached == 1 ? "was" : "were");
  text += "\n";
  if (!explored.lost.empty() && !explored.explains)
    text +=
        fmt::format("some decisions could not be followed ({} places); --explain tells which\n", explored.lost.size());
  return explored.explains ? text + "\n" + ToText(explored.lost) : text;
}

}  // namespace kingbird::explore
