// The syntax module as a program, for the scripts beside it:
//   rewrite stage ROOT STAGING [CACHE]   stages a package; prints {root, stats, manifest} as JSON
//   rewrite serve                        reads {"source", "key"} per line, answers {"state", "text", "counters"} per
//   line
#include <iostream>
#include <string>

#include "base/json.h"
#include "syntax/instrument.h"
#include "syntax/manifest.h"
#include "syntax/stage.h"

namespace {

using namespace kingbird;

constexpr const char* kStates[] = {"rewritten", "unparsable", "ignored"};

int Stage(int argc, char** argv) {
  syntax::StageConfig config;
  config.root = argv[2];
  config.staging_folder = argv[3];
  if (argc > 4) config.cache_folder = argv[4];
  base::Result<syntax::Stage> stage = syntax::StageInstrumented(config);
  if (!stage.ok()) {
    std::cerr << stage.error().ToString() << "\n";
    return 3;
  }
  const syntax::StageStats& stats = stage->stats;
  base::Json files = base::Json::object();
  for (const syntax::ManifestFile& file : stage->manifest.files) {
    files[file.key] = {{"offset", file.offset}, {"size", file.size()}, {"counters", syntax::ToJson(file.counters)}};
  }
  const base::Json answer = {{"root", stage->root.string()},
                             {"stats",
                              {{"rewritten", stats.rewritten},
                               {"cached", stats.cached},
                               {"ignored", stats.ignored},
                               {"copied", stats.copied},
                               {"unparsable", stats.unparsable}}},
                             {"files", files}};
  std::cout << base::DumpJson(answer) << "\n";
  return 0;
}

int Serve() {
  for (std::string line; std::getline(std::cin, line);) {
    const base::Result<base::Json> request = base::ParseJson(line, "request");
    if (!request.ok()) return 2;
    const std::string key = request->value("key", "x.js");
    const syntax::Instrumented file = syntax::Instrument(request->value("source", ""), key);
    const base::Json answer = {{"state", kStates[static_cast<int>(file.state)]},
                               {"text", file.text},
                               {"counters", syntax::ToJson(file.counters)}};
    std::cout << base::DumpJson(answer) << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "stage" && argc > 3) return Stage(argc, argv);
  if (mode == "serve") return Serve();
  std::cerr << "usage: rewrite stage ROOT STAGING [CACHE] | rewrite serve\n";
  return 2;
}
