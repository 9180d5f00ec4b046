// Terms of an SMT solver, as the encoding builds them. Z3 and cvc5 each implement it (z3_engine.cc, cvc5_engine.cc), so
// that the encoding is written once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regex/language.h"

namespace kingbird::concolic {

/// A handle that the builder gave out.
struct Term {
  uint32_t id = 0;
};

/// The lists are arrays from integers.
enum class Sort : uint8_t { kBool, kInt, kReal, kText, kBools, kInts, kReals, kTexts };

/// Of a list.
inline Sort ElementSort(Sort list) {
  return static_cast<Sort>(static_cast<uint8_t>(list) - static_cast<uint8_t>(Sort::kBools));
}
/// Of elements.
inline Sort ListSort(Sort element) {
  return static_cast<Sort>(static_cast<uint8_t>(element) + static_cast<uint8_t>(Sort::kBools));
}

/// With the meaning of SMT-LIB.
enum class TermOp : uint8_t {
  kNot,
  kAnd,
  kOr,
  kIte,
  kEq,
  // Numbers of one sort.
  kLt,
  kLe,
  kAdd,
  kSub,
  kMul,
  kDivide,  ///< Reals.
  kDiv,     ///< Integers: floor for positive divisors.
  kMod,
  kToReal,
  kToInt,   ///< Floor.
  kSelect,  ///< list, index
  kStore,   ///< list, index, value
  // Integers as 32-bit vectors and back to an unsigned integer.
  kBitAnd,
  kBitOr,
  kBitXor,
  // Strings of code points.
  kConcat,
  kLength,
  kCharAt,
  kSubstring,  ///< text, offset, length
  kIndexOf,    ///< text, part, offset
  kContains,   ///< text, part
  kPrefixOf,   ///< prefix, text
  kSuffixOf,   ///< suffix, text
  kReplace,
  kReplaceAll,
  kToCode,  ///< -1 unless one unit long.
  kFromCode,
  kTextLt,
  kTextLe,
  kTextToInt,  ///< -1 unless digits.
  kIntToText,  ///< "" for negative ones.
  kAllIn,      ///< text, ranges (a constant text "azAZ" of pairs): every unit is in one of them.
};

/// Not thread-safe. Terms live as long as it does.
class TermBuilder {
 public:
  virtual ~TermBuilder() = default;
  virtual Term Variable(Sort sort, const std::string& name) = 0;
  virtual Term Bool(bool value) = 0;
  /// Decimal digits with an optional sign.
  virtual Term Int(const std::string& digits) = 0;
  /// "3/4", "-5".
  virtual Term Real(const std::string& fraction) = 0;
  virtual Term Text(const std::u16string& text) = 0;
  /// Nothing: the solver does not have it.
  virtual std::optional<Term> Make(TermOp op, const std::vector<Term>& operands) = 0;
  /// The text is one of the language.
  virtual std::optional<Term> In(Term text, const regex::Language& language) = 0;
};

}  // namespace kingbird::concolic
