// Own doing and excuses first, which cost nothing; then repetition, minimising, the arguments, and last the script
// itself in plain Node: what it shows there is the title. Several tests of one cause become one finding, the shortest.
#include "suite/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "emit/finding_script.h"
#include "emit/js_text.h"
#include "load/target_names.h"
#include "model/v8_words.h"
#include "oracle/engine_error.h"
#include "suite/bad_end.h"
#include "suite/finding_check.h"
#include "suite/suspects.h"

namespace kingbird::suite {
namespace {

using model::End;
using model::Execution;

constexpr size_t kMostEnds = 60;
constexpr size_t kMostHangs = 4;  // at a time: each costs ten deadlines
constexpr size_t kHangRounds = 2;
constexpr int kPatience = 10;  // deadlines that a hang must outlast
constexpr std::chrono::milliseconds kScriptTime{20000};
constexpr std::chrono::milliseconds kUsualTime{1500};  // that a script takes which has an end
constexpr char kToldAlready[] = "had the same cause as a finding listed above";

class Trial {
 public:
  Trial(env::Env& env, const load::LoadedTarget& loaded, const Contracts& contracts)
      : env_(env), loaded_(loaded), contracts_(contracts) {}

  base::Result<Findings> Hold(const std::vector<loop::BadEnd>& bad_ends) {
    size_t open = 0;
    for (const loop::BadEnd& end : bad_ends) {
      if (IsOwnDoing(end.execution)) continue;
      const std::string excuse = ExcuseFor(end);
      if (excuse.empty() && ++open > kMostEnds) break;
      suspects_.push_back({end, {}, {}, "", excuse});
    }
    TRY(ConfirmAndShrink(env_, loaded_, contracts_, suspects_));
    ForEachOpen(suspects_, [&](Suspect& suspect) {
      suspect.excuse = ExcuseFor(suspect.end);
      if (suspect.excuse.empty() && !IsPollution(suspect.end) &&
          !contracts_.Fits(suspect.end.test, suspect.end.execution))
        suspect.excuse = "used arguments that no type or documentation allows";
    });
    TRY(RunScripts());
    MergeCauses();
    TRY(ConfirmTitles());
    return Verdict();
  }

 private:
  static bool IsHang(const Suspect& suspect) { return KindOf(suspect.end) == model::FindingKind::kHang; }

  std::chrono::milliseconds Patience() const { return kPatience * env_.config.test_deadline; }

  std::optional<oracle::Frame> BusyIn(const Suspect& suspect) const {
    return oracle::OwnFrame(oracle::ReadFrames(suspect.end.execution.stack), loaded_.stage.root);
  }

  std::string PlaceOfHang(const Suspect& suspect) const {
    const std::optional<oracle::Frame> place = BusyIn(suspect);
    return place ? fmt::format("hang {} {}", place->file, place->function) : "hang";
  }

  // For a folder of the user's; "": for this machine.
  std::string ScriptOf(const Suspect& suspect, const base::Path& folder) const {
    emit::FindingScript config{load::PackageSpecifier(loaded_.target, folder), loaded_.target.display,
                               loaded_.style.module_variable, loaded_.host.es_module};
    config.modules = load::ModuleSpecifiers(loaded_.target, folder);
    config.setup = env_.config.before_each;
    if (!loaded_.target.origin.empty()) config.runner = "npx tsx";
    return emit::WriteFindingScript(suspect.finding, suspect.end.execution, suspect.end.thrower, config);
  }

  // Runs the scripts of these suspects, so many at once as there are jobs.
  base::Status RunAll(const std::vector<Suspect*>& suspects, const FindingCheck& check) {
    const auto jobs = static_cast<size_t>(std::max(1, env_.config.jobs));
    for (size_t at = 0; at < suspects.size(); at += jobs) {
      std::vector<std::future<base::Result<ScriptShown>>> runs;
      for (size_t i = at; i < std::min(suspects.size(), at + jobs); ++i) {
        Suspect& suspect = *suspects[i];
        // A hang shows itself by outlasting all of its time.
        if (env_.interrupted || env_.TimeLeft() < (IsHang(suspect) ? Patience() : kUsualTime)) {
          suspect.excuse = kNoTime;
          continue;
        }
        const std::string name = base::Path(suspect.finding.repro).filename();
        runs.push_back(std::async(std::launch::async, [this, &suspect, &check, name] {
          return check.Run(name, ScriptOf(suspect, base::Path()), IsHang(suspect) ? Patience() : kScriptTime);
        }));
      }
      size_t next = 0;
      for (size_t i = at; i < std::min(suspects.size(), at + jobs); ++i) {
        if (!suspects[i]->excuse.empty()) continue;
        ASSIGN_OR_RETURN(suspects[i]->shown, runs[next++].get());
        if (suspects[i]->shown.cut) suspects[i]->excuse = kNoTime;
      }
    }
    return {};
  }

  base::Status RunScripts() {
    ASSIGN_OR_RETURN(FindingCheck check, FindingCheck::Make(env_, loaded_));
    check_.emplace(std::move(check));
    std::vector<Suspect*> open;
    std::map<std::string, std::vector<Suspect*>> hangs;
    ForEachOpen(suspects_, [&](Suspect& suspect) {
      Name(suspect, "");
      if (IsHang(suspect))
        hangs[PlaceOfHang(suspect)].push_back(&suspect);
      else
        open.push_back(&suspect);
    });
    TRY(RunHangs(hangs));
    return RunAndJudge(open);
  }

  // Each costs its patience, so of one place one has to do; the next one only where it does not hold.
  base::Status RunHangs(const std::map<std::string, std::vector<Suspect*>>& hangs) {
    std::set<std::string> told;
    for (size_t round = 0; round < kHangRounds; ++round) {
      std::vector<Suspect*> now;
      for (const auto& [place, suspects] : hangs) {
        if (round < suspects.size() && !told.contains(place) && now.size() < kMostHangs) now.push_back(suspects[round]);
      }
      TRY(RunAndJudge(now));
      for (const Suspect* suspect : now) {
        if (suspect->excuse.empty()) told.insert(PlaceOfHang(*suspect));
      }
    }
    for (const auto& [place, suspects] : hangs) {
      for (Suspect* suspect : suspects) {
        if (suspect->excuse.empty() && suspect->cause.empty())
          suspect->excuse = told.contains(place) ? kToldAlready : kNoTime;
      }
    }
    return {};
  }

  base::Status RunAndJudge(const std::vector<Suspect*>& suspects) {
    TRY(RunAll(suspects, *check_));
    for (Suspect* suspect : suspects) {
      if (suspect->excuse.empty()) suspect->excuse = Judge(*suspect);
    }
    return {};
  }

  // What the script shows is what was seen, in a place of the target's own; the reason why not otherwise.
  std::string Judge(Suspect& suspect) {
    const ScriptShown& shown = suspect.shown;
    const model::Value* expected = ErrorOf(suspect.end);
    const std::string other = "behaved differently as a script in plain Node";
    if (expected == nullptr) return JudgeEnd(suspect) ? "" : other;
    if (!shown.error || shown.goes_on) return other;
    const std::string message = expected->text.substr(0, expected->text.find('\n'));
    const bool same = oracle::MessagePattern(shown.error->message) == oracle::MessagePattern(message);
    const bool engine = oracle::IsEngineError(*expected) && shown.error->type == expected->type;
    if (!same && !engine) return other;
    if (shown.error->emitted) return "emitted an 'error' event without a listener";
    if (!shown.place) return "failed outside the code under test";
    const bool overflow = model::IsStackOverflow(message);
    suspect.cause = fmt::format("{} {}:{}", shown.error->type, shown.place->file, overflow ? 0 : shown.place->line);
    const std::string title = shown.error->type + (shown.error->message.empty() ? "" : ": " + shown.error->message);
    suspect.finding.message =
        fmt::format("{}{} at {}:{}", VerbOf(suspect.end), title, shown.place->file, shown.place->line);
    suspect.finding.path = shown.place->file;
    suspect.finding.line = shown.place->line;
    return "";
  }

  bool JudgeEnd(Suspect& suspect) {
    const ScriptShown& shown = suspect.shown;
    const Execution& execution = suspect.end.execution;
    if (execution.end == End::kFinished) {
      suspect.cause = ToString(KindOf(suspect.end));
      suspect.finding.message = MessageOf(suspect.end);
      return !shown.goes_on && !shown.error && shown.exit_code == 1;
    }
    if (execution.end != End::kTimedOut) {
      suspect.cause = fmt::format("{} {}", ToString(KindOf(suspect.end)), suspect.finding.function);
      return !shown.goes_on && shown.exit_code >= 128;
    }
    const std::optional<oracle::Frame> place = BusyIn(suspect);
    if (!shown.goes_on || !place) return false;
    suspect.cause = PlaceOfHang(suspect);
    suspect.finding.message =
        fmt::format("does not end: after {} s it is still busy{} at {}", Patience().count() / 1000,
                    place->function.empty() ? "" : " in " + place->function, place->file);
    suspect.finding.path = place->file;
    suspect.finding.line = place->line;
    return true;
  }

  void MergeCauses() {
    std::vector<Suspect*> open;
    ForEachOpen(suspects_, [&](Suspect& suspect) { open.push_back(&suspect); });
    std::stable_sort(open.begin(), open.end(), [](const Suspect* a, const Suspect* b) {
      return model::CountCalls(a->end.test) < model::CountCalls(b->end.test);
    });
    std::map<std::string, Suspect*> first;
    for (Suspect* suspect : open) {
      const auto [it, fresh] = first.try_emplace(suspect->cause, suspect);
      if (fresh) continue;
      ++it->second->finding.tests;
      suspect->excuse = kToldAlready;
    }
  }

  // The script with its title once more: how it is handed over.
  base::Status ConfirmTitles() {
    std::vector<Suspect*> open;
    std::map<Suspect*, ScriptShown> before;
    ForEachOpen(suspects_, [&](Suspect& suspect) {
      Name(suspect, suspect.finding.message);
      if (IsHang(suspect)) return;
      open.push_back(&suspect);
      before[&suspect] = suspect.shown;
    });
    TRY(RunAll(open, *check_));
    for (Suspect* suspect : open) {
      if (!suspect->excuse.empty()) continue;
      const ScriptShown& old = before[suspect];
      const bool same = suspect->shown.exit_code == old.exit_code &&
                        suspect->shown.place.has_value() == old.place.has_value() &&
                        (!old.place || suspect->shown.place->line == old.place->line);
      if (!same) suspect->excuse = "did not end the same way when repeated";
    }
    return {};
  }

  void Name(Suspect& suspect, const std::string& message) {
    model::Finding& finding = suspect.finding;
    finding.kind = KindOf(suspect.end);
    finding.function = FunctionOf(suspect.end);
    finding.message = message.empty() ? MessageOf(suspect.end) : message;
    finding.test = suspect.end.test;
    const std::string stem =
        std::string(ToString(finding.kind)) + "-" + emit::IdentifierFrom(finding.function, "module");
    finding.id = fmt::format("{}-{}", stem, ++numbers_[(message.empty() ? "?" : "") + stem]);
    finding.repro = fmt::format("findings/{}.{}", finding.id, loaded_.host.es_module ? "mjs" : "cjs");
    if (env_.output != nullptr) finding.repro = env_.output->NameFor(finding.repro);
  }

  Findings Verdict() {
    Findings findings;
    for (Suspect& suspect : suspects_) {
      if (suspect.excuse.empty()) {
        suspect.finding.repro_text = ScriptOf(suspect, env_.Out("findings"));
        findings.written.push_back(std::move(suspect.finding));
      } else {
        env_.log.Debug("no finding, {}: {}", suspect.excuse, base::DumpJson(model::ToJson(suspect.end.test)));
        findings.others.push_back({FunctionOf(suspect.end), MessageOf(suspect.end), suspect.excuse});
      }
    }
    return findings;
  }

  env::Env& env_;
  const load::LoadedTarget& loaded_;
  const Contracts& contracts_;
  std::vector<Suspect> suspects_;
  std::optional<FindingCheck> check_;
  std::map<std::string, int> numbers_;
};

}  // namespace

base::Result<Findings> WriteFindings(env::Env& env, const load::LoadedTarget& loaded,
                                     const std::vector<loop::BadEnd>& bad_ends, const Contracts& contracts) {
  return Trial(env, loaded, contracts).Hold(bad_ends);
}

std::vector<std::string> NotesOf(const std::vector<OtherEnd>& others, bool all) {
  if (others.empty()) return {};
  std::map<std::string, int> reasons;
  for (const OtherEnd& other : others) ++reasons[other.reason];
  std::vector<std::string> counts;
  for (const auto& [reason, count] : reasons) counts.push_back(fmt::format("{} {}", count, reason));
  const bool one = others.size() == 1;
  std::vector<std::string> notes = {
      fmt::format("{} {} in an error, a hang or an exit that Kingbird does not count as a bug: {}{}", others.size(),
                  one ? "other call ended" : "other calls ended", base::Join(counts, ", "),
                  all ? "" : fmt::format("; --all-findings lists {}", one ? "it" : "them"))};
  for (const OtherEnd& other : others) {
    if (all) notes.push_back(fmt::format("{}: {} ({})", other.function, other.message, other.reason));
  }
  return notes;
}

}  // namespace kingbird::suite
