#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

namespace kingbird::cli {
namespace {

struct Row {
  std::string left;
  std::string right;
};

std::string Table(const std::string& title, const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  size_t width = 0;
  // A very long left side stands on a line of its own rather than pushing everything to the right.
  for (const Row& row : rows) {
    if (row.left.size() <= 32) width = std::max(width, row.left.size());
  }
  std::string text = fmt::format("\n{}:\n", title);
  for (const Row& row : rows) {
    if (row.left.size() > width) {
      text += fmt::format("  {}\n  {:<{}}  {}\n", row.left, "", width, row.right);
    } else {
      text += fmt::format("  {:<{}}  {}\n", row.left, width, row.right);
    }
  }
  return text;
}

std::string FlagName(const CLI::Option& option) {
  std::string name = option.get_snames().empty() ? "    " : fmt::format("-{}, ", option.get_snames()[0]);
  name += "--" + option.get_lnames()[0];
  if (option.get_items_expected_max() > 0 && option.get_type_size_max() > 0) name += " " + option.get_type_name();
  return name;
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const {
  std::vector<Row> arguments, flags, commands;
  std::string usage = app->get_parent() == nullptr ? "kingbird" : "kingbird " + app->get_name();
  const auto subcommands = app->get_subcommands([](const CLI::App*) { return true; });
  if (!subcommands.empty()) usage += " <command>";
  for (const CLI::Option* option : app->get_options()) {
    if (option->get_positional()) {
      arguments.push_back({fmt::format("<{}>", option->get_name(true)), option->get_description()});
      const bool many = option->get_items_expected_max() > 1;
      usage += fmt::format(" <{}{}>", option->get_name(true), many ? "…" : "");
    } else {
      flags.push_back({FlagName(*option), option->get_description()});
    }
  }
  // --help and --version were added first; a reader looks for them last.
  std::stable_partition(flags.begin(), flags.end(), [](const Row& row) { return row.left[0] == ' '; });
  for (const CLI::App* sub : subcommands) commands.push_back({sub->get_name(), sub->get_description()});
  const std::string footer = app->get_footer();
  return fmt::format("{}\n\nUsage: {} [flags]\n{}{}{}{}", app->get_description(), usage, Table("Commands", commands),
                     Table("Arguments", arguments), Table("Flags", flags), footer.empty() ? "" : "\n" + footer + "\n");
}

}  // namespace kingbird::cli
