// Builds queries for tests and benchmarks: arguments with seeds, constants, operators.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "concolic/solve/solver.h"

namespace kingbird::concolic {

/// Owns the path of its query. Not copyable: the query points into it.
class QueryBuilder {
 public:
  QueryBuilder() = default;
  QueryBuilder(const QueryBuilder&) = delete;
  QueryBuilder& operator=(const QueryBuilder&) = delete;

  /// The next argument, with the value it had.
  NodeId Argument(Value seed) {
    Symbol symbol;
    symbol.step = Symbol::Step::kArgument;
    symbol.index = arguments_++;
    return Add(symbol, std::move(seed));
  }
  /// Of the symbol of an array.
  NodeId Length(NodeId array, double seed) {
    Symbol symbol;
    symbol.step = Symbol::Step::kLength;
    symbol.parent = path_.expressions[array].symbol;
    return Add(symbol, Value::Number(seed));
  }
  NodeId Property(NodeId parent, std::string name, Value seed) {
    Symbol symbol;
    symbol.step = Symbol::Step::kProperty;
    symbol.parent = path_.expressions[parent].symbol;
    symbol.name = std::move(name);
    return Add(symbol, std::move(seed));
  }
  /// Of a homogeneous list, there or behind its end.
  NodeId Cell(NodeId list, std::string name, Value seed) {
    Symbol symbol;
    symbol.step = Symbol::Step::kCell;
    symbol.parent = path_.expressions[list].symbol;
    symbol.name = std::move(name);
    return Add(symbol, std::move(seed));
  }
  NodeId Constant(Value value) { return path_.expressions.Add({.constant = std::move(value)}); }
  NodeId Of(double number) { return Constant(Value::Number(number)); }
  NodeId Of(std::u16string text) { return Constant(Value::String(std::move(text))); }
  NodeId Make(Op op, std::initializer_list<NodeId> operands) {
    return path_.expressions.Add({.op = op, .operands = operands});
  }
  void Want(NodeId node, bool truth = true) { query_.literals.push_back({.node = node, .wanted_truth = truth}); }
  Query& query() {
    query_.path = &path_;
    return query_;
  }
  Path& path() { return path_; }

 private:
  NodeId Add(Symbol symbol, Value seed) {
    const auto id = static_cast<SymbolId>(path_.symbols.size());
    if (seed.type == Type::kObject || seed.type == Type::kArray || seed.type == Type::kFunction) seed.identity = id + 1;
    symbol.type = seed.type;
    symbol.node = path_.expressions.Add({.op = Op::kInput, .symbol = id});
    path_.symbols.push_back(symbol);
    query_.types.push_back(seed.type);
    query_.seeds.push_back(std::move(seed));
    return symbol.node;
  }

  Path path_;
  Query query_;
  uint32_t arguments_ = 0;
};

}  // namespace kingbird::concolic
