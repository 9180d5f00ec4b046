// Each check tries the thing itself rather than looking for signs of it.
#include "campaign/doctor.h"

#include <fmt/format.h>

#include <functional>

#include "base/subprocess.h"
#include "base/text.h"
#include "concolic/solve/solver_check.h"
#include "conform/conform.h"
#include "env/wanted_sandbox.h"
#include "runtime/layout.h"
#include "runtime/node.h"
#include "runtime/worker_pool.h"

namespace kingbird::campaign {
namespace {

using Grade = Diagnosis::Grade;

Diagnosis CheckNode(const base::Result<runtime::Node>& node) {
  if (!node.ok()) return {"Node", Grade::kFatal, node.error().message, node.error().context};
  return {"Node", Grade::kGood, fmt::format("{} at {}", node->version, node->path.string()), ""};
}

constexpr size_t kFewestEngines = 3;
constexpr const char* kBuildAgain = "build Kingbird again, or install the whole tree";

Diagnosis CheckAddon(const runtime::Node& node, const base::Result<runtime::Layout>& layout) {
  if (!layout.ok()) return {"addon", Grade::kFatal, layout.error().message, kBuildAgain};
  base::Command command;
  command.arguments = {node.path.string(), "-e", "require(process.argv[1])", layout->addon.string()};
  const auto result = base::RunCommand(command);
  if (result.ok() && result->exit_code == 0) return {"addon", Grade::kGood, layout->addon.string(), ""};
  return {"addon", Grade::kFatal, fmt::format("{} does not load into {}", layout->addon.string(), node.version),
          kBuildAgain};
}

Diagnosis CheckSandbox(const base::Result<runtime::SandboxKind>& kind) {
  if (!kind.ok()) {
    return {"sandbox", Grade::kFatal, kind.error().message,
            "allow user namespaces or Landlock, or give --sandbox none where nothing can be harmed"};
  }
  return {"sandbox", Grade::kGood, std::string(ToString(*kind)), ""};
}

Diagnosis CheckLimits(const base::Result<runtime::SandboxKind>& kind) {
  if (!kind.ok()) return {"limits", Grade::kMissing, "none without a sandbox", "mend what is above first"};
  return {"limits", Grade::kGood, runtime::DescribeLimits(*kind), ""};
}

// The whole machinery once: a target of one function, a sandboxed zygote, a forked test that calls it.
base::Status RunOneTest(base::FileSystem& files, const runtime::Node& node, const runtime::Layout& layout,
                        runtime::SandboxKind sandbox) {
  ASSIGN_OR_RETURN(const base::TempFolder folder, base::TempFolder::Make(files, "kingbird-doctor"));
  TRY(files.Write(folder.path() / "index.js", "exports.twice = (n) => 2 * n;\n"));
  runtime::PoolConfig config;
  config.node = node.path;
  config.layout = layout;
  config.entry = (folder.path() / "index.js").string();
  config.base = folder.path();
  config.sandbox = sandbox;
  ASSIGN_OR_RETURN(const auto pool, runtime::WorkerPool::Start(config));

  model::Call call;
  call.id = 1;
  call.path = {"twice"};
  call.arguments = {model::Argument::Literal(model::Value::Number(21))};
  model::Callback root;
  root.body = {call};
  const model::TestCase test{std::make_shared<model::Callback>(root), 2};
  ASSIGN_OR_RETURN(const auto executions, pool->Run({&test, 1}, {}));
  const model::Event* returned = executions.at(0).Find(model::Event::Kind::kReturn, 1);
  const bool right = returned != nullptr && !returned->values.empty() &&
                     returned->values[0] == model::Value::Number(42) && executions[0].end == model::End::kFinished;
  if (right) return {};
  return base::EnvironmentError(fmt::format("a forked test ended by '{}'", model::ToString(executions[0].end)));
}

Diagnosis CheckFork(base::FileSystem& files, const runtime::Node& node, const base::Result<runtime::Layout>& layout,
                    const base::Result<runtime::SandboxKind>& sandbox) {
  if (!layout.ok() || !sandbox.ok()) return {"fork", Grade::kFatal, "not tried", "mend what is above first"};
  const base::Status status = RunOneTest(files, node, *layout, *sandbox);
  if (status.ok()) return {"fork", Grade::kGood, "a test ran in a fork of Node", ""};
  return {"fork", Grade::kFatal, status.error().message,
          status.error().context.empty() ? "try another Node with --node PATH" : status.error().context};
}

Diagnosis CheckSolver(const char* name, const base::Result<std::string>& version) {
  if (version.ok()) return {name, Grade::kGood, fmt::format("{} answers", *version), ""};
  return {name, Grade::kMissing, version.error().message,
          fmt::format("install Debian's lib{}-dev and build again; exploring works less well without it", name)};
}

Diagnosis CheckNpm() {
  const base::Path path = runtime::FindProgram("npm");
  if (path.empty()) {
    return {"npm", Grade::kMissing, "not found", "install npm; without it only local files and folders can be tested"};
  }
  return {"npm", Grade::kGood, path.string(), ""};
}

Diagnosis CheckEngines(const env::Config& config, base::FileSystem& files) {
  const auto places = conform::PlacesOf(config, files);
  const auto all = places.ok() ? conform::LookForEngines(config.engines, *places, files)
                               : base::Result<std::vector<conform::EngineStatus>>(places.error());
  std::vector<std::string> found;
  for (size_t i = 0; all.ok() && i < all->size(); ++i) {
    if ((*all)[i].engine.ok()) found.push_back((*all)[i].profile.name);
  }
  if (found.empty()) return {"engines", Grade::kMissing, "none", "kingbird doctor --engines says why"};
  const bool few = found.size() < kFewestEngines;
  return {"engines", Grade::kGood,
          base::Join(found, ", ") + (few ? "; kingbird doctor --install-engines gets more for kingbird conform" : ""),
          ""};
}

}  // namespace

std::vector<Diagnosis> Diagnose(const env::Config& config, base::FileSystem& files) {
  const base::Result<runtime::Node> node = runtime::FindNode(config.node);
  std::vector<Diagnosis> all;
  all.push_back(CheckNode(node));
  if (node.ok()) {
    const auto layout = runtime::FindLayout();
    const auto sandbox = runtime::ChooseSandbox(env::WantedSandbox(config));
    all.push_back(CheckAddon(*node, layout));
    all.push_back(CheckSandbox(sandbox));
    all.push_back(CheckLimits(sandbox));
    all.push_back(CheckFork(files, *node, layout, sandbox));
  } else {
    all.push_back({"fork", Grade::kFatal, "not tried", "needs Node"});
  }
  all.push_back(CheckNpm());
  all.push_back(CheckSolver("z3", concolic::CheckZ3()));
  all.push_back(CheckSolver("cvc5", concolic::CheckCvc5()));
  all.push_back(CheckEngines(config, files));
  return all;
}

}  // namespace kingbird::campaign
