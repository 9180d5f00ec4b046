// The parts of SmtEncoding by theory. Each works on the encoding it is made for.
#pragma once

#include <vector>

#include "concolic/expression/op.h"
#include "concolic/solve/smt_encoding.h"
#include "regex/regex.h"

namespace kingbird::concolic {

using EncodedOperands = std::vector<const Encoded*>;

/// Arithmetic, bits, Math.
class NumberEncoder {
 public:
  explicit NumberEncoder(SmtEncoding& encoding) : e_(encoding) {}
  Encoded Encode(Op op, const EncodedOperands& operands);
  /// Toward zero, as an Int, of a Real.
  Term Truncated(Term real);
  /// In [-2^31, 2^31), of an Int.
  Term Signed(Term integer);

 private:
  Encoded Arithmetic(Op op, const Encoded& left, const Encoded& right);
  Encoded Remainder(const Encoded& left, const Encoded& right);
  Encoded Quotient(const Encoded& left, const Encoded& right);
  Encoded Power(const Encoded& base, const Encoded& exponent);
  Encoded Bits(Op op, const Encoded& left, const Encoded& right);
  Encoded Shift(Op op, Term value, unsigned count);
  /// Integer & mask, as an unsigned integer: a sum over the runs of ones.
  Term Masked(Term integer, uint32_t mask);
  Encoded OneNumber(Op op, const Encoded& number);
  Encoded Extreme(Op op, const EncodedOperands& operands);
  Encoded Test(Op op, const Encoded& number);

  SmtEncoding& e_;
};

/// Methods of strings, conversions between strings and numbers.
class TextEncoder {
 public:
  explicit TextEncoder(SmtEncoding& encoding) : e_(encoding) {}
  Encoded Encode(Op op, const EncodedOperands& operands);
  Encoded ToNumber(const Encoded& text);
  Encoded OfNumber(const Encoded& number);
  Encoded FromCharCode(const EncodedOperands& operands);

 private:
  Encoded Method(Op op);
  Encoded Unit(Op op);
  Encoded Part(Op op);
  Encoded Find(Op op);
  Encoded LastIndex();
  Encoded Trim(Op op);
  Encoded Repeat();
  Encoded Replace(Op op);

  bool Given(size_t i) const;
  std::optional<Term> Position(size_t i, Term missing);
  Term Clamped(Term position);
  Term Relative(Term position);
  Encoded OfTerm(Term text) const { return {Encoded::Kind::kText, text, {}, {}}; }

  SmtEncoding& e_;
  const EncodedOperands* operands_ = nullptr;
  Term text_;    ///< The receiver.
  Term length_;  ///< Its length.
};

/// Regular expressions and parts of texts. A match is some way to cut the text; that the engine's is the first one is
/// left to the check of the answer.
class RegexEncoder {
 public:
  explicit RegexEncoder(SmtEncoding& encoding) : e_(encoding) {}
  Encoded Encode(Op op, const EncodedOperands& operands);

 private:
  Encoded Regex(Op op, const EncodedOperands& operands);
  Term Test(const regex::Regex& regex, Term text);
  /// Cuts the text into what is before the match, the match and what is behind it.
  struct Cut {
    Term before, match, behind;
  };
  Cut CutOut(const regex::Regex& regex, Term text);
  Encoded Capture(const regex::Regex& regex, Term text, int group);
  /// `whole` is matched by the node: finds what the group in it captures.
  bool Locate(const regex::Node& node, int group, Term whole);
  bool LocateInSequence(const regex::Node& node, int group, Term whole);
  bool LocateOptional(const regex::Node& node, int group, Term whole);
  Encoded Parts(Op op, const EncodedOperands& operands);

  SmtEncoding& e_;
  Term captured_;
  std::optional<Term> undefined_;
};

/// Homogeneous lists as arrays of the solver (paper 004, section 4.4).
class ListEncoder {
 public:
  explicit ListEncoder(SmtEncoding& encoding) : e_(encoding) {}
  Encoded Encode(Op op, const EncodedOperands& operands);

 private:
  Encoded List(const EncodedOperands& elements);
  Encoded Store(const Encoded& list, const Encoded& index, const Encoded& value);
  Encoded Select(const Encoded& list, const Encoded& index);
  Encoded Within(const EncodedOperands& operands);
  /// The sort that all of them fit into.
  std::optional<Sort> SortOf(const EncodedOperands& elements) const;
  /// As a value of the sort, where it can be said; where it is NaN.
  std::optional<Encoded> As(Sort sort, const Encoded& value);
  std::optional<Term> Index(const Encoded& index);

  SmtEncoding& e_;
};

}  // namespace kingbird::concolic
