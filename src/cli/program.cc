// CLI11 collects what it does not know instead of complaining, so that unknown flags and commands get our own one-line
// answer with the nearest known name.
#include "cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>

#include "base/text.h"
#include "cli/help.h"
#include "cli/nearest.h"

namespace kingbird::cli {
namespace {

constexpr const char* kDescription =
    "Kingbird writes tests for JavaScript. Point it at an npm package, a folder, a file or a class: it finds out how "
    "the\n"
    "code is called, reaches deep into it, and hands over a test suite, a list of findings and a report.";

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

int Fail(const std::string& line, int code) {
  std::fprintf(stderr, "kingbird: %s\n", base::Printable(FirstLine(line)).c_str());
  return code;
}

std::vector<std::string> FlagsOf(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

std::string Suggestion(const std::string& word, const std::vector<std::string>& known) {
  const std::string nearest = Nearest(word, known);
  return nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest);
}

// What CLI11 could not place, as one line.
std::string Explain(const CLI::App& app, const std::vector<std::string>& extras, const Commands& commands) {
  const bool top = app.get_parent() == nullptr;
  const std::string help = top ? "kingbird --help" : fmt::format("kingbird {} --help", app.get_name());
  const auto flag = std::find_if(extras.begin(), extras.end(), [](const auto& word) { return word.starts_with("-"); });
  if (flag != extras.end()) {
    const std::string name = flag->substr(0, flag->find('='));
    return fmt::format("unknown flag {} ({}see {})", name, Suggestion(name, FlagsOf(app)), help);
  }
  if (!top) return fmt::format("unexpected argument '{}' (see {})", extras[0], help);
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command->Name());
  return fmt::format("there is no command '{}' ({}see {})", extras[0], Suggestion(extras[0], names), help);
}

int RunParsed(CLI::App& app, const Commands& commands) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  CLI::App& asked = chosen.empty() ? app : *chosen[0];
  if (const auto extras = asked.remaining(); !extras.empty()) return Fail(Explain(asked, extras, commands), kUsage);
  if (chosen.empty()) {
    std::fputs(app.help().c_str(), stderr);
    return kUsage;
  }
  for (const auto& command : commands) {
    if (command->Name() != asked.get_name()) continue;
    const base::Result<int> code = command->Run();
    return code.ok() ? *code : Fail(code.error().ToString(), ExitCodeOf(code.error()));
  }
  return kUsage;
}

/// Takes what stands behind `--` away and gives it to the command, if that runs programs: it is not ours to parse.
void HandOverProgram(std::vector<std::string>& arguments, const Commands& commands) {
  const auto dashes = std::ranges::find(arguments, "--");
  if (dashes == arguments.end()) return;
  for (const auto& command : commands) {
    std::vector<std::string>* program = arguments[0] == command->Name() ? command->Program() : nullptr;
    if (program == nullptr) continue;
    program->assign(dashes + 1, arguments.end());
    arguments.erase(dashes, arguments.end());
    return;
  }
}

}  // namespace

const char* const kVersion = KINGBIRD_VERSION;

int ExitCodeOf(const base::Error& error) {
  switch (error.code) {
    case base::ErrorCode::kUsage:
    case base::ErrorCode::kNotFound:
      return kUsage;
    case base::ErrorCode::kInterrupted:
      return kInterrupted;
    case base::ErrorCode::kEnvironment:
    case base::ErrorCode::kInternal:
    case base::ErrorCode::kDoesNotLoad:
    case base::ErrorCode::kEndsWhileLoaded:
      break;
  }
  return kEnvironment;
}

std::unique_ptr<CLI::App> MakeApp(const Commands& commands) {
  auto app = std::make_unique<CLI::App>(kDescription, "kingbird");
  app->formatter(std::make_shared<HelpFormatter>());
  app->allow_extras();
  app->set_help_flag("-h,--help", "Show this page")->group("Flags");
  app->set_version_flag("-V,--version", fmt::format("kingbird {}", kVersion), "Show the version")->group("Flags");
  app->footer(
      "'kingbird <command> --help' explains a command. Exit codes: 0 fine, 1 findings, 2 usage, 3 environment,\n"
      "130 interrupted.");
  for (const auto& command : commands) {
    CLI::App* sub = app->add_subcommand(command->Name(), command->Summary());
    sub->set_help_flag("-h,--help", "Show this page")->group("Flags");
    sub->allow_extras();
    command->Describe(*sub);
  }
  app->require_subcommand(0, 1);
  return app;
}

int RunProgram(std::vector<std::string> arguments, const Commands& commands) {
  const auto app = MakeApp(commands);
  HandOverProgram(arguments, commands);
  try {
    app->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& success) {  // --help, --version
    return app->exit(success);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();  // "--node: 1 required PATH missing"
    return Fail(fmt::format("{} needs a value (see kingbird --help)", text.substr(0, text.find(':'))), kUsage);
  } catch (const CLI::ParseError& error) {
    return Fail(fmt::format("{} (see kingbird --help)", error.what()), kUsage);
  }
  try {
    return RunParsed(*app, commands);
  } catch (const std::exception& error) {  // A third party's.
    return Fail(fmt::format("internal error: {}", error.what()), kEnvironment);
  }
}

}  // namespace kingbird::cli
