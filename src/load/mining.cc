#include "load/mining.h"

namespace kingbird::load {
namespace {

constexpr int kShareAfterMining = 65;  // percent of the time limit

mine::MinedCode Mine(env::Env& env, mine::CorpusConfig corpus, const target::Target& target) {
  // Examples beside a file without a project are somebody else's.
  if (!target.own_files.empty() && env.config.mine.empty()) return {};
  corpus.package = target.name;
  corpus.root = target.root;
  corpus.entry = target.entry;
  corpus.folders = env.config.mine;
  corpus.stop = [&env] { return env.Hurries(kShareAfterMining); };
  Admit(env, target);
  for (const base::Path& folder : corpus.folders) env.package.Admit(folder);
  mine::CorpusStats stats;
  mine::MinedCode mined = mine::MineCorpus(corpus, env.package, stats);
  env.stats.Add("mine.files", stats.files);
  env.stats.Add("mine.examples", static_cast<double>(mined.nestings.size()));
  env.stats.Add("mine.calls", static_cast<double>(mined.calls.size()));
  return mined;
}

}  // namespace

std::vector<model::NestingExample> MineNestings(env::Env& env, const target::Target& target) {
  return Mine(env, {}, target).nestings;
}

mine::MinedCode MineExamples(env::Env& env, const LoadedTarget& loaded) {
  mine::CorpusConfig corpus;
  corpus.api = &loaded.api;
  for (const syntax::ManifestFile& file : loaded.stage.manifest.files)
    corpus.sources.push_back(loaded.target.root / file.key);
  return Mine(env, std::move(corpus), loaded.target);
}

}  // namespace kingbird::load
