#include "concolic/search/proposal.h"

#include <algorithm>
#include <set>
#include <utility>

#include "concolic/expression/type_fold.h"
#include "concolic/preferred_types.h"
#include "concolic/search/conversions.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;
using Solution = Proposer::Solution;

constexpr double kMostText = 1000;
constexpr double kMostFilled = 100;
constexpr size_t kMostConversions = 8;

/// Those that a choice of types can change, and the last one.
std::vector<Literal> Sensitive(const Path& path, const FlipPlan& plan, const std::vector<Literal>& literals) {
  std::set<SymbolId> open;
  for (const Variable& variable : plan.variables) open.insert(variable.symbol);
  std::vector<Literal> sensitive;
  for (size_t i = 0; i < literals.size(); ++i) {
    const std::vector<SymbolId> symbols = SymbolsOf(path.expressions, literals[i].node);
    const bool touched = std::ranges::any_of(symbols, [&](SymbolId symbol) { return open.contains(symbol); });
    if (touched || i + 1 == literals.size()) sensitive.push_back(literals[i]);
  }
  return sensitive;
}

/// Types alone do not refute it, and unless coercions are asked for operators get what they are meant for.
bool Plausible(const Flip& flip, const std::vector<Literal>& literals, const std::vector<Type>& types) {
  const Path& path = flip.run->path;
  return std::ranges::all_of(literals, [&](const Literal& literal) {
    const std::optional<bool> truth = FoldTruth(path, literal.node, types);
    if (truth && *truth != literal.wanted_truth) return false;
    return flip.coercions || WellTyped(path, literal.node, types);
  });
}

/// The value the run had, or the first one of the type it is to have. A text in the place of a list is as long as the
/// list was: what was decided by its length is decided in the same way.
Value SeedOf(const SeenRun& run, SymbolId symbol, Type type) {
  Value seed = type == run.types[symbol] ? ValueOf(run.input, run.path, symbol) : DefaultValue(type);
  const Input* old = Find(run.input, run.path, symbol);
  if (type == Type::kString && old != nullptr && old->type == Type::kArray && old->number > 0)
    seed.text.assign(static_cast<size_t>(std::min(old->number, kMostText)), u'a');
  if (type == Type::kObject || type == Type::kArray || type == Type::kFunction) seed.identity = symbol + 1;
  return seed;
}

Query MakeQuery(const SeenRun& run, const std::vector<Literal>& literals, const std::vector<Type>& types) {
  Query query{.path = &run.path, .literals = literals, .types = types};
  query.seeds.reserve(types.size());
  for (SymbolId symbol = 0; symbol < types.size(); ++symbol) query.seeds.push_back(SeedOf(run, symbol, types[symbol]));
  return query;
}

/// The input of the run, as far as it is needed: what is read before the flip, or all that a run that ended well has
/// read. A run that failed has not read all it would have, and an input of one program of several stays as it was made.
Assignment Needed(const Flip& flip, const FlipPlan& plan) {
  const SeenRun& run = *flip.run;
  if ((flip.keep && run.failed) || run.input.subject != 0) return run.input;
  Assignment input;
  // A method is called on something, whether it has looked at it yet or not.
  input.self.type = run.input.self.type;
  // What is around the function stays whole: a function that runs before it may need more than was told.
  for (const auto& [name, global] : run.input.globals) {
    if (!IsStandIn(name)) input.globals.emplace(name, global);
  }
  for (SymbolId symbol = 0; symbol < run.types.size(); ++symbol) {
    const Input* old = Find(run.input, run.path, symbol);
    if (old == nullptr || old->type == Type::kAbsent || (!flip.keep && !plan.needed.contains(symbol))) continue;
    Assign(input, run.path, symbol, ValueOf(run.input, run.path, symbol));
    if (old->type == Type::kArray) Make(input, run.path, symbol).number = old->number;
    if (old->throws != 0) Make(input, run.path, symbol).throws = old->throws;
  }
  return input;
}

/// What was a list of one type in the run stays one: elements that nothing was said of are of this type.
void FillLists(const Path& path, Assignment& input) {
  std::set<SymbolId> filled;
  for (const Symbol& cell : path.symbols) {
    if (cell.step != Symbol::Step::kCell || !filled.insert(cell.parent).second) continue;
    const Input* list = Find(input, path, cell.parent);
    if (list == nullptr || list->type != Type::kArray) continue;
    Input& whole = Make(input, path, cell.parent);
    for (double i = 0; i < std::min(whole.number, kMostFilled); ++i)
      whole.properties.try_emplace(std::to_string(static_cast<int>(i)), Input{.type = cell.type});
  }
}

Assignment MakeInput(const Flip& flip, const FlipPlan& plan, const Solution& solution) {
  const SeenRun& run = *flip.run;
  Assignment input = Needed(flip, plan);
  for (SymbolId symbol = 0; symbol < solution.types.size(); ++symbol) {
    if (solution.types[symbol] != run.types[symbol])
      Assign(input, run.path, symbol, SeedOf(run, symbol, solution.types[symbol]));
  }
  const auto assign = [&](bool lengths) {
    for (const auto& [symbol, value] : solution.model) {
      if ((run.path.symbols[symbol].step == Symbol::Step::kLength) == lengths) Assign(input, run.path, symbol, value);
    }
  };
  // Elements of lists are as many as there is room for; what lies behind the end after all is none.
  assign(true);
  assign(false);
  assign(true);
  FillLists(run.path, input);
  return input;
}

void Expect(const Flip& flip, const FlipPlan& plan, Proposal& proposal) {
  const SeenRun& run = *flip.run;
  for (size_t i = 0; i < flip.constraints.back(); ++i) {
    const Constraint& constraint = run.constraints[i];
    const bool must = constraint.well_typed && (flip.exact || !constraint.IsAspect());
    if (flip.relaxed || !constraint.IsBranch() || !must || plan.loose.contains(i) || IsMoot(plan, run, constraint))
      continue;
    const bool flipped = std::ranges::binary_search(flip.constraints, i) || plan.turned.contains(i);
    proposal.branches.emplace_back(constraint.site, constraint.held != flipped);
  }
  for (size_t i : flip.constraints) {
    const Constraint& constraint = run.constraints[i];
    if (constraint.IsBranch()) {
      if (i == flip.constraints.back()) proposal.branches.emplace_back(constraint.site, !constraint.held);
    } else {
      proposal.uses.emplace_back(constraint.label, flip.type ? true : !constraint.held);
    }
  }
}

/// What the decisions up to the flip depend on.
std::set<SymbolId> Involved(const SeenRun& run, const FlipPlan& plan) {
  std::set<SymbolId> involved;
  for (const Literal& literal : plan.literals) {
    const std::vector<SymbolId> symbols = SymbolsOf(run.path.expressions, literal.node);
    involved.insert(symbols.begin(), symbols.end());
  }
  return involved;
}

/// Without the types that decisions before the flip depend on.
FlipPlan LessEntangled(const SeenRun& run, FlipPlan plan) {
  const std::set<SymbolId> involved = Involved(run, plan);
  std::erase_if(plan.variables, [&](const Variable& variable) { return involved.contains(variable.symbol); });
  return plan;
}

/// A list as an object with its elements and a length of its own, which is returned.
Input& LengthOfLikeness(Input& list) {
  list.type = Type::kObject;
  const double length = std::exchange(list.number, 0);
  for (double i = 0; i < std::min(length, kMostFilled); ++i)
    list.properties.try_emplace(std::to_string(static_cast<int>(i)), Input{.type = Type::kUndefined});
  return list.properties["length"] = Input{.type = Type::kNumber, .number = length};
}

/// The input of the run with an object in the place of a primitive. What the object is converted to is the primitive
/// as often as the run used it, but each time it is an input of its own.
Assignment Boxed(const SeenRun& run, SymbolId symbol) {
  Assignment input = run.input;
  const bool length = run.path.symbols[symbol].step == Symbol::Step::kLength;
  Input& made = Make(input, run.path, symbol);
  Input& place = length ? LengthOfLikeness(made) : made;
  const Input primitive = std::exchange(place, Input{.type = Type::kObject});
  Input& method = place.properties[primitive.type == Type::kString ? "toString" : "valueOf"];
  method.type = Type::kFunction;
  method.results.assign(std::min(Conversions::Uses(run)[symbol], kMostConversions), primitive);
  return input;
}

/// The input of the run with a function that throws where it was called last.
Assignment Throwing(const SeenRun& run, SymbolId symbol) {
  Assignment input = run.input;
  uint32_t calls = 0;
  for (const Symbol& result : run.path.symbols) {
    if (result.step == Symbol::Step::kResult && result.parent == symbol) calls = std::max(calls, result.index + 1);
  }
  Make(input, run.path, symbol).throws = std::max(calls, 1U);
  return input;
}

}  // namespace

bool Took(const SeenRun& run, const Proposal& proposal) {
  size_t next = 0;
  bool used = proposal.uses.empty();
  for (const Constraint& constraint : run.constraints) {
    if (!constraint.IsBranch()) {
      used |= std::ranges::find(proposal.uses, std::pair(constraint.label, constraint.held)) != proposal.uses.end();
    } else if (next < proposal.branches.size() && constraint.site == proposal.branches[next].first) {
      if (constraint.held != proposal.branches[next].second) return false;
      ++next;
    }
  }
  return used && next == proposal.branches.size();
}

size_t FlippedBranch(const SeenRun& run, const Proposal& proposal) {
  if (!proposal.uses.empty() || proposal.branches.empty()) return std::string::npos;
  size_t index = 0;
  size_t matched = 0;
  for (const Constraint& constraint : run.constraints) {
    if (!constraint.IsBranch()) continue;
    if (constraint.site == proposal.branches[matched].first && ++matched == proposal.branches.size()) return index;
    ++index;
  }
  return std::string::npos;
}

Answer Proposer::Ask(const Query& query) {
  if (query.literals.empty()) return {.verdict = Verdict::kSat, .solver = "none"};
  const auto start = clock_.Now();
  Answer answer = solver_.Solve(query);
  statistics_.time_s += std::chrono::duration<double>(clock_.Now() - start).count();
  ++statistics_.queries;
  ++(answer.verdict == Verdict::kSat     ? statistics_.sat
     : answer.verdict == Verdict::kUnsat ? statistics_.unsat
                                         : statistics_.unknown);
  ++statistics_.by[answer.solver];
  return answer;
}

Answer::Verdict Proposer::Try(const Flip& flip, const FlipPlan& plan, const std::vector<Literal>& literals,
                              Solution& solution) {
  const std::vector<Literal> sensitive = Sensitive(flip.run->path, plan, literals);
  bool doubt = !plan.complete;
  size_t asked = 0;
  const bool found = ForEachChoice(plan.variables, solution.types, [&](const std::vector<Type>& types) {
    if (!Plausible(flip, sensitive, types)) return false;
    if (asked++ == limits_.queries) doubt = true;
    if (asked > limits_.queries) return false;
    Query query = MakeQuery(*flip.run, literals, types);
    query.time_limit = flip.quick ? std::chrono::milliseconds(0)
                                  : std::min(flip.deadline.value_or(limits_.query_time), limits_.query_time);
    Answer answer = Ask(query);
    doubt |= answer.verdict == Verdict::kUnknown;
    if (answer.verdict != Verdict::kSat) return false;
    solution.types = types;
    solution.model.merge(answer.model);
    return true;
  });
  return found ? Verdict::kSat : doubt ? Verdict::kUnknown : Verdict::kUnsat;
}

// Each of them is a question of its own, about inputs that no decision before it depends on and that nothing else
// changes: the run goes the same way up to the flip, and behind it, if it comes by, the other way there, too.
void Proposer::TryAlso(const Flip& flip, const Progress& progress, std::set<SymbolId> taken, Solution& solution) {
  const SeenRun& run = *flip.run;
  for (size_t i : flip.also) {
    const FlipPlan plan = MakePlan({.run = flip.run, .constraints = {i}, .keep = true}, progress);
    const std::vector<SymbolId> own = SymbolsOf(run.path.expressions, run.constraints[i].node);
    for (const Literal& literal : plan.literals) {
      if (&literal == &plan.literals.back()) break;
      const std::vector<SymbolId> others = SymbolsOf(run.path.expressions, literal.node);
      taken.insert(others.begin(), others.end());
    }
    const bool free = std::ranges::none_of(own, [&](SymbolId symbol) {
      if (taken.contains(symbol)) return true;
      // What it lies in must still be there.
      while (HasParent(run.path.symbols[symbol])) {
        symbol = run.path.symbols[symbol].parent;
        if (solution.types[symbol] != run.types[symbol]) return true;
      }
      return false;
    });
    if (free) Try(flip, plan, {plan.literals.back()}, solution);
    taken.insert(own.begin(), own.end());
  }
}

Proposal Proposer::Propose(const Flip& flip, const Progress& progress) {
  if (flip.swap != Flip::Swap::kNone) {
    const SymbolId symbol = flip.run->constraints[flip.constraints[0]].symbol;
    const bool throws = flip.swap == Flip::Swap::kThrowing;
    return {.verdict = Verdict::kSat, .input = throws ? Throwing(*flip.run, symbol) : Boxed(*flip.run, symbol)};
  }
  FlipPlan plan = MakePlan(flip, progress);
  if (plan.hopeless) return {.verdict = Verdict::kUnsat};
  Proposal proposal;
  Solution solution{.types = flip.run->types, .model = {}};
  if (!plan.wishes.empty()) {
    std::vector<Literal> all = plan.wishes;
    all.insert(all.end(), plan.literals.begin(), plan.literals.end());
    proposal.verdict = Try(flip, plan, all, solution);
  }
  if (proposal.verdict != Verdict::kSat) proposal.verdict = Try(flip, plan, plan.literals, solution);
  if (proposal.verdict != Verdict::kSat && !plan.branch) {
    FlipPlan rest = LessEntangled(*flip.run, plan);
    if (!rest.variables.empty() && rest.variables.size() != plan.variables.size()) {
      plan = std::move(rest);
      proposal.verdict = Try(flip, plan, plan.literals, solution);
    }
  }
  if (proposal.verdict != Verdict::kSat) return proposal;
  if (!flip.also.empty()) TryAlso(flip, progress, Involved(*flip.run, plan), solution);
  proposal.input = MakeInput(flip, plan, solution);
  if (!flip.exact) Complete(progress.shapes, *flip.run, proposal.input);
  Expect(flip, plan, proposal);
  return proposal;
}

}  // namespace kingbird::concolic
