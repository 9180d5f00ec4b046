#include "explore/explored_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "explore/explanation.h"

namespace kingbird::explore {
namespace {

using base::Printable;

std::string Percent(const model::Ratio& ratio) {
  return ratio.total == 0 ? "-" : fmt::format("{:.0f} %", ratio.Percent());
}

}  // namespace

std::string CallText(const ExploredFunction& function, const concolic::Assignment& input) {
  std::vector<std::string> arguments;
  for (const concolic::Input& argument : input.arguments) arguments.push_back(concolic::ToSource(argument));
  std::string text =
      function.script ? function.name : fmt::format("{}({})", function.name, base::Join(arguments, ", "));
  if (input.self.type != concolic::Type::kAbsent) text += " on " + concolic::ToSource(input.self);
  std::vector<std::string> others;
  for (const auto& [name, global] : input.globals) others.push_back(name + " = " + concolic::ToSource(global));
  if (!others.empty()) text += " with " + base::Join(others, ", ");
  return text;
}

bool HasFindings(const Explored& explored) {
  for (const ExploredFunction& function : explored.functions) {
    for (const concolic::ExploredError& error : function.exploration.errors) {
      if (error.well_typed || function.script) return true;
    }
  }
  return false;
}

std::string ExploredText(const Explored& explored) {
  std::string text = fmt::format("{:<40} {:>6} {:>6} {:>6} {:>10} {:>9}\n", "function", "inputs", "ended", "threw",
                                 "statements", "branches");
  size_t paths = 0;
  size_t unreached = 0;
  std::string errors;
  for (const ExploredFunction& function : explored.functions) {
    const concolic::Exploration& exploration = function.exploration;
    unreached += function.found ? 0 : 1;
    if (!function.found) continue;
    paths += exploration.inputs.size();
    text += fmt::format("{:<40} {:>6} {:>6} {:>6} {:>10} {:>9}\n",
                        Printable(fmt::format("{} ({}:{})", function.name, function.file, function.line)),
                        exploration.inputs.size(), exploration.representative, exploration.exceptions,
                        Percent(function.coverage.statements), Percent(function.coverage.branches));
    for (const concolic::ExploredError& error : exploration.errors) {
      if (error.well_typed || function.script)
        errors +=
            fmt::format("  {}\n    {}\n", Printable(error.message),
                        Printable(CallText(function, error.input) + (error.where.empty() ? "" : " at " + error.where)));
    }
    for (const std::string& mismatch : function.mismatches)
      errors += fmt::format("  wrong model: {}\n", Printable(mismatch));
  }
  if (!errors.empty()) text += "\nfails on input that fits\n" + errors;
  text += fmt::format("\n{} inputs in {:.1f} s", paths, explored.seconds);
  if (unreached > 0) text += fmt::format(", {} functions exist only while another one runs", unreached);
  text += "\n";
  if (!explored.lost.empty() && !explored.explains)
    text += fmt::format("symbolic information was lost at {} places; --explain tells where\n", explored.lost.size());
  return explored.explains ? text + "\n" + ToText(explored.lost) : text;
}

}  // namespace kingbird::explore
