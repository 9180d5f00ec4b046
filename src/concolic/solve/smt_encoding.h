// A query as terms of an SMT solver. Types are fixed, so every node has a static type: a truth value, a number, a text,
// or a value known beforehand. Numbers are integers where that is certain and reals elsewhere, each with a condition
// under which it is NaN; infinities, -0 and rounding are outside the encoding. Whatever the encoding cannot say makes a
// node unknown.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "concolic/solve/query.h"
#include "concolic/solve/term_builder.h"

namespace kingbird::concolic {

/// What a node is to a solver.
struct Encoded {
  enum class Kind : uint8_t { kUnknown, kFixed, kTruth, kInteger, kReal, kText, kList };
  Kind kind = Kind::kUnknown;
  Term term;
  Value fixed;                  ///< kFixed.
  std::optional<Term> nan;      ///< kInteger, kReal: it is NaN where this holds, kText: undefined; never if there
                                ///< is none. kList: the list of these conditions.
  Sort elements = Sort::kReal;  ///< kList.

  bool IsNumber() const { return kind == Kind::kInteger || kind == Kind::kReal; }
};

/// True if an input that is a number meets remainders, bits, roundings or positions: worth trying integers first.
bool PrefersIntegers(const Query& query);

/// What a query has become. Not thread-safe.
class SmtEncoding {
 public:
  struct Options {
    /// Number inputs are integers: faster with remainders and bits. Unsatisfiable then says nothing.
    bool integers = false;
  };
  SmtEncoding(const Query& query, TermBuilder& builder, Options options);

  /// What has to hold. Literals that cannot be said are left out.
  const std::vector<Term>& conditions() const { return conditions_; }
  /// False: the last literal cannot be said, so an answer would not be one.
  bool complete() const { return complete_; }
  /// True if behaviours of the program were cut off, so that "unsatisfiable" is no proof.
  bool narrowed() const { return narrowed_; }

  struct Input {
    SymbolId symbol = 0;
    Sort sort = Sort::kReal;
    Term term;
    std::optional<Term> nan;
  };
  const std::vector<Input>& inputs() const { return inputs_; }

 private:
  friend class NumberEncoder;
  friend class TextEncoder;
  friend class RegexEncoder;
  friend class ListEncoder;

  Encoded EncodeInput(const Node& node);
  Encoded EncodeNode(const Node& node);
  Encoded EncodeOrder(Op op, const Encoded& left, const Encoded& right);
  Encoded EncodeEquality(Op op, const Encoded& left, const Encoded& right);
  Encoded EncodeSum(const Encoded& left, const Encoded& right);

  // Conversions of the language; unknown where they cannot be said.
  std::optional<Term> Truth(const Encoded& value);
  Encoded Number(const Encoded& value);
  Encoded Text(const Encoded& value);
  /// ToIntegerOrInfinity as an Int term.
  std::optional<Term> Integer(const Encoded& value);
  /// As a Real term.
  Term Real(const Encoded& number);
  Encoded Fixed(Value value) const;

  Term Make(TermOp op, const std::vector<Term>& operands);
  Term In(Term text, const regex::Language& language);
  Term Int(int64_t value);
  Term Not(Term term) { return Make(TermOp::kNot, {term}); }
  Term Ite(Term condition, Term yes, Term no) { return Make(TermOp::kIte, {condition, yes, no}); }
  /// Either may be missing.
  std::optional<Term> Or(std::optional<Term> a, std::optional<Term> b);
  /// The condition without the NaN case.
  Term Unless(std::optional<Term> nan, Term condition);
  Term Fresh(Sort sort);
  /// Cuts off behaviours: what follows holds only where this does.
  void Assume(Term condition);
  /// States what defines a fresh term.
  void Define(Term condition) { conditions_.push_back(condition); }

  const Query& query_;
  TermBuilder& builder_;
  Options options_;
  std::vector<Encoded> encoded_;  ///< By node.
  std::map<SymbolId, size_t> input_of_;
  std::vector<Input> inputs_;
  std::vector<Term> conditions_;
  bool complete_ = true;
  bool narrowed_ = false;
  bool failed_ = false;  ///< The builder refused a term: what is being encoded is unknown.
  int fresh_ = 0;
};

}  // namespace kingbird::concolic
