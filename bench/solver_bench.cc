// What a query costs: the chain on the kinds that small functions ask, and each engine on one of them.
#include <benchmark/benchmark.h>

#include "concolic/solve/query_builder.h"
#include "concolic/solve/solver_chain.h"

namespace kingbird::concolic {
namespace {

void NumberQuery(QueryBuilder& q, int i) {
  const NodeId x = q.Argument(Value::Number(0));
  const NodeId y = q.Argument(Value::Number(0));
  q.Want(q.Make(Op::kGt, {q.Make(Op::kAdd, {x, y}), q.Of(i)}));
  q.Want(q.Make(Op::kLt, {x, q.Of(10)}));
  q.Want(q.Make(Op::kSeq, {q.Make(Op::kMod, {y, q.Of(7)}), q.Of(3)}));
}

void TextQuery(QueryBuilder& q, int i) {
  const NodeId s = q.Argument(Value::String(u""));
  q.Want(q.Make(Op::kStartsWith, {s, q.Of(u"key")}));
  q.Want(q.Make(Op::kSeq, {q.Make(Op::kIndexOf, {s, q.Of(u"=")}), q.Of(3 + i % 5)}));
  q.Want(q.Make(Op::kGt, {q.Make(Op::kLength, {s}), q.Of(8)}));
}

void NoAnswerQuery(QueryBuilder& q, int i) {
  const NodeId x = q.Argument(Value::Number(0));
  const NodeId y = q.Argument(Value::Number(0));
  q.Want(q.Make(Op::kLt, {q.Make(Op::kAdd, {x, q.Of(i)}), y}));
  q.Want(q.Make(Op::kLt, {y, x}));
}

using Build = void (*)(QueryBuilder&, int);

void Ask(benchmark::State& state, Build build, SolverOptions options) {
  SolverStatistics statistics;
  options.statistics = &statistics;
  options.cache = false;
  const base::SteadyClock clock;
  const auto solver = MakeSolver(clock, options);
  int i = 0;
  for (auto _ : state) {
    QueryBuilder q;
    build(q, i++);
    benchmark::DoNotOptimize((*solver)->Solve(q.query()));
  }
  state.counters["known"] =
      static_cast<double>(statistics.sat + statistics.unsat) / static_cast<double>(statistics.queries);
  state.counters["queries/s"] = benchmark::Counter(static_cast<double>(i), benchmark::Counter::kIsRate);
}

SolverOptions Only(std::vector<std::string> engines, bool search) {
  SolverOptions options;
  options.engines = std::move(engines);
  options.search = search;
  return options;
}

BENCHMARK_CAPTURE(Ask, chain_number, NumberQuery, SolverOptions{})->UseRealTime();
BENCHMARK_CAPTURE(Ask, chain_text, TextQuery, SolverOptions{})->UseRealTime();
BENCHMARK_CAPTURE(Ask, chain_no_answer, NoAnswerQuery, SolverOptions{})->UseRealTime();
BENCHMARK_CAPTURE(Ask, z3_number, NumberQuery, Only({"z3"}, false))->UseRealTime();
BENCHMARK_CAPTURE(Ask, cvc5_number, NumberQuery, Only({"cvc5"}, false))->UseRealTime();
BENCHMARK_CAPTURE(Ask, z3_text, TextQuery, Only({"z3"}, false))->UseRealTime();
BENCHMARK_CAPTURE(Ask, cvc5_text, TextQuery, Only({"cvc5"}, false))->UseRealTime();

}  // namespace
}  // namespace kingbird::concolic

BENCHMARK_MAIN();
