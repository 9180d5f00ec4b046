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
  for (std::string line : base::Split(text, '\n')) {
    // The first line is ours: "cannot load FILE: " and what Node said.
    if (const size_t said = line.find(": "); line.starts_with("cannot load") && said != std::string::npos)
      line.erase(0, said + 2);
    if (SaysError(line)) return line.substr(0, kMostText);
  }
  return "";
}

std::string Advice(const std::string& line) {
  if (line.find(".node'") != std::string::npos || line.find("NODE_MODULE_VERSION") != std::string::npos ||
      line.find("bindings file") != std::string::npos) {
    return "its native addon is missing or was built for another Node. Kingbird runs no install scripts: install the "
           "package in a folder of yours and run kingbird there";
  }
  if (line.find("Cannot find module") != std::string::npos || line.find("Cannot find package") != std::string::npos) {
    return "install its dependencies: npm install";
  }
  return "";
}

}  // namespace

base::Error ExplainLoadFailure(const base::Error& error, const std::string& target) {
  const size_t end = error.message.find('\n');
  const std::string line = ErrorLine(error.message);
  const bool loading = error.message.starts_with("cannot load") && !line.empty();
  if (loading) return {error.code, fmt::format("{} does not load: {}", target, line), Advice(error.message)};
  // "/tmp/stage/x.js ended or hung …": the staged copy means nothing to the user.
  const size_t ended = error.message.find(" ended or hung while it was loaded");
  if (ended < end) return {error.code, target + error.message.substr(ended, end - ended), error.context};
  return {error.code, error.message.substr(0, end), error.context};
}

}  // namespace kingbird::load
