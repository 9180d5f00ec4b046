#include "load/load_failure.h"

#include <fmt/format.h>

#include <regex>

#include "base/text.h"

namespace kingbird::load {
namespace {

// "SyntaxError: Unexpected token", "Error [ERR_X]: …": the line of a stack trace that says what happened.
std::string ErrorLine(const std::string& text) {
  static const std::regex kError(R"(^\s*(Uncaught )?[A-Z]\w*Error( \[\w+\])?: .+|^\s*Error( \[\w+\])?: .+)");
  for (std::string line : base::Split(text, '\n')) {
    // The first line is ours: "cannot load FILE: " and what Node said.
    if (const size_t said = line.find(": "); line.starts_with("cannot load") && said != std::string::npos)
      line.erase(0, said + 2);
    if (std::regex_match(line, kError)) return line;
  }
  return "";
}

std::string Advice(const std::string& line) {
  if (line.find(".node'") != std::string::npos || line.find("NODE_MODULE_VERSION") != std::string::npos ||
      line.find("bindings file") != std::string::npos) {
    return "its native addon is missing or was built for another Node: npm rebuild";
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
