// For tests of the search: JavaScript functions written in C++, which record symbols, expressions and events as the
// agent does, and a solver that tries values until one fits. Header only, so that it is no part of the product.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "concolic/expression/apply.h"
#include "concolic/expression/evaluate.h"
#include "concolic/expression/type_fold.h"
#include "concolic/preferred_types.h"
#include "concolic/runner.h"
#include "concolic/solve/solver.h"
#include "model/search_order.h"
#include "model/word.h"

namespace kingbird::concolic {

inline constexpr std::string_view kStrategies[] = {"cover", "ta-dfs", "ta-bfs", "dfs", "bfs"};
inline model::SearchOrder OrderOf(std::string_view name) { return model::FromWord<model::SearchOrder>(name).value(); }

/// A value of the fake engine: concrete, with the node that says how it came about (0: concrete only).
struct Sym {
  Value value;
  NodeId node = 0;
};

/// One call. Sites are numbers the function chooses; operations that throw end it by a C++ exception.
class FakeCall {
 public:
  struct Thrown {
    std::string type;
    std::string message;
    uint32_t site;
  };

  explicit FakeCall(const Assignment& input) : input_(input) {}

  Sym This() { return Read({.step = Symbol::Step::kThis}); }
  Sym Argument(uint32_t index) { return Read({.step = Symbol::Step::kArgument, .index = index}); }
  Sym Global(std::string name) { return Read({.step = Symbol::Step::kGlobal, .name = std::move(name)}); }
  static Sym Number(double number) { return {Value::Number(number)}; }
  static Sym Text(std::u16string text) { return {Value::String(std::move(text))}; }

  /// object.name
  Sym Get(uint32_t site, const Sym& object, std::string name) {
    Use(site, object, {Type::kObject});
    return Part(site, object, {.step = Symbol::Step::kProperty, .name = std::move(name)});
  }
  /// array[index]: the index is typed before the array.
  Sym At(uint32_t site, const Sym& array, const Sym& index) {
    Use(site, index, {Type::kNumber, Type::kString});
    Use(site, array, index.value.type == Type::kString ? TypeSet{Type::kObject} : TypeSet{Type::kArray});
    const std::string name = index.value.type == Type::kNumber ? std::to_string(std::lround(index.value.number)) : "?";
    return Part(site, array, {.step = Symbol::Step::kProperty, .name = name});
  }
  Sym Length(uint32_t site, const Sym& array) {
    Use(site, array, {Type::kArray});
    if (array.value.type != Type::kArray) return Part(site, array, {.step = Symbol::Step::kProperty, .name = "length"});
    return Part(site, array, {.step = Symbol::Step::kLength});
  }
  /// callee()
  Sym Call(uint32_t site, const Sym& callee) {
    Use(site, callee, {Type::kFunction});
    if (callee.value.type != Type::kFunction) Throw("TypeError", "it is not a function", site);
    return Part(site, callee, {.step = Symbol::Step::kResult});
  }
  /// The function at `site` is entered.
  void Enter(uint32_t site, uint32_t from, const std::vector<Sym>& arguments) {
    concolic::Call entered{.event = path_.events.size(), .site = site, .from = from, .arguments = {0}};
    for (const Sym& argument : arguments) entered.arguments.push_back(argument.node);
    path_.calls.push_back(std::move(entered));
  }
  /// From here on a use with a wrong type ends the run; at once where there has been one.
  void AbortOnWrongUses(uint32_t site) {
    aborts_ = true;
    for (const Event& event : path_.events) {
      if (event.kind == Event::Kind::kType && !event.held) Throw("Error", "aborted", site);
    }
  }
  void GoOn() { aborts_ = false; }
  Sym Unary(uint32_t site, Op op, const Sym& operand) { return Make(site, op, {operand}); }
  Sym Binary(uint32_t site, Op op, const Sym& left, const Sym& right) { return Make(site, op, {left, right}); }
  /// left instanceof the constructor with this tag
  Sym InstanceOf(const Sym& left, uint32_t tag) { return Make(0, Op::kInstanceOf, {left, Number(tag)}); }

  bool If(uint32_t site, const Sym& condition) {
    const Value* operand = &condition.value;
    const bool held = Apply(Op::kToBoolean, std::span(&operand, 1))->number != 0;
    if (condition.node != 0) {
      path_.events.push_back({.kind = Event::Kind::kBranch, .site = site, .node = condition.node, .held = held});
    }
    return held;
  }
  void Cover(uint32_t counter) { hits_.insert(counter); }
  [[noreturn]] void Throw(std::string type, std::string message, uint32_t site) {
    throw Thrown{std::move(type), std::move(message), site};
  }

  Path TakePath() { return std::move(path_); }
  model::Hits hits() const { return {hits_.begin(), hits_.end()}; }

 private:
  Sym Read(Symbol symbol) {
    const SymbolId next = static_cast<SymbolId>(path_.symbols.size());
    path_.symbols.push_back(symbol);
    const std::string name = SymbolNames(path_).back();
    const auto [known, first] = symbols_.emplace(name, next);
    if (!first) path_.symbols.pop_back();
    Symbol& made = path_.symbols[known->second];
    const Value value = ValueOf(input_, path_, known->second);
    if (first) {
      made.type = value.type;
      made.node = path_.expressions.Add({.op = Op::kInput, .symbol = known->second});
    }
    return {value, made.node};
  }

  Sym Part(uint32_t site, const Sym& whole, Symbol symbol) {
    if (kNothing.Has(whole.value.type)) Throw("TypeError", "Cannot read properties of undefined", site);
    const bool input = whole.node != 0 && path_.expressions[whole.node].op == Op::kInput;
    const bool parts = TypeSet{Type::kObject, Type::kArray, Type::kFunction}.Has(whole.value.type);
    if (!input || !parts) return {};
    symbol.parent = path_.expressions[whole.node].symbol;
    return Read(std::move(symbol));
  }

  void Use(uint32_t site, const Sym& operand, TypeSet wanted) {
    if (wanted == kAnyType || operand.node == 0 || path_.expressions[operand.node].op != Op::kInput) return;
    path_.events.push_back({.kind = Event::Kind::kType,
                            .site = site,
                            .node = operand.node,
                            .held = wanted.Has(operand.value.type),
                            .wanted = wanted});
    if (aborts_ && !path_.events.back().held) Throw("Error", "aborted", site);
  }

  Sym Make(uint32_t site, Op op, const std::vector<Sym>& operands) {
    std::vector<const Value*> values;
    Node node{.op = op};
    bool symbolic = false;
    for (size_t i = 0; i < operands.size(); ++i) {
      const TypeSet other = operands.size() == 2 ? TypeSet{operands[1 - i].value.type} : kAnyType;
      Use(site, operands[i], OperandTypes(op, i, other));
      values.push_back(&operands[i].value);
      symbolic |= operands[i].node != 0;
    }
    const Value value = Apply(op, values).value();
    if (!symbolic) return {value};
    for (const Sym& operand : operands) {
      const bool constant = operand.node == 0;
      node.operands.push_back(constant ? path_.expressions.Add({.op = Op::kConstant, .constant = operand.value})
                                       : operand.node);
    }
    return {value, path_.expressions.Add(std::move(node))};
  }

  const Assignment& input_;
  Path path_;
  std::map<std::string, SymbolId> symbols_;
  std::set<uint32_t> hits_;
  bool aborts_ = false;
};

/// Runs a function of the fake engine.
class FakeRunner : public Runner {
 public:
  using Function = std::function<void(FakeCall&)>;
  explicit FakeRunner(Function function) : function_(std::move(function)) {}

  base::Result<Run> Execute(const Assignment& input) override {
    inputs.push_back(input);
    Run run;
    FakeCall call(input);
    try {
      function_(call);
    } catch (const FakeCall::Thrown& thrown) {
      model::Value error;
      error.kind = model::Value::Kind::kError;
      error.type = thrown.type;
      error.text = thrown.message;
      run.execution.events.push_back({.kind = model::Event::Kind::kThrow, .values = {error}});
      run.where = "fake.js:" + std::to_string(thrown.site);
    }
    run.path = call.TakePath();
    run.execution.hits = call.hits();
    return run;
  }

  std::vector<Assignment> inputs;  ///< All it was called with.

 private:
  Function function_;
};

/// Tries seeds, small numbers and the constants of the path with their neighbours. What it does not find is "unsat":
/// right for functions whose conditions such values decide.
class FakeSolver : public Solver {
 public:
  std::string_view name() const override { return "fake"; }

  Answer Solve(const Query& query) override {
    std::vector<NodeId> roots;
    std::set<SymbolId> symbols;
    for (const Literal& literal : query.literals) {
      roots.push_back(literal.node);
      for (SymbolId symbol : SymbolsOf(query.path->expressions, literal.node)) symbols.insert(symbol);
    }
    Evaluator evaluator(*query.path, roots, query.seeds);
    const std::vector<SymbolId> order(symbols.begin(), symbols.end());
    if (!Search(query, evaluator, order, 0)) return {.verdict = Answer::Verdict::kUnsat, .solver = "fake"};
    Answer answer{.verdict = Answer::Verdict::kSat, .solver = "fake"};
    for (SymbolId symbol : order) answer.model[symbol] = evaluator.values()[symbol];
    return answer;
  }

 private:
  static bool Search(const Query& query, Evaluator& evaluator, const std::vector<SymbolId>& order, size_t depth) {
    if (depth == order.size()) {
      for (const Literal& literal : query.literals) {
        const std::optional<bool> truth = evaluator.Truth(literal.node);
        if (!truth || *truth != literal.wanted_truth) return false;
      }
      return true;
    }
    const SymbolId symbol = order[depth];
    for (const Value& value : Candidates(query, symbol)) {
      evaluator.Set(symbol, value);
      if (Search(query, evaluator, order, depth + 1)) return true;
    }
    return false;
  }

  static std::vector<Value> Candidates(const Query& query, SymbolId symbol) {
    const Type type = query.types[symbol];
    std::vector<Value> values = {query.seeds[symbol]};
    if (type == Type::kBoolean) values.insert(values.end(), {Value::Boolean(true), Value::Boolean(false)});
    if (type == Type::kNumber) values.insert(values.end(), {Value::Number(0), Value::Number(1), Value::Number(-1)});
    if (type == Type::kString) values.insert(values.end(), {Value::String(u""), Value::String(u"a")});
    for (const Node& node : query.path->expressions.nodes) {
      if (node.op == Op::kInstanceOf && type == Type::kObject) {
        values.push_back(query.seeds[symbol]);
        values.back().instance = static_cast<uint32_t>(query.path->expressions[node.operands[1]].constant.number);
      }
      if (node.op != Op::kConstant || node.constant.type != type) continue;
      values.push_back(node.constant);
      if (type != Type::kNumber) continue;
      values.push_back(Value::Number(node.constant.number + 1));
      values.push_back(Value::Number(node.constant.number - 1));
    }
    return values;
  }
};

}  // namespace kingbird::concolic
