// Tests are cut into chunks, one child each. A chunk whose child ends in the middle (crash, hang, process.exit) is
// resumed behind the test that ended it, which is itself reported. Chunks know nothing of each other, so what is
// reported does not depend on the number of jobs.
#include "runtime/batch.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "runtime/answer.h"
#include "runtime/outcome.h"
#include "runtime/worker_pool.h"

namespace kingbird::runtime {
namespace {

constexpr size_t kChunk = 256;
constexpr size_t kMostChildren = 32;  // After so many a chunk is given up: these tests are not for the batch lane.

// The tests, of `size`, that a child reported; nothing when it ended before it could, or reports what cannot be.
std::optional<BatchNews> Answer(const RawResult& raw, size_t size) {
  if (raw.end_mark != wire::kExitCalled) return std::nullopt;
  const auto answer = DecodeAnswer("news", AnswerOf(raw));
  if (!answer) return std::nullopt;
  const base::Json& news = answer->at("news");
  BatchNews told;
  told.digests = answer->at("digests").get<std::vector<std::string>>();
  told.reached = answer->at("reached").get<std::vector<int64_t>>();
  // One digest for each test, or none.
  if (news.size() > size || (told.digests.size() != size && !told.digests.empty())) return std::nullopt;
  if (std::ranges::any_of(told.reached, [&](int64_t count) { return count > static_cast<int64_t>(size); }))
    return std::nullopt;
  for (const base::Json& one : news) {
    told.tests.push_back(one[0].get<size_t>());
    if (told.tests.back() >= size) return std::nullopt;
    for (const base::Json& outcome : one[1]) told.outcomes.push_back(outcome.get<std::string>());
  }
  return told;
}

// What a forged answer has too much or too little of does not count.
void Add(const std::vector<int64_t>& some, std::vector<int64_t>& all) {
  for (size_t i = 0; i < std::min(some.size(), all.size()); ++i) all[i] += some[i];
}

// [[begin and size of the trace, whether it threw, counters]…]; those before the first that cannot be.
std::vector<TracedRun> TracedAnswer(const RawResult& raw, size_t most) {
  std::vector<TracedRun> runs;
  // Many counters each.
  const auto answer = DecodeAnswer("runs", AnswerOf(raw), base::kMostJsonValues);
  if (raw.end_mark != wire::kExitCalled || !answer) return runs;
  const base::Json& list = answer->at("runs");
  for (size_t i = 0; i < std::min(list.size(), most); ++i) {
    const base::Json& one = list[i];
    const auto begin = one[0].get<uint64_t>();
    const auto size = one[1].get<uint64_t>();
    if (begin > raw.trace.size() || size > raw.trace.size() - begin) break;
    TracedRun run{.execution = {}, .trace = raw.trace.substr(begin, size)};
    run.execution.end = model::End::kFinished;
    if (one[2].get<bool>()) run.execution.events.push_back({.kind = model::Event::Kind::kThrow});
    run.execution.hits = one[3].get<model::Hits>();
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

base::Result<BatchNews> WorkerPool::RunChunk(size_t worker, size_t size, const ChunkJob& job,
                                             const RunOptions& options) {
  BatchNews news;
  news.digests.resize(size);
  news.reached.resize(options.watched.size());
  std::vector<std::pair<size_t, size_t>> ranges = {{0, size}};
  for (size_t children = 0; !ranges.empty() && children < kMostChildren; ++children) {
    if (options.stop && options.stop()) break;
    const auto [begin, end] = ranges.back();
    ranges.pop_back();
    if (begin == end) continue;
    ASSIGN_OR_RETURN(const auto raw, RunJob(worker, wire::FrameType::kBatch, job(begin, end), options.deadline, true));
    if (!raw) break;  // It ends zygotes; a child each is the only way.
    if (const auto reported = Answer(*raw, end - begin)) {
      for (const size_t test : reported->tests) news.tests.push_back(begin + test);
      std::ranges::copy(reported->outcomes, std::back_inserter(news.outcomes));
      std::ranges::copy(reported->digests, news.digests.begin() + static_cast<std::ptrdiff_t>(begin));
      Add(reported->reached, news.reached);
      continue;
    }
    const size_t at = begin + std::min<size_t>(std::max(raw->asked, 1U) - 1, end - begin - 1);
    news.tests.push_back(at);
    ranges.emplace_back(at + 1, end);
    ranges.emplace_back(begin, at);
  }
  std::sort(news.tests.begin(), news.tests.end());
  return news;
}

base::Result<BatchNews> WorkerPool::Screen(std::span<const model::TestCase> tests, ScreenMemory& memory,
                                           const RunOptions& options) {
  std::vector<BatchNews> chunks((tests.size() + kChunk - 1) / kChunk);
  TRY(ForEach(chunks.size(), [&](size_t worker, size_t i) -> base::Status {
    const auto part = tests.subspan(i * kChunk, std::min(kChunk, tests.size() - i * kChunk));
    const ChunkJob job = [&](size_t begin, size_t end) {
      base::Json list = base::Json::array();
      base::Json subjects = base::Json::array();
      const bool by_subject = options.news_by == NewsBy::kSubject;
      for (const model::TestCase& test : part.subspan(begin, end - begin)) {
        list.push_back(model::ToJson(test));
        if (by_subject) subjects.push_back(model::SubjectOf(test));
      }
      base::Json all = {{"tests", std::move(list)},    {"known", memory.known},
                        {"outcomes", memory.outcomes}, {"digests", options.digests},
                        {"watched", options.watched},  {"seed", std::to_string(options.seed)}};
      if (by_subject) all["subjects"] = std::move(subjects);
      if (options.news_by == NewsBy::kCall) all["calls"] = true;
      return base::DumpJson(all);
    };
    ASSIGN_OR_RETURN(chunks[i], RunChunk(worker, part.size(), job, options));
    return {};
  }));
  BatchNews all;
  all.reached.resize(options.watched.size());
  for (size_t i = 0; i < chunks.size(); ++i) {
    for (const size_t test : chunks[i].tests) all.tests.push_back(i * kChunk + test);
    memory.outcomes.insert(chunks[i].outcomes.begin(), chunks[i].outcomes.end());
    std::ranges::move(chunks[i].digests, std::back_inserter(all.digests));
    Add(chunks[i].reached, all.reached);
  }
  return all;
}

base::Result<std::vector<TracedRun>> WorkerPool::RunTracedTogether(std::span<const base::Json> jobs,
                                                                   const RunOptions& options) {
  const base::Json job = {{"runs", std::vector<base::Json>(jobs.begin(), jobs.end())},
                          {"seed", std::to_string(options.seed)}};
  ASSIGN_OR_RETURN(const auto raw, RunJob(0, wire::FrameType::kBatch, base::DumpJson(job), options.deadline, true));
  if (!raw) return std::vector<TracedRun>();
  return TracedAnswer(*raw, jobs.size());
}

}  // namespace kingbird::runtime
