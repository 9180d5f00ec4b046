// Hill climbing: of the literals that fail, take one; try what its inverted operators propose; keep the best change if
// the sum of all distances falls. When nothing helps, try the candidates for its symbols, then a random step, then
// start over.
#include "concolic/solve/search.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/rng.h"
#include "concolic/solve/candidates.h"
#include "concolic/solve/distance.h"
#include "concolic/solve/inverter.h"
#include "concolic/solve/query.h"
#include "regex/matcher.h"

namespace kingbird::concolic {
namespace {

constexpr double kFails = 1;      // Plus the distance.
constexpr double kUnknown = 0.5;  // Worse than holding, better than failing.
constexpr int kStepsToRestart = 8;
constexpr uint64_t kStepsToNode = 5;  // Of a matcher, to cost what a node costs.

class Climber {
 public:
  Climber(const Query& query, SearchLimits limits)
      : query_(query),
        limits_(limits),
        start_(StartValues(query)),
        evaluator_(*query.path, Roots(query.literals), start_),
        inverter_(*query.path, evaluator_),
        bounds_(LengthBounds(query)) {
    Link();
    for (size_t i = 0; i < query.literals.size(); ++i) costs_.push_back(Cost(i));
  }

  bool Contradicted() const {
    for (size_t i = 0; i < costs_.size(); ++i) {
      if (costs_[i] >= kFails && IsDecidedByTypes(query_, query_.literals[i]) &&
          Holds(query_, query_.literals[i], evaluator_).has_value()) {
        return true;
      }
    }
    return false;
  }

  /// The values of a solution, if one was found.
  std::optional<std::vector<Value>> Climb() {
    int stuck = 0;
    while (true) {
      const double total = Total();
      if (total == 0) return evaluator_.values();
      KeepGuess();
      if (Exhausted()) return guess_;
      const size_t failing = PickFailing();
      std::vector<Move> moves = Proposals(failing);
      if (stuck > 0) AddCandidates(failing, moves);
      if (TakeBest(moves, total)) {
        stuck = 0;
        continue;
      }
      ++stuck;
      if (stuck >= 2 && !moves.empty()) Take(rng_.Pick(moves));
      if (stuck > kStepsToRestart) {
        Restart();
        stuck = 0;
      }
      ++evaluations_;
    }
  }

  const std::set<SymbolId>& symbols() const { return symbols_; }

 private:
  void Link() {
    const Path& path = *query_.path;
    of_symbol_.resize(path.symbols.size());
    of_literal_.resize(query_.literals.size());
    std::unordered_map<NodeId, std::vector<uint32_t>> by_root;
    for (uint32_t i = 0; i < query_.literals.size(); ++i) by_root[query_.literals[i].node].push_back(i);
    for (NodeId id : evaluator_.nodes()) {
      if (path.expressions[id].op == Op::kInput) symbols_.insert(path.expressions[id].symbol);
    }
    for (const LengthBound& bound : bounds_) {
      if (symbols_.contains(path.symbols[bound.symbol].parent)) symbols_.insert(bound.symbol);
    }
    for (SymbolId symbol : symbols_) {
      for (NodeId id : evaluator_.NodesOf(symbol)) {
        const auto found = by_root.find(id);
        if (found == by_root.end()) continue;
        for (uint32_t literal : found->second) {
          of_symbol_[symbol].push_back(literal);
          of_literal_[literal].push_back(symbol);
        }
      }
    }
  }

  bool Unchanged(size_t literal) const {
    return std::all_of(of_literal_[literal].begin(), of_literal_[literal].end(),
                       [&](SymbolId symbol) { return evaluator_.values()[symbol] == query_.seeds[symbol]; });
  }

  double Cost(size_t i) const {
    const Literal& literal = query_.literals[i];
    const std::optional<bool> holds = Holds(query_, literal, evaluator_);
    if (holds) return *holds ? 0 : kFails + Distance(*query_.path, evaluator_, literal.node, literal.wanted_truth);
    if (i + 1 == query_.literals.size()) return kFails + 1;
    return Unchanged(i) ? 0 : kUnknown;
  }

  double Total() const {
    double total = 0;
    for (double cost : costs_) total += cost;
    for (const LengthBound& bound : bounds_) {
      const double missing = bound.least - evaluator_.values()[bound.symbol].number;
      if (missing > 0 && symbols_.contains(bound.symbol)) total += kFails + missing / (missing + 1);
    }
    return total;
  }

  void KeepGuess() {
    if (guess_) return;
    if (std::all_of(costs_.begin(), costs_.end(), [](double cost) { return cost < kFails; })) {
      guess_ = evaluator_.values();
    }
  }

  bool Exhausted() const {
    const uint64_t matching = (regex::StepsSpent() - steps_before_) / kStepsToNode;
    return evaluations_ >= limits_.evaluations || evaluator_.work() + matching >= limits_.work;
  }

  size_t PickFailing() {
    std::vector<size_t> failing;
    for (size_t i = 0; i < costs_.size(); ++i) {
      if (costs_[i] > 0) failing.push_back(i);
    }
    if (failing.empty()) return costs_.size() - 1;
    return rounds_++ == 0 ? failing.back() : rng_.Pick(failing);
  }

  std::vector<Move> Proposals(size_t literal) {
    std::vector<Move> moves;
    if (query_.literals[literal].kind == Literal::Kind::kTruthy) {
      moves = inverter_.MovesTo(query_.literals[literal].node, query_.literals[literal].wanted_truth);
    }
    for (const LengthBound& bound : bounds_) {
      if (evaluator_.values()[bound.symbol].number < bound.least) {
        moves.push_back({bound.symbol, Value::Number(bound.least)});
      }
    }
    return moves;
  }

  void AddCandidates(size_t literal, std::vector<Move>& moves) {
    if (!candidates_) candidates_.emplace(*query_.path, evaluator_);
    for (SymbolId symbol : of_literal_[literal]) {
      const bool length = query_.path->symbols[symbol].step == Symbol::Step::kLength;
      for (Value& value : candidates_->For(symbol, evaluator_.values())) {
        if (length && !(value.number >= 0 && value.number <= kMostElements && value.number == std::trunc(value.number)))
          continue;
        moves.push_back({symbol, std::move(value)});
      }
    }
  }

  void Take(const Move& move) {
    evaluator_.Set(move.symbol, move.value);
    for (uint32_t literal : of_symbol_[move.symbol]) costs_[literal] = Cost(literal);
  }

  bool TakeBest(const std::vector<Move>& moves, double total) {
    const Move* best = nullptr;
    double least = total;
    for (const Move& move : moves) {
      const Move back{move.symbol, evaluator_.values()[move.symbol]};
      Take(move);
      ++evaluations_;
      const double cost = Total();
      if (cost == 0) return true;
      KeepGuess();
      Take(back);
      if (cost < least) {
        least = cost;
        best = &move;
      }
      if (Exhausted()) break;
    }
    if (best == nullptr) return false;
    Take(*best);
    return true;
  }

  void Restart() {
    for (SymbolId symbol : symbols_) {
      if (!(evaluator_.values()[symbol] == start_[symbol])) Take({symbol, start_[symbol]});
    }
    // Another beginning: one symbol elsewhere.
    const SymbolId symbol = *std::next(symbols_.begin(), static_cast<ptrdiff_t>(rng_.Below(symbols_.size())));
    std::vector<Move> moves;
    for (uint32_t literal : of_symbol_[symbol]) {
      AddCandidates(literal, moves);
      break;
    }
    if (!moves.empty()) Take(rng_.Pick(moves));
  }

  uint64_t steps_before_ = regex::StepsSpent();
  const Query& query_;
  SearchLimits limits_;
  std::vector<Value> start_;
  Evaluator evaluator_;
  Inverter inverter_;
  std::vector<LengthBound> bounds_;
  std::optional<Candidates> candidates_;
  std::vector<double> costs_;                      ///< By literal: 0 holds.
  std::vector<std::vector<uint32_t>> of_symbol_;   ///< The literals that depend on it.
  std::vector<std::vector<SymbolId>> of_literal_;  ///< The symbols it depends on.
  std::set<SymbolId> symbols_;
  std::optional<std::vector<Value>> guess_;
  base::Rng rng_{20};
  int evaluations_ = 0;
  int rounds_ = 0;
};

}  // namespace

Answer SearchSolver::Solve(const Query& query) {
  Answer answer;
  answer.solver = name();
  if (query.literals.empty()) {
    answer.verdict = Answer::Verdict::kSat;
    return answer;
  }
  Climber climber(query, limits_);
  if (climber.Contradicted()) {
    answer.verdict = Answer::Verdict::kUnsat;
    answer.solver = "types";
    return answer;
  }
  if (climber.symbols().empty()) return answer;
  const std::optional<std::vector<Value>> values = climber.Climb();
  if (!values) return answer;
  answer.verdict = Answer::Verdict::kSat;
  for (SymbolId symbol : climber.symbols()) answer.model[symbol] = (*values)[symbol];
  return answer;
}

}  // namespace kingbird::concolic
