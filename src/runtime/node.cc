#include "runtime/node.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <fstream>

#include "base/subprocess.h"
#include "base/text.h"
#include "runtime/helper.h"
#include "runtime/sandbox.h"

namespace kingbird::runtime {
namespace {

bool IsExecutable(const base::Path& path) {
  std::error_code code;
  return std::filesystem::is_regular_file(path, code) && access(path.c_str(), X_OK) == 0;
}

// "v20.11.0\n" → 20; 0 for anything else.
int MajorOf(std::string_view version) {
  int major = 0;
  if (!version.starts_with("v")) return 0;
  std::from_chars(version.data() + 1, version.data() + version.size(), major);
  return major;
}

bool IsScript(const base::Path& program) {
  std::ifstream file(program, std::ios::binary);
  return file.get() == '#' && file.get() == '!';
}

// What a version manager has under the name of Node starts another program, by files that a sandbox does not show.
base::Path BehindShim(const base::Path& path) {
  std::error_code error;
  const base::Path found = std::filesystem::canonical(path, error);
  if (error) return path;
  if (found.filename().string().starts_with("node") && !IsScript(found)) return found;
  base::Command command;
  command.arguments = {found.string(), "-p", "process.execPath"};
  const auto result = base::RunCommand(command);
  if (!result.ok() || result->exit_code != 0) return found;
  const base::Path real = std::filesystem::canonical(result->out.substr(0, result->out.find('\n')), error);
  return error ? found : real;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

base::Path FindProgram(const base::Path& program) {
  std::error_code code;
  if (program.string().find('/') != std::string::npos) {
    return IsExecutable(program) ? std::filesystem::absolute(program, code) : base::Path();
  }
  for (const std::string& folder : base::Split(base::SearchPath(), ':')) {
    const base::Path candidate = base::Path(folder) / program;
    if (IsExecutable(candidate)) return candidate;
  }
  return {};
}

base::Result<Node> FindNode(const base::Path& program) {
  const std::string advice = fmt::format("install Node {} or later, or name one with --node PATH", kOldestNode);
  const base::Path path = FindProgram(program);
  if (path.empty()) return base::EnvironmentError(fmt::format("cannot find {}", program.string()), advice);
  const base::Path real = BehindShim(path);
  base::Command command;
  command.arguments = {real.string(), "--version"};
  command.time_limit = std::chrono::seconds(20);
  // A script is asked as the user would ask it: nobody knows which files it needs.
  const auto sandbox = IsScript(real) ? base::Result<SandboxKind>(SandboxKind::kNone) : ChooseSandbox(std::nullopt);
  const auto result = RunHelper(command, sandbox.ok() ? *sandbox : SandboxKind::kNone);
  if (!result.ok()) return base::EnvironmentError(result.error().message, advice);
  Node node{real, FirstLine(result->out), MajorOf(result->out)};
  if (result->exit_code != 0 || node.major == 0) {
    return base::EnvironmentError(fmt::format("{} is no Node: --version did not answer v…", path.string()), advice);
  }
  if (node.major < kOldestNode) {
    return base::EnvironmentError(fmt::format("{} is Node {}, too old", path.string(), node.version), advice);
  }
  return node;
}

base::Result<base::Path> NodeInPath() {
  const base::Path path = FindProgram("node");
  if (path.empty()) return base::EnvironmentError("cannot find node");
  return BehindShim(path);
}

base::Result<base::Path> NodeAt(const base::Path& program) {
  if (program.is_absolute()) return program;
  ASSIGN_OR_RETURN(const Node node, FindNode(program));
  return node.path;
}

}  // namespace kingbird::runtime
