#include "campaign/doctor.h"

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "base/subprocess.h"
#include "base/text.h"
#include "campaign/node.h"
#include "concolic/solver_check.h"

namespace kingbird::campaign {
namespace {

using Grade = Diagnosis::Grade;

// JavaScript engines under the names their makers and esvu install them by.
constexpr const char* kEngines[] = {"node", "d8",  "js",  "sm",   "jsc", "qjs", "hermes",
                                    "xst",  "gjs", "boa", "deno", "njs", "bun", "engine262"};

Diagnosis CheckNode(const base::Result<Node>& node) {
  if (!node.ok()) return {"Node", Grade::kFatal, node.error().message, node.error().context};
  return {"Node", Grade::kGood, fmt::format("{} at {}", node->version, node->path.string()), ""};
}

Diagnosis CheckSolver(const char* name, const base::Result<std::string>& version) {
  if (version.ok()) return {name, Grade::kGood, fmt::format("{} answers", *version), ""};
  return {name, Grade::kMissing, version.error().message,
          fmt::format("install Debian's lib{}-dev and build again; exploring works less well without it", name)};
}

Diagnosis CheckNpm() {
  const base::Path path = FindProgram("npm");
  if (path.empty()) {
    return {"npm", Grade::kMissing, "not found", "install npm; without it only local files and folders can be tested"};
  }
  return {"npm", Grade::kGood, path.string(), ""};
}

Diagnosis CheckEngines() {
  std::vector<std::string> found;
  for (const char* name : kEngines) {
    if (!FindProgram(name).empty()) found.emplace_back(name);
  }
  return {"engines", found.empty() ? Grade::kMissing : Grade::kGood, found.empty() ? "none" : base::Join(found, ", "),
          found.empty() ? "conformance votes need engines in PATH" : ""};
}

}  // namespace

std::vector<Diagnosis> Diagnose(const Config& config) {
  const base::Result<Node> node = FindNode(config.node);
  std::vector<Diagnosis> all;
  all.push_back(CheckNode(node));
  all.push_back(CheckNpm());
  all.push_back(CheckSolver("z3", concolic::CheckZ3()));
  all.push_back(CheckSolver("cvc5", concolic::CheckCvc5()));
  all.push_back(CheckEngines());
  return all;
}

}  // namespace kingbird::campaign
