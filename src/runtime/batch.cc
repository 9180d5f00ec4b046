// Inputs are cut into chunks, one child each. A chunk whose child ends in the middle (crash, hang, process.exit) is
// resumed behind the input that ended it, which is itself reported. Chunks know nothing of each other, so what is
// reported does not depend on the number of jobs; replaying in the order of the inputs then drops what an earlier one
// already brought.
#include "runtime/batch.h"

#include <algorithm>
#include <set>

#include "runtime/outcome.h"
#include "runtime/worker_pool.h"

namespace kingbird::runtime {
namespace {

constexpr size_t kChunk = 4096;
constexpr size_t kTestChunk = 256;
constexpr size_t kMostChildren = 32;  // After so many a chunk is given up: this function is not for the batch lane.

base::Json ChunkJson(const BatchTarget& target, std::span<const std::vector<model::Value>> inputs,
                     const model::Hits& known, uint64_t seed) {
  base::Json list = base::Json::array();
  for (const std::vector<model::Value>& arguments : inputs) {
    base::Json row = base::Json::array();
    for (const model::Value& value : arguments) row.push_back(model::ToJson(value));
    list.push_back(std::move(row));
  }
  return {{"path", target.path}, {"construct", target.construct},   {"inputs", std::move(list)},
          {"known", known},      {"outcomes", base::Json::array()}, {"seed", std::to_string(seed)}};
}

// The inputs, of `size`, that a child reported; nothing when it ended before it could, or reports what cannot be.
std::optional<std::vector<std::pair<size_t, std::string>>> Answer(const RawResult& raw, size_t size) {
  if (raw.end_mark != wire::kExitCalled) return std::nullopt;
  const auto answer = base::ParseJson(AnswerOf(raw), "the batch");
  if (!answer || !answer->is_object() || !answer->contains("news")) return std::nullopt;
  const base::Json& news = answer->at("news");
  if (!news.is_array() || news.size() > size) return std::nullopt;
  std::vector<std::pair<size_t, std::string>> inputs;
  for (const base::Json& one : news) {
    const bool is_pair = one.is_array() && one.size() == 2 && one[0].is_number_unsigned() && one[1].is_string();
    if (!is_pair || one[0].get<uint64_t>() >= size) return std::nullopt;
    inputs.emplace_back(one[0].get<size_t>(), one[1].get<std::string>());
  }
  return inputs;
}

// [[begin and size of the trace, whether it threw, counters]…]; those before the first that cannot be.
std::vector<TracedRun> TracedAnswer(const RawResult& raw, size_t most) {
  std::vector<TracedRun> runs;
  const auto answer = base::ParseJson(AnswerOf(raw), "the batch");
  if (raw.end_mark != wire::kExitCalled || !answer || !answer->is_object() || !answer->contains("runs")) return runs;
  const base::Json& list = answer->at("runs");
  for (size_t i = 0; list.is_array() && i < std::min(list.size(), most); ++i) {
    const base::Json& one = list[i];
    const bool fits = one.is_array() && one.size() == 4 && one[0].is_number_unsigned() && one[1].is_number_unsigned() &&
                      one[2].is_boolean() && one[3].is_array();
    if (!fits) break;
    const auto begin = one[0].get<uint64_t>();
    const auto size = one[1].get<uint64_t>();
    if (begin > raw.trace.size() || size > raw.trace.size() - begin) break;
    TracedRun run{.execution = {}, .trace = raw.trace.substr(begin, size)};
    run.execution.end = model::End::kFinished;
    if (one[2].get<bool>()) run.execution.events.push_back({.kind = model::Event::Kind::kThrow});
    for (const base::Json& hit : one[3]) {
      if (hit.is_number_unsigned() && hit.get<uint64_t>() <= UINT32_MAX)
        run.execution.hits.push_back(hit.get<uint32_t>());
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

// How it ended and how each call did: what makes two executions of the same kind.
std::string OutcomeKind(const model::Execution& execution) {
  std::string kind = std::string(model::ToString(execution.end)) + execution.detail;
  for (const model::Event& event : execution.events) {
    if (event.kind != model::Event::Kind::kReturn && event.kind != model::Event::Kind::kThrow) continue;
    const bool threw = event.kind == model::Event::Kind::kThrow;
    kind += threw ? " threw " : " ";
    if (event.values.empty()) continue;
    const model::Value& value = event.values[0];
    kind += std::string(model::KindName(value.kind)) + " " + value.type;
    if (value.kind == model::Value::Kind::kNumber && value.number != value.number) kind += "NaN";
  }
  return kind;
}

}  // namespace

model::TestCase BatchTest(const BatchTarget& target, const std::vector<model::Value>& arguments) {
  auto root = std::make_shared<model::Callback>();
  model::Call call;
  call.kind = target.construct ? model::Call::Kind::kNew : model::Call::Kind::kCall;
  call.id = 1;
  call.path = target.path;
  for (const model::Value& value : arguments) call.arguments.push_back(model::Argument::Literal(value));
  root->body.push_back(std::move(call));
  model::TestCase test;
  test.root = root;
  test.next_id = 2;
  return test;
}

base::Result<BatchNews> WorkerPool::RunChunk(size_t worker, size_t size, const ChunkJob& job,
                                             const RunOptions& options) {
  BatchNews news;
  std::vector<std::pair<size_t, size_t>> ranges = {{0, size}};
  for (size_t children = 0; !ranges.empty() && children < kMostChildren; ++children) {
    if (options.stop && options.stop()) break;
    const auto [begin, end] = ranges.back();
    ranges.pop_back();
    if (begin == end) continue;
    ASSIGN_OR_RETURN(const auto raw, RunJob(worker, wire::FrameType::kBatch, job(begin, end), options.deadline, true));
    if (!raw) break;  // It ends zygotes; a child each is the only way.
    if (const auto reported = Answer(*raw, end - begin)) {
      for (const auto& [input, outcome] : *reported) {
        news.inputs.push_back(begin + input);
        news.outcomes.push_back(outcome);
      }
      news.executed += end - begin;
      continue;
    }
    const size_t at = begin + std::min<size_t>(std::max(raw->asked, 1U) - 1, end - begin - 1);
    news.inputs.push_back(at);
    ++news.executed;
    ranges.emplace_back(at + 1, end);
    ranges.emplace_back(begin, at);
  }
  std::sort(news.inputs.begin(), news.inputs.end());
  return news;
}

base::Result<BatchResult> WorkerPool::RunBatch(const BatchTarget& target,
                                               std::span<const std::vector<model::Value>> inputs,
                                               const RunOptions& options) {
  std::vector<BatchNews> chunks((inputs.size() + kChunk - 1) / kChunk);
  TRY(ForEach(chunks.size(), [&](size_t worker, size_t i) -> base::Status {
    const size_t count = std::min(kChunk, inputs.size() - i * kChunk);
    const auto part = inputs.subspan(i * kChunk, count);
    const ChunkJob job = [&](size_t begin, size_t end) {
      return base::DumpJson(ChunkJson(target, part.subspan(begin, end - begin), load_hits_, options.seed));
    };
    ASSIGN_OR_RETURN(chunks[i], RunChunk(worker, count, job, options));
    return {};
  }));
  BatchResult result;
  std::vector<size_t> candidates;
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < chunks.size(); ++i) {
    result.executed += chunks[i].executed;
    for (size_t input : chunks[i].inputs) {
      candidates.push_back(i * kChunk + input);
      tests.push_back(BatchTest(target, inputs[candidates.back()]));
    }
  }
  result.replayed = tests.size();
  ASSIGN_OR_RETURN(auto executions, Run(tests, options));
  std::set<uint32_t> counters(load_hits_.begin(), load_hits_.end());
  std::set<std::string> kinds;
  for (size_t i = 0; i < tests.size(); ++i) {
    const size_t before = counters.size();
    counters.insert(executions[i].hits.begin(), executions[i].hits.end());
    const bool fresh_kind = kinds.insert(OutcomeKind(executions[i])).second;
    if (counters.size() == before && !fresh_kind) continue;
    result.hits.push_back({candidates[i], std::move(tests[i]), std::move(executions[i])});
  }
  return result;
}

base::Result<BatchNews> WorkerPool::Screen(std::span<const model::TestCase> tests, ScreenMemory& memory,
                                           const RunOptions& options) {
  std::vector<BatchNews> chunks((tests.size() + kTestChunk - 1) / kTestChunk);
  TRY(ForEach(chunks.size(), [&](size_t worker, size_t i) -> base::Status {
    const auto part = tests.subspan(i * kTestChunk, std::min(kTestChunk, tests.size() - i * kTestChunk));
    const ChunkJob job = [&](size_t begin, size_t end) {
      base::Json list = base::Json::array();
      for (const model::TestCase& test : part.subspan(begin, end - begin)) list.push_back(model::ToJson(test));
      return base::DumpJson({{"tests", std::move(list)},
                             {"known", memory.known},
                             {"outcomes", memory.outcomes},
                             {"seed", std::to_string(options.seed)}});
    };
    ASSIGN_OR_RETURN(chunks[i], RunChunk(worker, part.size(), job, options));
    return {};
  }));
  BatchNews all;
  for (size_t i = 0; i < chunks.size(); ++i) {
    all.executed += chunks[i].executed;
    for (size_t input : chunks[i].inputs) all.inputs.push_back(i * kTestChunk + input);
    memory.outcomes.insert(chunks[i].outcomes.begin(), chunks[i].outcomes.end());
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
