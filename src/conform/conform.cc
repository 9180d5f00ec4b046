// engines and candidates → what the built-ins are for → cases, symbolic and random → everybody runs them → vote → root
// causes, minimised → Test262 files, scripts, report.
#include "conform/conform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.h"
#include "conform/candidate.h"
#include "conform/case_maker.h"
#include "conform/output.h"
#include "conform/script_run.h"
#include "conform/symbolic.h"
#include "env/wanted_sandbox.h"
#include "runtime/layout.h"
#include "runtime/node.h"
#include "syntax/literals.h"

namespace kingbird::conform {
namespace {

constexpr int kCasesEach = 300;
constexpr std::chrono::milliseconds kExploreTime{20000};
constexpr int kTries = 4;

/// Everything a run has gathered, in the order of the phases.
struct ConformRun {
  env::Env& env;
  EnginePlaces places;
  std::vector<BuiltIn> built_ins;
  std::vector<CandidateSource> sources;
  Conformance result;
  std::vector<size_t> who;  ///< Participants; all of them.
  std::vector<Case> cases;
  Engine node;
  std::string harness;
};

bool IsOver(const env::Env& env) { return env.interrupted || env.TimeLeft().count() <= 0; }

// One program of each family votes, the first that is there; the others are judged like candidates.
base::Status FindVoters(ConformRun& run) {
  env::Env& env = run.env;
  ASSIGN_OR_RETURN(std::vector<EngineStatus> all, LookForEngines(env.config.engines, run.places, env.files));
  std::set<std::string> families;
  for (EngineStatus& one : all) {
    if (!one.engine.ok()) {
      if (one.engine.error().code != base::ErrorCode::kNotFound) {
        run.result.report.notes.push_back(fmt::format("{} {}", one.profile.name, one.engine.error().message));
      }
      continue;
    }
    Participant participant;
    participant.implementation.name = one.profile.name;
    participant.implementation.engine = *one.engine;
    const bool first = families.insert(one.profile.engine).second;
    participant.implementation.votes = env.config.voters == env::Voters::kAll ||
                                       (one.profile.votes && (first || env.config.voters == env::Voters::kEngines));
    if (one.profile.name == "node") run.node = *one.engine;
    run.result.participants.push_back(std::move(participant));
  }
  if (run.node.command.empty()) return base::EnvironmentError("Node does not run the harness");
  size_t votes = 0;
  for (const Participant& one : run.result.participants) votes += one.implementation.votes ? 1 : 0;
  if (votes < 3) {
    run.result.report.notes.push_back(
        fmt::format("only {} engine{} vote{}: kingbird doctor --install-engines gets more", votes,
                    votes == 1 ? "" : "s", votes == 1 ? "s" : ""));
  }
  return {};
}

base::Status FindCandidates(ConformRun& run) {
  env::Env& env = run.env;
  for (const std::string& text : env.config.implementations) {
    ASSIGN_OR_RETURN(CandidateSource source, FindCandidate(text, env));
    size_t offered = 0;
    for (size_t i = 0; i < run.built_ins.size(); ++i) {
      const base::Path file = FileFor(source, run.built_ins[i], env.package);
      ASSIGN_OR_RETURN(Implementation made, MakeCandidate(source, run.built_ins[i], file, run.node, env));
      if (!Loads(env.files, made, run.harness, run.places.sandbox)) continue;
      run.result.participants.push_back({std::move(made), static_cast<int>(i)});
      ++offered;
    }
    if (offered == 0) {
      return base::UsageError(fmt::format("{} offers none of these built-ins", source.name));
    }
    if (offered < run.built_ins.size()) {
      run.result.report.notes.push_back(
          fmt::format("{} offers {} of the {} built-ins", source.name, offered, run.built_ins.size()));
    }
    run.sources.push_back(std::move(source));
  }
  for (size_t i = 0; i < run.result.participants.size(); ++i) run.who.push_back(i);
  return {};
}

// Constants of the candidates' sources: thresholds and texts that matter to them.
generate::MinedLiterals MinedOf(const ConformRun& run) {
  generate::MinedLiterals mined;
  for (const Participant& one : run.result.participants) {
    if (!one.implementation.candidate) continue;
    const auto text = run.env.package.Read(one.implementation.file);
    if (!text.ok()) continue;
    const syntax::Literals literals = syntax::FindLiterals(*text);
    mined.strings.insert(mined.strings.end(), literals.strings.begin(), literals.strings.end());
    mined.numbers.insert(mined.numbers.end(), literals.numbers.begin(), literals.numbers.end());
    mined.option_keys.insert(mined.option_keys.end(), literals.property_keys.begin(), literals.property_keys.end());
  }
  return mined;
}

void AddCase(ConformRun& run, Case one, std::set<std::string>& texts) {
  const std::string text = CaseText(one, run.built_ins[one.built_in], 0);
  if (text.empty() || !texts.insert(text).second) return;
  BuiltInResult& result = run.result.built_ins[one.built_in];
  ++result.cases;
  result.symbolic += one.source == Case::Source::kSymbolic ? 1 : 0;
  run.cases.push_back(std::move(one));
}

void AddSymbolicCases(ConformRun& run, const env::ProgressSink& progress, std::set<std::string>& texts) {
  env::Env& env = run.env;
  int64_t done = 0;
  size_t discarded = 0;
  for (const Participant& one : run.result.participants) {
    if (!one.implementation.candidate || IsOver(env)) continue;
    const auto built_in = static_cast<size_t>(one.built_in);
    const auto source = std::find_if(run.sources.begin(), run.sources.end(),
                                     [&](const CandidateSource& s) { return s.name == one.implementation.name; });
    auto explored = ExploreCandidate(env, *source, one.implementation.file, run.built_ins[built_in], kExploreTime);
    model::Progress told = env::ProgressIn(env, "exploring");
    told.executed = ++done;
    progress(told);
    if (!explored.ok()) {
      run.result.report.notes.push_back(fmt::format("{} of {} was not explored: {}", run.built_ins[built_in].name,
                                                    one.implementation.name, explored.error().message));
      continue;
    }
    discarded += explored->discarded;
    run.result.built_ins[built_in].coverage[one.implementation.name] = explored->coverage;
    for (Case& found : explored->cases) {
      found.built_in = built_in;
      AddCase(run, std::move(found), texts);
    }
  }
  if (discarded > 0) {
    run.result.report.notes.push_back(
        fmt::format("{} inputs were discarded by the path verifier: their second run took another path", discarded));
  }
}

base::Status MakeCases(ConformRun& run, env::Phases& phases) {
  env::Env& env = run.env;
  generate::MinedLiterals mined = MinedOf(run);
  const Values values(mined);
  ASSIGN_OR_RETURN(const std::vector<Look> looks, LookAt(run.built_ins, values, run.node, run.places, env.files));
  for (size_t i = 0; i < looks.size(); ++i) {
    if (!looks[i].there) {
      return base::UsageError(fmt::format("this Node has no built-in {}", run.built_ins[i].name),
                              "for instance Array.prototype.fill, Math.max or parseInt");
    }
  }
  std::set<std::string> texts;
  if (env.config.cases != env::CaseSource::kRandom) {
    phases.Begin("exploring");
    AddSymbolicCases(run, phases.progress(), texts);
  }
  if (env.config.cases == env::CaseSource::kSymbolic) return {};
  const generate::ValuePool pool(std::move(mined), {});
  CaseMaker maker(run.built_ins, looks, values, pool);
  const int wanted = env.config.tests > 0 ? env.config.tests : kCasesEach;
  for (size_t i = 0; i < run.built_ins.size(); ++i) {
    base::Rng rng = env.Rng("conform " + run.built_ins[i].name);
    const size_t goal = run.cases.size() + static_cast<size_t>(wanted);
    for (int tries = 0; run.cases.size() < goal && tries < kTries * wanted; ++tries)
      AddCase(run, maker.Make(i, rng), texts);
  }
  return {};
}

std::string VoteWord(const Outcome& outcome, bool dissents) {
  switch (outcome.kind) {
    case Outcome::Kind::kDid:
      return dissents ? "dissent" : "agree";
    case Outcome::Kind::kTimeout:
    case Outcome::Kind::kMemory:
    case Outcome::Kind::kCrash:
      return dissents ? "dissent" : "fail";
    case Outcome::Kind::kLost:
      return "lost";
    default:
      return "abstain";
  }
}

void Count(ConformRun& run, const Table& table, const std::vector<Verdict>& verdicts) {
  for (size_t column = 0; column < run.cases.size(); ++column) {
    const Case& one = run.cases[column];
    const Verdict& verdict = verdicts[column];
    BuiltInResult& result = run.result.built_ins[one.built_in];
    result.agree += verdict.kind == Verdict::Kind::kAgree ? 1 : 0;
    result.review += verdict.kind == Verdict::Kind::kReview ? 1 : 0;
    result.silent += verdict.kind == Verdict::Kind::kSilent ? 1 : 0;
    std::set<size_t> dissent(verdict.candidates.begin(), verdict.candidates.end());
    if (verdict.kind == Verdict::Kind::kDissent) dissent.insert(verdict.dissenters[0]);
    for (const size_t participant : run.who) {
      const Participant& who = run.result.participants[participant];
      if (!TakesPart(who, one)) continue;
      const bool dissents = dissent.contains(participant);
      if (dissents) ++result.dissent[who.implementation.name];
      const std::string word =
          verdict.kind == Verdict::Kind::kReview && table.at(participant, column).kind == Outcome::Kind::kDid
              ? "review"
              : VoteWord(table.at(participant, column), dissents);
      ++result.matrix[who.implementation.name][word];
    }
  }
}

void NoteReviews(ConformRun& run, const Table& table, const std::vector<Verdict>& verdicts) {
  std::set<size_t> seen;
  for (size_t column = 0; column < run.cases.size(); ++column) {
    if (verdicts[column].kind != Verdict::Kind::kReview || !seen.insert(run.cases[column].built_in).second) continue;
    Conformance::Review review{run.cases[column], {}};
    for (const size_t participant : run.who) {
      const Participant& who = run.result.participants[participant];
      if (who.implementation.votes && TakesPart(who, run.cases[column]))
        review.told[who.implementation.name] = Told(table.at(participant, column));
    }
    run.result.reviews.push_back(std::move(review));
  }
}

// An engine of which nothing is known any more has no vote, and the user is told.
void NoteLosses(ConformRun& run, const Table& table) {
  for (const size_t participant : run.who) {
    size_t lost = 0;
    for (size_t column = 0; column < run.cases.size(); ++column)
      lost += table.at(participant, column).kind == Outcome::Kind::kLost ? 1 : 0;
    const Participant& who = run.result.participants[participant];
    if (who.built_in >= 0 || lost == 0 || IsOver(run.env)) continue;
    run.result.report.notes.push_back(
        fmt::format("{} was lost: it gave no answer to {} of {} cases and has no vote on them", who.implementation.name,
                    lost, run.cases.size()));
  }
}

// Numbers and what is quoted belong to the case, not to the text.
std::string WithoutDetails(const std::string& message) {
  std::string text;
  char quote = 0;
  for (const char c : message) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
      text += '_';
    } else if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      text += c;
    }
  }
  return text;
}

void Tell(ConformRun& run, const Table& table) {
  for (const size_t participant : run.who) {
    Tally& tally = run.result.tallies[run.result.participants[participant].implementation.name];
    for (size_t column = 0; column < run.cases.size(); ++column) {
      const Outcome& outcome = table.at(participant, column);
      if (!outcome.message.empty()) tally.exceptions.insert(WithoutDetails(outcome.message));
      tally.timeouts += outcome.kind == Outcome::Kind::kTimeout ? 1 : 0;
      tally.out_of_memory += outcome.kind == Outcome::Kind::kMemory ? 1 : 0;
      tally.crashes += outcome.kind == Outcome::Kind::kCrash ? 1 : 0;
    }
  }
}

base::Status MeasureCoverage(ConformRun& run, const RunnerSettings& settings) {
  for (const Participant& one : run.result.participants) {
    const Engine& engine = one.implementation.engine;
    if (one.implementation.candidate || engine.profile.source.empty()) continue;
    ASSIGN_OR_RETURN(const std::vector<MethodCoverage> measured,
                     MeasureEngine({engine, run.built_ins, run.cases, run.env.config.test262, run.places.agent,
                                    settings, run.env.config.jobs}));
    for (size_t i = 0; i < measured.size(); ++i) run.result.built_ins[i].engine = measured[i];
    return {};
  }
  return base::EnvironmentError("no engine is here whose code can be measured",
                                "kingbird doctor --install-engines engine262");
}

base::Status RunAndVote(ConformRun& run, env::Phases& phases) {
  env::Env& env = run.env;
  ASSIGN_OR_RETURN(const base::TempFolder scratch, base::TempFolder::Make(env.files, "kingbird-conform"));
  RunnerSettings settings;
  settings.harness = run.harness;
  settings.files = &env.files;
  settings.scratch = scratch.path();
  settings.sandbox = run.places.sandbox;
  settings.silence = env.config.test_deadline;
  settings.stop = [&env] { return IsOver(env); };
  CaseRunner runner(settings, run.built_ins);
  phases.Begin("running");
  const auto begun = env.Elapsed();
  ASSIGN_OR_RETURN(const Table table, RunAll(run.result.participants, run.who, run.cases, runner, env.config.jobs));
  run.result.seconds += std::chrono::duration<double>(env.Elapsed() - begun).count();
  run.result.executions = runner.counts().executions;

  phases.Begin("voting");
  std::vector<Verdict> verdicts;
  for (size_t i = 0; i < run.cases.size(); ++i)
    verdicts.push_back(VoteOn(run.result.participants, run.who, run.cases[i], table, i));
  Count(run, table, verdicts);
  NoteReviews(run, table, verdicts);
  NoteLosses(run, table);
  Tell(run, table);
  run.result.bugs = FindRootCauses(run.cases, table, verdicts);

  phases.Begin("minimising");
  TRY(Minimise(run.result.participants, run.who, runner, env.config.jobs, settings.stop, run.result.bugs));
  if (!env.config.test262.empty()) {
    phases.Begin("measuring");
    TRY(MeasureCoverage(run, settings));
  }
  phases.Begin("writing");
  return WriteResults({run.cases, verdicts, run.built_ins, run.harness}, *env.output, run.result);
}

}  // namespace

base::Result<EnginePlaces> PlacesOf(const env::Config& config, base::FileSystem& files) {
  ASSIGN_OR_RETURN(const base::Path node, runtime::NodeAt(config.node));
  ASSIGN_OR_RETURN(const runtime::Layout layout, runtime::FindLayout());
  ASSIGN_OR_RETURN(const runtime::SandboxKind sandbox, runtime::ChooseSandbox(env::WantedSandbox(config)));
  ASSIGN_OR_RETURN(const base::Path cache, target::CacheFolder(files));
  return EnginePlaces{node, layout.agent, cache, sandbox};
}

base::Result<Conformance> RunConform(env::Env& env, const std::vector<std::string>& names,
                                     const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("looking for engines");
  ASSIGN_OR_RETURN(const EnginePlaces places, PlacesOf(env.config, env.files));
  ConformRun run{env, places, {}, {}, {}, {}, {}, {}, ""};
  std::set<std::string> seen;
  for (const std::string& name : names) {
    ASSIGN_OR_RETURN(BuiltIn built_in, ParseBuiltIn(name));
    if (!seen.insert(name).second) continue;
    run.result.built_ins.push_back({built_in, 0, 0, 0, 0, 0, {}, {}, {}, {}});
    run.built_ins.push_back(std::move(built_in));
  }
  ASSIGN_OR_RETURN(run.harness, ReadHarness(env.files, places.agent));
  TRY(FindVoters(run));
  run.result.seconds = std::chrono::duration<double>(env.Elapsed()).count();
  TRY(FindCandidates(run));
  TRY(MakeCases(run, phases));
  TRY(RunAndVote(run, phases));

  model::RunReport& report = run.result.report;
  report.kingbird = KINGBIRD_VERSION;
  report.kind = model::RunKind::kConform;
  report.target = base::Join(names, " ");
  report.node = run.node.version;
  report.sandbox = places.sandbox;
  report.seed = env.config.seed;
  report.wall_s = std::chrono::duration<double>(env.Elapsed()).count();
  report.executed = static_cast<int64_t>(run.result.executions);
  report.tests_per_s = run.result.seconds > 0 ? static_cast<double>(run.result.executions) / run.result.seconds : 0;
  report.failing = static_cast<int64_t>(run.result.bugs.size());
  report.interrupted = IsOver(env);
  report.conform = SummaryOf(run.result);
  return std::move(run.result);
}

}  // namespace kingbird::conform
