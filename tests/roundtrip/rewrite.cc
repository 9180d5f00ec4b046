// The syntax module as a program, for the scripts beside it:
//   rewrite stage ROOT STAGING [CACHE]   stages a package; prints {root, stats, manifest} as JSON
//   rewrite lcov ROOT STAGING COUNTS     stages a package; prints lcov data for COUNTS, a JSON file {"ours": {key:
//   [count…]}} rewrite serve                        reads {"source", "key"} per line, answers {"state", "text",
//   "counters"} per line
#include <iostream>
#include <string>

#include "base/json.h"
#include "syntax/instrument.h"
#include "syntax/lcov.h"
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

int Lcov(char** argv) {
  syntax::StageConfig config;
  config.root = argv[2];
  config.staging_folder = argv[3];
  base::Result<syntax::Stage> stage = syntax::StageInstrumented(config);
  base::Result<std::string> text = base::DiskFileSystem().Read(argv[4]);
  if (!stage.ok() || !text.ok()) return 3;
  const base::Result<base::Json> json = base::ParseJson(*text, "counts");
  if (!json.ok()) return 3;
  syntax::Counts counts(stage->manifest.size());
  for (const auto& [key, values] : json->at("ours").items()) {
    const syntax::ManifestFile* file = stage->manifest.Find(key);
    if (file == nullptr || values.size() != file->size()) return 3;
    for (size_t i = 0; i < values.size(); ++i) counts[file->offset + i] = values[i].get<uint64_t>();
  }
  std::cout << syntax::WriteLcov(stage->manifest, counts, config.root);
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
  if (mode == "lcov" && argc > 4) return Lcov(argv);
  if (mode == "serve") return Serve();
  std::cerr << "usage: rewrite stage ROOT STAGING [CACHE] | rewrite lcov ROOT STAGING COUNTS | rewrite serve\n";
  return 2;
}
