#include "conform/root_cause.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "emit/minimizer.h"

namespace kingbird::conform {
namespace {

constexpr size_t kJury = 3;
constexpr int kMostRounds = 40;
constexpr size_t kAtOnce = 8;
constexpr double kLarge = 2147483648.0;
/// Shapes of one kind of difference that are minimised before they are held against each other.
constexpr size_t kMostShapes = 10;

// Of a value of a case, in a word.
std::string KindOf(const model::Argument& argument, const model::Callback& root) {
  using Kind = model::Argument::Kind;
  if (argument.kind == Kind::kLiteral) {
    const model::Value& value = argument.literal;
    if (value.kind != model::Value::Kind::kNumber) return std::string(model::KindName(value.kind));
    if (std::fabs(value.number) >= kLarge || std::isnan(value.number)) return "large";
    return value.number < 0 ? "negative" : "number";
  }
  if (argument.kind == Kind::kArray) return "array";
  if (argument.kind == Kind::kObject) return "object";
  if (argument.kind == Kind::kCallback) return "function";
  for (const model::Call& call : root.body) {
    if (argument.kind == Kind::kResult && call.id == argument.node && !call.path.empty()) return call.path[0];
  }
  return "thing";
}

// A few quick voters; slow ones are asked at the end only.
std::vector<size_t> JuryOf(const std::vector<Participant>& participants, const std::vector<size_t>& who) {
  std::vector<size_t> jury;
  for (const size_t participant : who) {
    const Implementation& one = participants[participant].implementation;
    if (one.votes && !one.candidate && !one.engine.profile.slow) jury.push_back(participant);
  }
  return jury;
}

struct Shrinking {
  RootCause* cause = nullptr;
  emit::Minimizer minimizer;
  std::vector<model::TestCase> tried;
  size_t first = 0;  ///< Column of tried[0].
};

// Whether an outcome still shows what the cause is about, beside what the others say.
bool Shows(const RootCause& cause, const Verdict& verdict, const Outcome& outcome) {
  if (verdict.kind != Verdict::Kind::kAgree) return false;
  if (outcome.kind == Outcome::Kind::kAbsent || outcome.kind == Outcome::Kind::kUnfit ||
      outcome.kind == Outcome::Kind::kLost || outcome.kind == Outcome::Kind::kHeavy ||
      outcome.text == verdict.expected || (outcome.limited && verdict.huge)) {
    return false;
  }
  return DifferenceOf(outcome, verdict.expected) == cause.difference;
}

std::vector<size_t> Asked(const std::vector<size_t>& jury, const std::vector<RootCause>& causes) {
  std::set<size_t> all(jury.begin(), jury.end());
  for (const RootCause& cause : causes) all.insert(cause.participant);
  return {all.begin(), all.end()};
}

// What has become the same when it was made small was the same.
std::vector<RootCause> Merged(std::vector<RootCause> causes) {
  std::map<std::tuple<size_t, size_t, std::string, std::string>, size_t> known;
  std::vector<RootCause> merged;
  for (RootCause& cause : causes) {
    const auto [place, fresh] =
        known.try_emplace({cause.participant, cause.built_in, cause.difference, ShapeOf(cause.example)}, merged.size());
    if (fresh) {
      merged.push_back(std::move(cause));
      continue;
    }
    RootCause& same = merged[place->second];
    same.cases += cause.cases;
    same.symbolic |= cause.symbolic;
  }
  return merged;
}

// Once more, on everybody: a bug is what all other engines contradict.
base::Status Confirm(const std::vector<Participant>& participants, const std::vector<size_t>& who, CaseRunner& runner,
                     int jobs, std::vector<RootCause>& causes) {
  std::vector<Case> cases;
  for (const RootCause& cause : causes) cases.push_back(cause.example);
  ASSIGN_OR_RETURN(const Table table, RunAll(participants, who, cases, runner, jobs));
  std::vector<RootCause> kept;
  for (size_t i = 0; i < causes.size(); ++i) {
    RootCause& cause = causes[i];
    const Verdict verdict = VoteOn(participants, who, cause.example, table, i);
    const bool dissents = verdict.kind == Verdict::Kind::kDissent && verdict.dissenters[0] == cause.participant;
    const bool differs =
        std::find(verdict.candidates.begin(), verdict.candidates.end(), cause.participant) != verdict.candidates.end();
    if (!dissents && !differs) continue;
    cause.expected = verdict.expected;
    cause.actual = Told(table.at(cause.participant, i));
    kept.push_back(std::move(cause));
  }
  causes = Merged(std::move(kept));
  return {};
}

}  // namespace

std::string ShapeOf(const Case& one) {
  const model::Callback& root = *one.test.root;
  std::string shape;
  for (const model::Argument& argument : root.body.back().arguments) shape += KindOf(argument, root) + " ";
  return shape;
}

std::vector<RootCause> FindRootCauses(const std::vector<Case>& cases, const Table& table,
                                      const std::vector<Verdict>& verdicts) {
  std::map<std::tuple<size_t, size_t, std::string, std::string>, size_t> known;
  std::map<std::tuple<size_t, size_t, std::string>, size_t> shapes;
  std::vector<RootCause> causes;
  const auto note = [&](size_t participant, size_t column) {
    const Outcome& outcome = table.at(participant, column);
    const std::string difference = DifferenceOf(outcome, verdicts[column].expected);
    const size_t built_in = cases[column].built_in;
    std::string shape = ShapeOf(cases[column]);
    if (!known.contains({participant, built_in, difference, shape}) &&
        shapes[{participant, built_in, difference}] >= kMostShapes) {
      shape = "others";
    }
    const auto [place, fresh] = known.try_emplace({participant, built_in, difference, shape}, causes.size());
    if (fresh) {
      ++shapes[{participant, built_in, difference}];
      causes.push_back({participant, cases[column].built_in, difference, cases[column], 0, false,
                        verdicts[column].expected, Told(outcome)});
    }
    RootCause& cause = causes[place->second];
    ++cause.cases;
    cause.symbolic |= cases[column].source == Case::Source::kSymbolic;
    // The shortest there is to start from.
    const auto size = [](const Case& one) { return StatementsOf(one.test).size(); };
    if (size(cases[column]) < size(cause.example)) {
      cause.example = cases[column];
      cause.expected = verdicts[column].expected;
      cause.actual = Told(outcome);
    }
  };
  for (size_t column = 0; column < cases.size(); ++column) {
    if (verdicts[column].kind == Verdict::Kind::kDissent) note(verdicts[column].dissenters[0], column);
    for (const size_t candidate : verdicts[column].candidates) note(candidate, column);
  }
  return causes;
}

base::Status Minimise(const std::vector<Participant>& participants, const std::vector<size_t>& who, CaseRunner& runner,
                      int jobs, const std::function<bool()>& stop, std::vector<RootCause>& causes) {
  const std::vector<size_t> all = JuryOf(participants, who);
  std::vector<size_t> jury(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(kJury + 1, all.size())));
  std::vector<Shrinking> work;
  for (RootCause& cause : causes) {
    // Waiting for it again and again to not end would take too long.
    if (cause.difference == Told({Outcome::Kind::kTimeout, "", false, false, ""})) continue;
    work.push_back({&cause, emit::Minimizer(cause.example.test), {}, 0});
  }
  for (int round = 0; round < kMostRounds && !work.empty() && !stop(); ++round) {
    std::vector<Case> cases;
    for (Shrinking& one : work) {
      one.tried = one.minimizer.Candidates(kAtOnce);
      one.first = cases.size();
      for (const model::TestCase& test : one.tried) {
        cases.push_back(one.cause->example);
        cases.back().test = test;
      }
    }
    std::erase_if(work, [](const Shrinking& one) { return one.tried.empty(); });
    ASSIGN_OR_RETURN(const Table table, RunAll(participants, Asked(jury, causes), cases, runner, jobs));
    for (Shrinking& one : work) {
      std::vector<size_t> others = jury;
      std::erase(others, one.cause->participant);
      int accepted = -1;
      for (size_t i = 0; i < one.tried.size() && accepted < 0; ++i) {
        const size_t column = one.first + i;
        const Verdict verdict = VoteOn(participants, others, cases[column], table, column);
        const Outcome& outcome = table.at(one.cause->participant, column);
        if (!Shows(*one.cause, verdict, outcome)) continue;
        accepted = static_cast<int>(i);
        one.cause->example = cases[column];
        one.cause->expected = verdict.expected;
        one.cause->actual = Told(outcome);
      }
      one.minimizer.Report(accepted);
    }
  }
  return Confirm(participants, who, runner, jobs, causes);
}

}  // namespace kingbird::conform
