#include "diff/paired_executor.h"

#include <algorithm>
#include <future>

namespace kingbird::diff {
namespace {

using model::Event;
using model::Execution;
using model::Value;
using Replacements = std::vector<std::pair<std::string, std::string>>;

constexpr std::chrono::milliseconds kPatience{400};
constexpr std::chrono::milliseconds kLittlePatience{120};
constexpr int kManyHangs = 10;
// Screened tests of one subject that differ without news.
constexpr int kMostSuspected = 12;

void Replace(std::string& text, const Replacements& replacements) {
  if (text.find('/') == std::string::npos) return;
  for (const auto& [from, to] : replacements) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  }
}

void Replace(Value& value, const Replacements& replacements) {
  Replace(value.text, replacements);
  for (Value& item : value.items) Replace(item, replacements);
  for (model::Property& property : value.properties) {
    Replace(property.name, replacements);
    Replace(property.value, replacements);
  }
}

void Replace(Execution& execution, const Replacements& replacements) {
  Replace(execution.out, replacements);
  Replace(execution.err, replacements);
  Replace(execution.error, replacements);
  for (Event& event : execution.events) {
    for (Value& value : event.values) Replace(value, replacements);
  }
}

}  // namespace

Side Side::Of(const load::LoadedTarget& loaded) {
  // The innermost folder first: it is the longest match.
  Replacements paths = {{loaded.stage.root.string(), "<package>"},
                        {loaded.target.root.string(), "<package>"},
                        {loaded.stage.staging.string(), "<stage>"}};
  std::erase_if(paths, [](const auto& pair) { return pair.first.size() < 2; });
  std::stable_sort(paths.begin(), paths.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  return {loaded.executor.get(), std::move(paths)};
}

base::Result<std::vector<Pair>> PairedExecutor::RunBoth(std::span<const model::TestCase> tests,
                                                        const runtime::RunOptions& options) {
  runtime::RunOptions own = options;
  own.setup = setup_;
  runtime::RunOptions uncounted = own;
  uncounted.coverage = options.coverage && changed_ != nullptr && !changed_->WatchedBefore().empty();
  own.reads = reads_ && options.coverage;
  auto other = std::async(std::launch::async, [&] { return before_.executor->Run(tests, uncounted); });
  auto after = after_.executor->Run(tests, own);
  auto before = other.get();
  if (!before.ok()) return before.error();
  if (!after.ok()) return after.error();
  std::vector<Pair> pairs;
  for (size_t i = 0; i < tests.size(); ++i) {
    pairs.push_back({std::move((*before)[i]), std::move((*after)[i]), std::nullopt});
    Replace(pairs.back().before, before_.paths);
    Replace(pairs.back().after, after_.paths);
  }
  if (twin_.executor == nullptr) return pairs;
  ASSIGN_OR_RETURN(std::vector<Execution> again, twin_.executor->Run(tests, uncounted));
  for (size_t i = 0; i < tests.size(); ++i) {
    Replace(again[i], twin_.paths);
    pairs[i].again = std::move(again[i]);
  }
  return pairs;
}

std::chrono::milliseconds PairedExecutor::Patience() const { return hangs_ < kManyHangs ? kPatience : kLittlePatience; }

base::Result<std::vector<Execution>> PairedExecutor::Run(std::span<const model::TestCase> tests,
                                                         const runtime::RunOptions& options) {
  runtime::RunOptions quick = options;
  quick.deadline = std::min(options.deadline, Patience());
  ASSIGN_OR_RETURN(std::vector<Pair> pairs, RunBoth(tests, quick));
  hangs_ += static_cast<int>(std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.Hangs(); }));
  std::vector<Execution> executions;
  for (size_t i = 0; i < tests.size(); ++i) {
    const bool notable = judge_ && judge_(tests[i], pairs[i]);
    if (notable) suspected_.erase(model::SubjectOf(tests[i]));
    Execution& execution = pairs[i].before;
    execution.hits = std::move(pairs[i].after.hits);
    execution.notable = notable;
    for (Event& event : pairs[i].after.events) {
      if (event.kind == Event::Kind::kRead) execution.events.push_back(std::move(event));
    }
    executions.push_back(std::move(execution));
  }
  return executions;
}

base::Result<runtime::BatchNews> PairedExecutor::Screen(std::span<const model::TestCase> tests,
                                                        runtime::ScreenMemory& memory,
                                                        const runtime::RunOptions& options) {
  if (!setup_.empty()) return Executor::Screen(tests, memory, options);
  runtime::RunOptions telling = options;
  telling.digests = true;
  runtime::RunOptions telling_before = telling;
  if (changed_ != nullptr) {
    telling.watched = changed_->WatchedAfter();
    telling_before.watched = changed_->WatchedBefore();
  }
  auto other =
      std::async(std::launch::async, [&] { return before_.executor->Screen(tests, before_memory_, telling_before); });
  auto after = after_.executor->Screen(tests, memory, telling);
  const auto before = other.get();
  if (!before.ok()) return before.error();
  if (!after.ok()) return after.error();
  if (changed_ != nullptr) changed_->NoteScreened(before->reached, after->reached);
  if (before->digests.size() != tests.size() || after->digests.size() != tests.size()) return after;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (before->digests[i] == after->digests[i]) continue;
    if (++suspected_[model::SubjectOf(tests[i])] <= kMostSuspected) after->tests.push_back(i);
  }
  std::ranges::sort(after->tests);
  after->tests.erase(std::unique(after->tests.begin(), after->tests.end()), after->tests.end());
  return after;
}

}  // namespace kingbird::diff
