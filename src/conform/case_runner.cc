// A batch is one script. The harness prints a line per case as it goes, so the first case without a line is the suspect
// when a process dies: it is run alone, and what it does there is its outcome. When it survives alone the engine had
// held back lines: the harness is made to press them out. When that does not help (an earlier case had done the harm)
// what is left is halved. An engine that dies of a script without any case is lost, and nothing is said in its name.
// Where a case of a built-in was seen not to end alone, further suspects of it are believed to do the same.
#include "conform/case_runner.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>

#include "base/text.h"
#include "conform/script_run.h"

namespace kingbird::conform {
namespace {

constexpr size_t kBatch = 2000;
constexpr size_t kLoudBatch = 500;
constexpr int kKilled = 128;
constexpr int kKill = 9;
constexpr std::string_view kMark = "@kingbird";
/// So many deaths of one implementation in one run: the rest is not worth the time.
constexpr int kMostDeaths = 40;
/// A case is run alone when it has taken this part of the time it has.
constexpr int kSuspicion = 4;

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

/// How processes ended in one run.
struct CaseRunner::Deaths {
  int all = 0;
  bool loud = false;        ///< Lines are pressed out: a suspect has survived, or is to be believed without.
  std::set<size_t> silent;  ///< Built-ins of which a case did not end when it was alone.
};

/// Cases of one run that have no outcome yet, by their number.
struct CaseRunner::Batch {
  const std::vector<const Case*>& cases;
  std::vector<Outcome>& outcomes;
  std::vector<bool>& settled;
  std::vector<size_t> numbers;
  runtime::ScriptResult last;
  bool begun = false;
  bool ended = false;
  Deaths& deaths;

  // Lines as the harness writes them; whatever else is printed is nobody's vote.
  void Absorb() {
    begun = ended = false;
    for (const std::string& line : base::Split(last.out, '\n')) {
      if (!line.starts_with(kMark)) continue;
      const std::vector<std::string> parts = base::Split(line, '\t');
      if (parts.size() != 6) continue;
      begun = begun || parts[2] == "begin";
      ended = ended || parts[2] == "end";
      const std::optional<size_t> number = ReadNumber(parts[1]);
      if (!number || *number >= outcomes.size()) continue;
      Take(*number, parts);
    }
  }
  void Take(size_t number, const std::vector<std::string>& parts) {
    static const std::map<std::string, Outcome::Kind> kKinds = {
        {"did", Outcome::Kind::kDid},        {"absent", Outcome::Kind::kAbsent}, {"unfit", Outcome::Kind::kUnfit},
        {"heavy", Outcome::Kind::kHeavy},    {"memory", Outcome::Kind::kMemory}, {"crash", Outcome::Kind::kCrash},
        {"timeout", Outcome::Kind::kTimeout}};
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
  Batch With(std::vector<size_t> part) const {
    return {cases, outcomes, settled, std::move(part), {}, false, false, deaths};
  }
  void Give(Outcome::Kind kind) {
    for (const size_t number : Left()) {
      outcomes[number] = {kind, "", false, false, ""};
      settled[number] = true;
    }
  }
};

base::Status CaseRunner::RunBatch(const Implementation& implementation, Batch& batch, const std::string& tag) {
  std::string script = settings_.harness + HarnessStart(implementation.engine, std::string(kMark)) +
                       implementation.loader + "K.mute();\n" + (batch.deaths.loud ? "K.loud();\n" : "");
  const CaseForm form = implementation.engine.profile.arrows ? CaseForm::kArrow : CaseForm::kFunction;
  for (const size_t number : batch.numbers) {
    const Case& one = *batch.cases[number];
    script += CaseText(one, built_ins_[one.built_in], number, form);
  }
  script += "K.end();\n";
  const base::Path folder = settings_.scratch / tag;
  TRY(settings_.files->Write(folder / "cases.js", script));
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

base::Result<CaseRunner::Suspicion> CaseRunner::LookAt(const Implementation& implementation, Batch& suspect,
                                                       const runtime::ScriptResult& death, const std::string& tag) {
  const size_t built_in = suspect.cases[suspect.numbers[0]]->built_in;
  if (death.timed_out && suspect.deaths.silent.contains(built_in)) {
    suspect.Give(Outcome::Kind::kTimeout);
    return Suspicion::kGuilty;
  }
  TRY(RunBatch(implementation, suspect, tag));
  if (suspect.Left().empty()) return Suspicion::kSurvived;
  if (suspect.begun && suspect.last.timed_out) {
    suspect.deaths.silent.insert(built_in);
    suspect.deaths.loud = true;
  } else {
    // Who cannot run an empty script is gone, even when it has answered a moment ago.
    Batch nothing = suspect.With({});
    TRY(RunBatch(implementation, nothing, tag));
    if (!nothing.ended) return Suspicion::kGone;
  }
  suspect.Give(DeathOf(suspect.last));
  return Suspicion::kGuilty;
}

base::Status CaseRunner::SettleHalf(const Implementation& implementation, Batch& batch, const std::string& tag) {
  const auto middle = batch.numbers.begin() + static_cast<std::ptrdiff_t>(batch.numbers.size() / 2);
  Batch first = batch.With({batch.numbers.begin(), middle});
  batch.numbers.erase(batch.numbers.begin(), middle);
  return Settle(implementation, first, tag);
}

base::Status CaseRunner::Settle(const Implementation& implementation, Batch& batch, const std::string& tag) {
  while (!batch.numbers.empty()) {
    if (settings_.stop && settings_.stop()) {
      batch.Give(Outcome::Kind::kLost);
      return {};
    }
    const bool loud = batch.deaths.loud;
    if (loud && batch.numbers.size() > kLoudBatch) {
      TRY(SettleHalf(implementation, batch, tag));
      continue;
    }
    TRY(RunBatch(implementation, batch, tag));
    batch.numbers = batch.Left();
    if (batch.numbers.empty()) return {};
    if (batch.ended) {
      // It ran to the end and was silent about some: nothing is known of them.
      batch.Give(Outcome::Kind::kLost);
      return {};
    }
    ++batch.deaths.all;
    Batch suspect = batch.With({batch.numbers[0]});
    ASSIGN_OR_RETURN(const Suspicion came, LookAt(implementation, suspect, batch.last, tag));
    batch.numbers.erase(batch.numbers.begin());
    if (came == Suspicion::kGone || batch.deaths.all > kMostDeaths) {
      suspect.Give(Outcome::Kind::kLost);
      batch.Give(Outcome::Kind::kLost);
      return {};
    }
    if (came != Suspicion::kSurvived) continue;
    batch.deaths.loud = true;
    if (loud && batch.numbers.size() > 1) TRY(SettleHalf(implementation, batch, tag));
  }
  return {};
}

base::Result<std::vector<Outcome>> CaseRunner::Run(const Implementation& implementation,
                                                   const std::vector<const Case*>& cases, const std::string& tag) {
  std::vector<Outcome> outcomes(cases.size());
  std::vector<bool> settled(cases.size(), false);
  Deaths deaths;
  for (size_t begin = 0; begin < cases.size(); begin += kBatch) {
    std::vector<size_t> numbers;
    for (size_t i = begin; i < std::min(begin + kBatch, cases.size()); ++i) numbers.push_back(i);
    Batch batch{cases, outcomes, settled, std::move(numbers), {}, false, false, deaths};
    TRY(Settle(implementation, batch, tag));
  }
  return outcomes;
}

}  // namespace kingbird::conform
