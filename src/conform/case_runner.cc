// A batch is one script. The harness prints a line per case as it goes, so the first case without a line is the suspect
// when a process dies: it is run alone, and what it does there is its outcome. When it survives alone (the engine held
// back lines, or an earlier case had done the harm) what is left is halved. An engine that dies of a script without any
// case is lost, and nothing is said in its name.
#include "conform/case_runner.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "base/text.h"
#include "conform/script_run.h"

namespace kingbird::conform {
namespace {

constexpr size_t kBatch = 1000;
constexpr int kKilled = 128;
constexpr int kKill = 9;
constexpr std::string_view kMark = "@kingbird";
/// So many deaths of one implementation in one run: the rest is not worth the time.
constexpr int kMostDeaths = 40;
/// A case is run alone when it has taken this part of the time it has.
constexpr int kSuspicion = 3;
/// Deaths that a case counts for in addition when it does not end: it takes that much longer.
constexpr int kPatience = 3;

bool SaysMemory(const std::string& text) {
  for (const char* word :
       {"out of memory", "Out of memory", "OOM", "heap limit", "bad_alloc", "allocation failed", "Cannot allocate"}) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

Outcome::Kind DeathOf(const runtime::ScriptResult& run) {
  if (run.timed_out) return Outcome::Kind::kTimeout;
  if (SaysMemory(run.err) || SaysMemory(run.out) || run.exit_code == kKilled + kKill) return Outcome::Kind::kMemory;
  return Outcome::Kind::kCrash;
}

std::optional<size_t> ReadNumber(std::string_view text) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

/// Cases of one run that have no outcome yet, by their number.
struct CaseRunner::Batch {
  const std::vector<const Case*>& cases;
  std::vector<Outcome>& outcomes;
  std::vector<bool>& settled;
  std::vector<size_t> numbers;
  runtime::ScriptResult last;
  bool ended = false;
  int& deaths;

  // Lines as the harness writes them; whatever else is printed is nobody's vote.
  void Absorb() {
    ended = false;
    for (const std::string& line : base::Split(last.out, '\n')) {
      if (!line.starts_with(kMark)) continue;
      const std::vector<std::string> parts = base::Split(line, '\t');
      if (parts.size() != 6) continue;
      if (parts[2] == "end") ended = true;
      const std::optional<size_t> number = ReadNumber(parts[1]);
      if (!number || *number >= outcomes.size()) continue;
      Take(*number, parts);
    }
  }
  void Take(size_t number, const std::vector<std::string>& parts) {
    static const std::map<std::string, Outcome::Kind> kKinds = {
        {"did", Outcome::Kind::kDid},     {"absent", Outcome::Kind::kAbsent}, {"unfit", Outcome::Kind::kUnfit},
        {"heavy", Outcome::Kind::kHeavy}, {"memory", Outcome::Kind::kMemory}, {"crash", Outcome::Kind::kCrash}};
    const std::string& flags = parts[3];
    Outcome& outcome = outcomes[number];
    if (parts[2] == "later" && settled[number]) outcome.text += "; later " + parts[5];
    const auto kind = kKinds.find(parts[2]);
    if (settled[number] || kind == kKinds.end()) return;
    outcome.kind = kind->second;
    outcome.text = parts[5];
    outcome.limited = flags.find('L') != std::string::npos;
    outcome.huge = flags.find('H') != std::string::npos;
    outcome.message = parts[4];
    settled[number] = true;
  }
  std::vector<size_t> Left() const {
    std::vector<size_t> left;
    for (const size_t number : numbers) {
      if (!settled[number]) left.push_back(number);
    }
    return left;
  }
  Batch With(std::vector<size_t> part) const { return {cases, outcomes, settled, std::move(part), {}, false, deaths}; }
  void Give(Outcome::Kind kind) {
    for (const size_t number : Left()) {
      outcomes[number] = {kind, "", false, false, ""};
      settled[number] = true;
    }
  }
};

base::Status CaseRunner::RunBatch(const Implementation& implementation, Batch& batch, const std::string& tag) {
  std::string script = settings_.harness + HarnessStart(implementation.engine, std::string(kMark)) +
                       implementation.loader + "K.mute();\n";
  for (const size_t number : batch.numbers) {
    const Case& one = *batch.cases[number];
    script += CaseText(one, built_ins_[one.built_in], number);
  }
  script += "K.end();\n";
  base::DiskFileSystem files;
  const base::Path folder = settings_.scratch / tag;
  TRY(files.Write(folder / "cases.js", script));
  std::vector<base::Path> readable = implementation.readable;
  readable.push_back(folder);
  // Among others it becomes a suspect soon; the verdict takes its time.
  const auto silence = batch.numbers.size() > 1 ? settings_.silence / kSuspicion : settings_.silence;
  const auto run = RunEngine(implementation.engine, CommandFor(implementation.engine, folder / "cases.js"),
                             settings_.sandbox, silence, readable, kStartTime);
  ++counts_.processes;
  batch.last = {};
  // A program that has disappeared cannot be started: that is a death, not the end of the run.
  if (run.ok()) batch.last = *run;
  if (settings_.hear) settings_.hear(batch.last.out);
  const size_t before = batch.Left().size();
  batch.Absorb();
  counts_.executions += before - batch.Left().size();
  return {};
}

base::Status CaseRunner::Settle(const Implementation& implementation, Batch& batch, const std::string& tag) {
  while (!batch.numbers.empty()) {
    if (settings_.stop && settings_.stop()) {
      batch.Give(Outcome::Kind::kLost);
      return {};
    }
    TRY(RunBatch(implementation, batch, tag));
    std::vector<size_t> left = batch.Left();
    if (left.empty()) return {};
    if (batch.ended) {
      // It ran to the end and was silent about some: nothing is known of them.
      batch.Give(Outcome::Kind::kLost);
      return {};
    }
    ++batch.deaths;
    Batch alone = batch.With({left[0]});
    TRY(RunBatch(implementation, alone, tag));
    const bool survived = alone.Left().empty();
    if (!survived) {
      // Who cannot run an empty script is gone, even when it has answered a moment ago.
      Batch nothing = batch.With({});
      TRY(RunBatch(implementation, nothing, tag));
      if (!nothing.ended) {
        batch.Give(Outcome::Kind::kLost);
        return {};
      }
      if (alone.last.timed_out) batch.deaths += kPatience;
      alone.Give(DeathOf(alone.last));
    }
    left.erase(left.begin());
    if (batch.deaths > kMostDeaths) {
      batch.numbers = left;
      batch.Give(Outcome::Kind::kLost);
      return {};
    }
    if (survived && left.size() > 1) {
      const auto middle = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
      Batch first = batch.With({left.begin(), middle});
      TRY(Settle(implementation, first, tag));
      left.erase(left.begin(), middle);
    }
    batch.numbers = left;
  }
  return {};
}

base::Result<std::vector<Outcome>> CaseRunner::Run(const Implementation& implementation,
                                                   const std::vector<const Case*>& cases, const std::string& tag) {
  std::vector<Outcome> outcomes(cases.size());
  std::vector<bool> settled(cases.size(), false);
  int deaths = 0;
  for (size_t begin = 0; begin < cases.size(); begin += kBatch) {
    std::vector<size_t> numbers;
    for (size_t i = begin; i < std::min(begin + kBatch, cases.size()); ++i) numbers.push_back(i);
    Batch batch{cases, outcomes, settled, std::move(numbers), {}, false, deaths};
    TRY(Settle(implementation, batch, tag));
  }
  return outcomes;
}

}  // namespace kingbird::conform
