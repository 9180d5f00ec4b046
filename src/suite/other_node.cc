#include "suite/other_node.h"

#include <cstdio>
#include <cstdlib>
#include <set>

#include "base/subprocess.h"
#include "base/text.h"
#include "runtime/node.h"
#include "runtime/script.h"

namespace kingbird::suite {
namespace {

constexpr size_t kMostNodes = 8;

// Asked inside the sandbox: a program called node may be anything.
int MajorOf(const base::Path& node, runtime::SandboxKind sandbox, const base::Deadline& deadline) {
  runtime::ScriptConfig config;
  config.node = node;
  config.arguments = {"--version"};
  config.sandbox = sandbox;
  config.time_limit = std::chrono::seconds(5);
  config.deadline = &deadline;
  const auto run = runtime::RunScript(config);
  int major = 0;
  if (run.ok()) std::sscanf(run->out.c_str(), "v%d.", &major);
  return major;
}

}  // namespace

std::vector<base::Path> NodesAround(const base::FileSystem& files, const std::string& search_path,
                                    const base::Path& home) {
  std::vector<base::Path> found;
  const auto add_below = [&](const base::Path& folder, const char* rest) {
    const auto versions = files.List(folder);
    if (!versions.ok()) return;
    for (const std::string& version : *versions) found.push_back(folder / version / rest);
  };
  for (const std::string& folder : base::Split(search_path, ':')) found.push_back(base::Path(folder) / "node");
  if (home.is_absolute()) {
    add_below(home / ".nvm/versions/node", "bin/node");
    add_below(home / ".local/share/fnm/node-versions", "installation/bin/node");
    add_below(home / ".volta/tools/image/node", "bin/node");
    add_below(home / ".asdf/installs/nodejs", "bin/node");
  }
  add_below("/usr/local/n/versions/node", "bin/node");
  return found;
}

std::optional<base::Path> FindOtherNode(env::Env& env, const load::LoadedTarget& loaded) {
  const std::string& version = loaded.host.node_version;
  const int own = std::atoi(version.c_str() + (version.starts_with("v") ? 1 : 0));
  std::optional<base::Path> best;
  int newest = 0;
  const char* home = std::getenv("HOME");
  const base::Path first = loaded.host.node;
  const auto real = env.files.Real(first);
  std::set<base::Path> seen = {real.ok() ? *real : first};
  for (const base::Path& candidate : NodesAround(env.files, base::SearchPath(), home == nullptr ? "" : home)) {
    const auto node = env.files.Real(candidate);
    if (!node.ok() || seen.size() > kMostNodes || !seen.insert(*node).second) continue;
    const int major = MajorOf(*node, loaded.host.sandbox, env);
    if (major < runtime::kOldestNode || major == own || major <= newest) continue;
    newest = major;
    best = *node;
  }
  return best;
}

}  // namespace kingbird::suite
