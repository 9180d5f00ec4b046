#include "conform/look.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "conform/script_run.h"

namespace kingbird::conform {
namespace {

constexpr std::string_view kMark = "@look";
constexpr std::chrono::milliseconds kLookTime{30000};

std::string SampleText(const Values& values, size_t index) {
  base::Rng rng(index);
  model::Callback root;
  int next_id = 1;
  Making making{root.body, next_id, rng};
  root.result = values.Sample(index, making);
  return fmt::format("function (K, at) {{\n{}}}",
                     StatementsOf({std::make_shared<model::Callback>(std::move(root)), next_id}));
}

}  // namespace

base::Result<std::vector<Look>> LookAt(const std::vector<BuiltIn>& built_ins, const Values& values, const Engine& node,
                                       const EnginePlaces& places, base::FileSystem& files) {
  ASSIGN_OR_RETURN(const std::string harness, ReadHarness(files, places.agent));
  ASSIGN_OR_RETURN(const std::string look, files.Read(places.agent / "conform/look.js"));
  base::Json paths = base::Json::array();
  for (const BuiltIn& built_in : built_ins) paths.push_back(built_in.path);
  std::string script =
      harness + look + HarnessStart(node, "@unused") + "kingbirdLook(K, " + base::DumpJson(paths) + ", [";
  for (size_t i = 0; i < Values::SampleCount(); ++i) script += SampleText(values, i) + ",\n";
  script += "]);\n";
  ASSIGN_OR_RETURN(const base::TempFolder folder, base::TempFolder::Make(files, "kingbird-look"));
  TRY(files.Write(folder.path() / "look.js", script));
  ASSIGN_OR_RETURN(const runtime::ScriptResult run, RunEngine(node, CommandFor(node, folder.path() / "look.js"),
                                                              places.sandbox, kLookTime, {folder.path()}));
  for (const std::string& line : base::Split(run.out, '\n')) {
    if (!line.starts_with(kMark)) continue;
    ASSIGN_OR_RETURN(const base::Json answer,
                     base::ParseJson(line.substr(kMark.size()), "what Node tells of built-ins"));
    std::vector<Look> looks;
    for (const base::Json& one : answer) {
      looks.push_back({base::ValueOr(one, "there", false), base::ValueOr(one, "length", 0),
                       base::ValueOr(one, "constructs", false), base::ValueOr(one, "fits", std::vector<size_t>()),
                       base::ValueOr(one, "callbacks", std::vector<int>())});
    }
    if (looks.size() == built_ins.size()) return looks;
  }
  return base::EnvironmentError("Node does not tell what the built-ins are", run.err.substr(0, run.err.find('\n')));
}

}  // namespace kingbird::conform
