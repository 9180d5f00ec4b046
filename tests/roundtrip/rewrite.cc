// The syntax module as a program, for the scripts beside it:
//   rewrite passes                              prints the names of the passes
//   rewrite stage ROOT STAGING [passes=A,B]     stages a package; prints {root, stats, files} as JSON
//   rewrite serve      reads {"source", "key", "passes"} per line, answers {"state", "text", "counters", "functions"}
#include <iostream>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "syntax/instrument.h"
#include "syntax/manifest.h"
#include "syntax/stage.h"

namespace {

using namespace kingbird;

constexpr const char* kStates[] = {"rewritten", "unparsable", "ignored"};

/// "coverage,read_trace"; nothing for a name that is none.
std::optional<syntax::PassList> ReadPasses(const std::string& names) {
  syntax::PassList passes;
  for (const std::string& name : base::Split(names, ',')) {
    const std::optional<syntax::PassKind> kind = syntax::PassFromName(name);
    if (!kind) return std::nullopt;
    passes.push_back(*kind);
  }
  return passes;
}

int Passes() {
  for (const syntax::PassKind kind : syntax::kAllPasses) std::cout << syntax::NameOf(kind) << "\n";
  return 0;
}

int Stage(int argc, char** argv) {
  base::DiskFileSystem disk;
  syntax::StageConfig config;
  config.root = argv[2];
  config.staging_folder = argv[3];
  const std::string option = argc > 4 ? argv[4] : "passes=coverage";
  const std::optional<syntax::PassList> passes = ReadPasses(option.substr(option.find('=') + 1));
  if (!passes) return 2;
  config.passes = *passes;
  base::Result<syntax::Stage> stage = syntax::StageInstrumented(disk, config);
  if (!stage.ok()) {
    std::cerr << stage.error().ToString() << "\n";
    return 3;
  }
  const syntax::StageStats& stats = stage->stats;
  base::Json files = base::Json::object();
  const base::Json layout = stage->manifest.AgentJson();
  for (const syntax::ManifestFile& file : stage->manifest.files) {
    files[file.key] = layout.at(file.key);
    files[file.key]["counters"] = syntax::ToJson(file.counters);
  }
  const base::Json answer = {{"root", stage->root.string()},
                             {"stats",
                              {{"rewritten", stats.rewritten},
                               {"cached", stats.cached},
                               {"ignored", stats.ignored},
                               {"copied", stats.copied},
                               {"unparsable", stats.unparsable},
                               {"too_large", stats.too_large}}},
                             {"files", files}};
  std::cout << base::DumpJson(answer) << "\n";
  return 0;
}

int Serve() {
  for (std::string line; std::getline(std::cin, line);) {
    const base::Result<base::Json> request = base::ParseJson(line, "request");
    if (!request.ok()) return 2;
    const std::string key = request->value("key", "x.js");
    const std::optional<syntax::PassList> passes = ReadPasses(request->value("passes", "coverage"));
    if (!passes) return 2;
    const syntax::Instrumented file = syntax::Instrument(request->value("source", ""), key, *passes);
    const base::Json answer = {{"state", kStates[static_cast<int>(file.state)]},
                               {"text", file.text},
                               {"counters", syntax::ToJson(file.facts.counters)},
                               {"functions", syntax::AgentJson(file.facts.sites)}};
    std::cout << base::DumpJson(answer) << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "stage" && argc > 3) return Stage(argc, argv);
  if (mode == "serve") return Serve();
  if (mode == "passes") return Passes();
  std::cerr << "usage: rewrite passes | stage ROOT STAGING [passes=A,B] | serve\n";
  return 2;
}
