#include "diff/callbacks.h"

#include "generate/callback/any.h"
#include "generate/callback/empty.h"
#include "generate/callback/mined.h"
#include "generate/callback/mix.h"
#include "generate/callback/quick.h"
#include "generate/callback/writes.h"
#include "mine/callback_miner.h"

namespace kingbird::diff {
namespace {

using generate::CallbackStrategy;

// Reading a corpus takes time that the mix would rather spend on tests.
constexpr int kFilesForMined = 1500;
constexpr int kFilesForMix = 150;

std::unique_ptr<generate::CallbackMaker> Mined(env::Env& env, const std::vector<base::Path>& folders,
                                               const generate::ValuePool& pool, int most_files) {
  for (const base::Path& folder : folders) env.package.Admit(folder);
  mine::CallbackSources sources = mine::MineCallbackCorpus(folders, env.package, most_files);
  size_t count = 0;
  for (const auto& [name, list] : sources) count += list.size();
  env.stats.Add("mine.callbacks", static_cast<double>(count));
  return std::make_unique<generate::MinedCallbacks>(std::move(sources), pool);
}

}  // namespace

std::unique_ptr<generate::CallbackMaker> MakeCallbacks(env::Env& env, const std::vector<base::Path>& folders,
                                                       const generate::ValuePool& pool,
                                                       const generate::WritingCallbacks::Reads& reads) {
  switch (env.config.callbacks) {
    case CallbackStrategy::kNone:
      return std::make_unique<generate::EmptyCallbacks>(/*none=*/true);
    case CallbackStrategy::kEmpty:
      return std::make_unique<generate::EmptyCallbacks>();
    case CallbackStrategy::kQuick:
      return std::make_unique<generate::QuickCallbacks>(pool);
    case CallbackStrategy::kMined:
      return Mined(env, folders, pool, kFilesForMined);
    case CallbackStrategy::kWrites:
      return std::make_unique<generate::WritingCallbacks>(pool, reads);
    case CallbackStrategy::kMix:
      break;
  }
  std::vector<std::pair<CallbackStrategy, std::unique_ptr<generate::CallbackMaker>>> parts;
  parts.emplace_back(CallbackStrategy::kEmpty, std::make_unique<generate::EmptyCallbacks>());
  parts.emplace_back(CallbackStrategy::kQuick, std::make_unique<generate::QuickCallbacks>(pool));
  parts.emplace_back(CallbackStrategy::kMined, Mined(env, folders, pool, kFilesForMix));
  parts.emplace_back(CallbackStrategy::kWrites, std::make_unique<generate::WritingCallbacks>(pool, reads));
  parts.emplace_back(CallbackStrategy::kMix, std::make_unique<generate::AnyCallbacks>(pool));
  return std::make_unique<generate::MixedCallbacks>(std::move(parts));
}

}  // namespace kingbird::diff
