#include "cli/completion.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "cli/settings.h"

namespace kingbird::cli {
namespace {

struct Flag {
  std::string name;  // without dashes
  std::string help;
  bool takes_value = false;
  std::vector<std::string> choices;
};

// A value that is not one of a few words is completed as a file name: right for --out and --node, harmless for numbers.
std::vector<Flag> FlagsOf(const CLI::App& app) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_lnames().empty()) continue;
    Flag flag{option->get_lnames()[0], option->get_description(), option->get_type_size_max() > 0, {}};
    for (const Setting& setting : AllSettings()) {
      if (setting.name == flag.name) flag.choices = setting.choices;
    }
    flags.push_back(std::move(flag));
  }
  return flags;
}

std::vector<const CLI::App*> SubcommandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// Words a positional wants, written as its type name "a|b|c".
std::string PositionalChoices(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string type = option->get_positional() ? option->get_type_name() : "";
    if (type.find('|') != std::string::npos) return base::Join(base::Split(type, '|'), " ");
  }
  return "";
}

std::string Quote(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// For zsh's _arguments, where [ ] : have a meaning.
std::string ZshText(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string BashCompletion(const CLI::App& app) {
  std::string names, flag_cases, value_cases;
  for (const CLI::App* sub : SubcommandsOf(app)) {
    names += (names.empty() ? "" : " ") + sub->get_name();
    std::string words = PositionalChoices(*sub);
    for (const Flag& flag : FlagsOf(*sub)) {
      words += fmt::format(" --{}", flag.name);
      if (flag.choices.empty()) continue;
      value_cases += fmt::format("    {}:--{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                                 sub->get_name(), flag.name, base::Join(flag.choices, " "));
    }
    flag_cases += fmt::format("    {}) words='{}' ;;\n", sub->get_name(), words);
  }
  return fmt::format(R"(# Completion of kingbird for bash. Load it with: source <(kingbird completion bash)
_kingbird() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" command="${{COMP_WORDS[1]}}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$word"))
    return
  fi
  case "$command:$previous" in
{}  esac
  case "$command" in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _kingbird kingbird
)",
                     names, value_cases, flag_cases);
}

std::string ZshCompletion(const CLI::App& app) {
  std::string names, cases;
  for (const CLI::App* sub : SubcommandsOf(app)) {
    names += fmt::format("    {}\n", Quote(sub->get_name() + ":" + sub->get_description()));
    cases += fmt::format("    {})\n      _arguments", sub->get_name());
    for (const Flag& flag : FlagsOf(*sub)) {
      std::string spec = fmt::format("--{}[{}]", flag.name, ZshText(flag.help));
      if (flag.takes_value) {
        spec += flag.choices.empty() ? ":value:_files" : fmt::format(":value:({})", base::Join(flag.choices, " "));
      }
      cases += " \\\n        " + Quote(spec);
    }
    const std::string positional = PositionalChoices(*sub);
    cases += fmt::format(" \\\n        {} ;;\n",
                         Quote(positional.empty() ? "*:target:_files" : fmt::format("*:word:({})", positional)));
  }
  return fmt::format(R"(#compdef kingbird
# Completion of kingbird for zsh. Load it with: source <(kingbird completion zsh)
_kingbird() {{
  local -a commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
{}  esac
}}
compdef _kingbird kingbird
)",
                     names, cases);
}

std::string FishCompletion(const CLI::App& app) {
  std::string text = "# Completion of kingbird for fish. Load it with: kingbird completion fish | source\n";
  for (const CLI::App* sub : SubcommandsOf(app)) {
    text += fmt::format("complete -c kingbird -n __fish_use_subcommand -f -a {} -d {}\n", sub->get_name(),
                        Quote(sub->get_description()));
    const std::string seen = fmt::format("complete -c kingbird -n '__fish_seen_subcommand_from {}'", sub->get_name());
    const std::string positional = PositionalChoices(*sub);
    if (!positional.empty()) text += fmt::format("{} -f -a {}\n", seen, Quote(positional));
    for (const Flag& flag : FlagsOf(*sub)) {
      text += fmt::format("{} -l {} -d {}", seen, flag.name, Quote(flag.help));
      if (flag.takes_value) text += " -r";
      if (!flag.choices.empty()) text += fmt::format(" -f -a {}", Quote(base::Join(flag.choices, " ")));
      text += "\n";
    }
  }
  return text;
}

}  // namespace kingbird::cli
