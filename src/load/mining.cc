#include "load/mining.h"

#include "mine/corpus.h"

namespace kingbird::load {

std::vector<model::NestingExample> MineExamples(env::Env& env, const target::Target& target) {
  mine::CorpusConfig corpus;
  corpus.package = target.name;
  corpus.root = target.root;
  corpus.folders = env.config.mine;
  mine::CorpusStats stats;
  std::vector<model::NestingExample> examples = mine::MineCorpus(corpus, env.files, stats);
  env.stats.Add("mine.files", stats.files);
  env.stats.Add("mine.examples", static_cast<double>(examples.size()));
  return examples;
}

}  // namespace kingbird::load
