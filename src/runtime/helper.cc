// A helper program is found in the user's PATH. A script that Node runs (npm) becomes an argument of Node, so that the
// sandbox need not show a shell or `env`, and is shown with the package it belongs to.
#include "runtime/helper.h"

#include <fmt/format.h>

#include <fstream>

#include "runtime/node.h"
#include "runtime/sandbox.h"
#include "runtime/script.h"

namespace kingbird::runtime {
namespace {

namespace fs = std::filesystem;

// Of one stream: the names of a hundred thousand files.
constexpr size_t kMostHelperOutput = size_t{16} << 20;

struct HelperProgram {
  std::vector<std::string> command;  ///< The program, and the script that it runs.
  std::vector<base::Path> files;     ///< What the sandbox shows of them, besides the program's libraries.
};

bool IsNodesScript(const base::Path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  return std::getline(stream, line) && line.starts_with("#!") && line.find("node") != std::string::npos;
}

// The package around one of its scripts: the nearest folder above it with a package.json.
base::Path PackageOf(const base::Path& script) {
  std::error_code error;
  for (base::Path at = script.parent_path(); at != at.parent_path(); at = at.parent_path()) {
    if (fs::is_regular_file(at / "package.json", error)) return at;
  }
  return script;
}

// The npm that came with a Node. A version manager's npm is a program that looks for this one, by files that a sandbox
// does not show.
base::Path NpmBeside(const base::Path& node) {
  return node.parent_path().parent_path() / "lib/node_modules/npm/bin/npm-cli.js";
}

base::Result<HelperProgram> FindHelper(const std::string& name) {
  const base::Path found = FindProgram(name);
  if (found.empty()) return base::NotFoundError("cannot find " + name);
  std::error_code error;
  base::Path real = fs::canonical(found, error);
  if (error) return base::NotFoundError("cannot find " + name);
  const bool npm = name == "npm";
  if (!npm && !IsNodesScript(real))
    return HelperProgram{{real.string()}, {real.parent_path().parent_path() / "libexec"}};
  ASSIGN_OR_RETURN(const base::Path node, NodeInPath());
  if (npm && !IsNodesScript(real)) real = NpmBeside(node);
  if (!fs::is_regular_file(real, error))
    return base::NotFoundError(fmt::format("cannot find {} beside {}", name, node.string()));
  // The second one is npm's configuration for everybody who uses this Node.
  return HelperProgram{{node.string(), real.string()},
                       {PackageOf(real), node.parent_path().parent_path() / "etc/npmrc"}};
}

}  // namespace

base::Result<base::ProcessResult> RunHelper(const base::Command& command, model::SandboxKind sandbox) {
  if (sandbox == SandboxKind::kNone) return base::RunCommand(command);
  CHECK(command.input.empty());
  ASSIGN_OR_RETURN(HelperProgram program, FindHelper(command.arguments[0]));
  ScriptConfig config;
  config.node = program.command[0];
  config.arguments.assign(program.command.begin() + 1, program.command.end());
  config.arguments.insert(config.arguments.end(), command.arguments.begin() + 1, command.arguments.end());
  config.sandbox = sandbox;
  config.readable = std::move(program.files);
  config.helper = command.rights;
  config.environment = command.environment;
  config.folder = command.folder;
  config.time_limit = command.time_limit;
  config.deadline = command.deadline;
  config.most_memory = command.most_memory;
  config.most_output = kMostHelperOutput;
  ASSIGN_OR_RETURN(ScriptResult run, RunScript(config));
  base::ProcessResult result;
  result.exit_code = run.exit_code;
  result.timed_out = run.timed_out;
  result.too_large = run.too_large;
  result.out = std::move(run.out);
  result.err = std::move(run.err);
  return result;
}

base::CommandRunner HelperRunner(std::optional<model::SandboxKind> wanted) {
  return [wanted](const base::Command& command) -> base::Result<base::ProcessResult> {
    ASSIGN_OR_RETURN(const SandboxKind kind, ChooseSandbox(wanted));
    return RunHelper(command, kind);
  };
}

}  // namespace kingbird::runtime
