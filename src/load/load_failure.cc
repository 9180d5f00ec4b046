#include "load/load_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace kingbird::load {
namespace {

constexpr size_t kMostText = 500;

bool IsWord(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// "SyntaxError: Unexpected token", "Error [ERR_X]: …": the line of a stack trace that says what happened. Read by hand:
// the line is the target's, and std::regex needs stack for each of its characters.
bool SaysError(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r\v\f"), line.size()));
  constexpr std::string_view kUncaught = "Uncaught ";
  if (line.starts_with(kUncaught)) line.remove_prefix(kUncaught.size());
  const size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon + 2 == line.size()) return false;
  std::string_view name = line.substr(0, colon);
  if (const size_t code = name.find(" ["); code != std::string_view::npos) {
    if (!name.ends_with(']') || !IsWord(name.substr(code + 2, name.size() - code - 3))) return false;
    name = name.substr(0, code);
  }
  return IsWord(name) && std::isupper(static_cast<unsigned char>(name[0])) != 0 && name.ends_with("Error");
}

std::string ErrorLine(const std::string& text) {
  for (const std::string& line : base::Split(text, '\n')) {
    if (SaysError(line)) return line.substr(0, kMostText);
  }
  return "";
}

// "lodash" of "Cannot find module 'lodash' …" and "Cannot find package 'lodash' …".
std::string MissingName(const std::string& line) {
  const size_t begin = line.find('\'');
  const size_t end = begin == std::string::npos ? begin : line.find('\'', begin + 1);
  return end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
}

// By the code of Node's error. That of a missing addon says no more than that something is missing; its name does.
std::string Advice(const base::Error& error, const std::string& line) {
  const bool missing = error.reason == "MODULE_NOT_FOUND" || error.reason == "ERR_MODULE_NOT_FOUND";
  if (error.reason == "ERR_DLOPEN_FAILED" || (missing && line.find(".node'") != std::string::npos)) {
    return "its native addon is missing or was built for another Node. Kingbird runs no install scripts: install the "
           "package in a folder of yours and run kingbird there";
  }
  if (!missing) return "";
  const std::string name = MissingName(line);
  if (name.starts_with('#') || name.starts_with("~") || name.starts_with("@/"))
    return fmt::format("no configuration that Kingbird reads says what {} means", name);
  // A file of the project's own is not installed by anybody.
  const bool own = name.starts_with('.') || name.starts_with('/');
  return own ? "an import names a file that is not there" : "install its dependencies: npm install";
}

}  // namespace

base::Error ExplainLoadFailure(const base::Error& error, const std::string& target) {
  const std::string first = error.heard.substr(0, error.heard.find('\n'));
  switch (error.code) {
    case base::ErrorCode::kDoesNotLoad: {
      const std::string line = ErrorLine(error.heard);
      const std::string said = line.empty() ? first.substr(0, kMostText) : line;
      base::Error told = base::EnvironmentError(fmt::format("{} does not load: {}", target, said), Advice(error, said));
      told.reason = error.reason;
      return told;
    }
    case base::ErrorCode::kEndsWhileLoaded:
      return base::EnvironmentError(fmt::format("{} ended or hung while it was loaded{}{}", target,
                                                first.empty() ? "" : ": ", first.substr(0, kMostText)));
    default:
      return {error.code, error.message.substr(0, error.message.find('\n')), error.context};
  }
}

}  // namespace kingbird::load
