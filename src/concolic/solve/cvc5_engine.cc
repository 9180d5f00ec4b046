// The only file that includes cvc5.
#include <cvc5/cvc5.h>
#include <fmt/format.h>

#include <map>

#include "concolic/solve/smt_engine.h"
#include "concolic/solve/solver_check.h"

#ifdef __SANITIZE_ADDRESS__
// Asked by LeakSanitizer. When it is loaded, cvc5's library of numbers makes a string (cl_prin_globals_init_helper)
// that it never frees.
extern "C" const char* __lsan_default_suppressions() { return "leak:libcln.so"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
#endif

namespace kingbird::concolic {
namespace {

using cvc5::Kind;
using Verdict = Answer::Verdict;

std::optional<Kind> PlainKind(TermOp op) {
  switch (op) {
    case TermOp::kNot:
      return Kind::NOT;
    case TermOp::kAnd:
      return Kind::AND;
    case TermOp::kOr:
      return Kind::OR;
    case TermOp::kIte:
      return Kind::ITE;
    case TermOp::kEq:
      return Kind::EQUAL;
    case TermOp::kLt:
      return Kind::LT;
    case TermOp::kLe:
      return Kind::LEQ;
    case TermOp::kAdd:
      return Kind::ADD;
    case TermOp::kSub:
      return Kind::SUB;
    case TermOp::kMul:
      return Kind::MULT;
    case TermOp::kDivide:
      return Kind::DIVISION;
    case TermOp::kDiv:
      return Kind::INTS_DIVISION;
    case TermOp::kMod:
      return Kind::INTS_MODULUS;
    case TermOp::kToReal:
      return Kind::TO_REAL;
    case TermOp::kToInt:
      return Kind::TO_INTEGER;
    case TermOp::kSelect:
      return Kind::SELECT;
    case TermOp::kStore:
      return Kind::STORE;
    default:
      return std::nullopt;
  }
}

std::optional<Kind> TextKind(TermOp op) {
  switch (op) {
    case TermOp::kConcat:
      return Kind::STRING_CONCAT;
    case TermOp::kLength:
      return Kind::STRING_LENGTH;
    case TermOp::kCharAt:
      return Kind::STRING_CHARAT;
    case TermOp::kSubstring:
      return Kind::STRING_SUBSTR;
    case TermOp::kIndexOf:
      return Kind::STRING_INDEXOF;
    case TermOp::kContains:
      return Kind::STRING_CONTAINS;
    case TermOp::kPrefixOf:
      return Kind::STRING_PREFIX;
    case TermOp::kSuffixOf:
      return Kind::STRING_SUFFIX;
    case TermOp::kReplace:
      return Kind::STRING_REPLACE;
    case TermOp::kReplaceAll:
      return Kind::STRING_REPLACE_ALL;
    case TermOp::kToCode:
      return Kind::STRING_TO_CODE;
    case TermOp::kFromCode:
      return Kind::STRING_FROM_CODE;
    case TermOp::kTextLt:
      return Kind::STRING_LT;
    case TermOp::kTextLe:
      return Kind::STRING_LEQ;
    case TermOp::kTextToInt:
      return Kind::STRING_TO_INT;
    case TermOp::kIntToText:
      return Kind::STRING_FROM_INT;
    default:
      return std::nullopt;
  }
}

class Cvc5Session final : public SmtSession {
 public:
  Cvc5Session() {
    solver_.setOption("produce-models", "true");
    solver_.setOption("strings-exp", "true");
    solver_.setLogic("ALL");
  }

  Term Variable(Sort sort, const std::string& name) override {
    if (sort < Sort::kBools) return Keep(solver_.mkConst(SortOf(sort), name));
    const cvc5::Sort list = solver_.mkArraySort(solver_.getIntegerSort(), SortOf(ElementSort(sort)));
    return Keep(solver_.mkConst(list, name));
  }
  Term Bool(bool value) override { return Keep(solver_.mkBoolean(value)); }
  Term Int(const std::string& digits) override { return Keep(solver_.mkInteger(digits)); }
  Term Real(const std::string& fraction) override { return Keep(solver_.mkReal(fraction)); }
  Term Text(const std::u16string& text) override {
    const Term term = Keep(solver_.mkString(std::wstring(text.begin(), text.end())));
    texts_.emplace(term.id, text);
    return term;
  }
  std::optional<Term> Make(TermOp op, const std::vector<Term>& operands) override {
    try {
      return Keep(Apply(op, operands));
    } catch (const cvc5::CVC5ApiException&) {
      return std::nullopt;
    }
  }

  std::optional<Term> In(Term text, const regex::Language& language) override {
    try {
      return Keep(solver_.mkTerm(Kind::STRING_IN_REGEXP, {terms_[text.id], Regular(language)}));
    } catch (const cvc5::CVC5ApiException&) {
      return std::nullopt;
    }
  }

  Verdict Check(const std::vector<Term>& conditions, std::chrono::milliseconds limit) override {
    solver_.setOption("tlimit-per", std::to_string(limit.count()));
    for (Term condition : conditions) solver_.assertFormula(terms_[condition.id]);
    const cvc5::Result result = solver_.checkSat();
    return result.isSat() ? Verdict::kSat : result.isUnsat() ? Verdict::kUnsat : Verdict::kUnknown;
  }
  std::optional<std::string> Constant(Term term) override {
    const cvc5::Term value = solver_.getValue(terms_[term.id]);
    if (value.isBooleanValue()) return value.getBooleanValue() ? "true" : "false";
    if (value.isIntegerValue()) return value.getIntegerValue();
    if (value.isRealValue()) return value.getRealValue();
    return std::nullopt;
  }
  std::optional<std::u32string> Characters(Term term) override {
    const cvc5::Term value = solver_.getValue(terms_[term.id]);
    if (!value.isStringValue()) return std::nullopt;
    const std::wstring text = value.getStringValue();
    return std::u32string(text.begin(), text.end());
  }

 private:
  cvc5::Sort SortOf(Sort sort) {
    return sort == Sort::kBool   ? solver_.getBooleanSort()
           : sort == Sort::kInt  ? solver_.getIntegerSort()
           : sort == Sort::kReal ? solver_.getRealSort()
                                 : solver_.getStringSort();
  }

  Term Keep(cvc5::Term term) {
    terms_.push_back(std::move(term));
    return {static_cast<uint32_t>(terms_.size() - 1)};
  }

  cvc5::Term Apply(TermOp op, const std::vector<Term>& operands) {
    std::vector<cvc5::Term> all;
    for (Term operand : operands) all.push_back(terms_[operand.id]);
    if (op == TermOp::kAnd || op == TermOp::kOr || op == TermOp::kConcat) {
      if (all.size() == 1) return all[0];
    }
    if (op == TermOp::kAllIn) return AllIn(all[0], texts_.at(operands[1].id));
    std::optional<Kind> kind = PlainKind(op);
    if (!kind) kind = TextKind(op);
    return kind ? solver_.mkTerm(*kind, all) : Bits(op, all[0], all[1]);
  }

  cvc5::Term Bits(TermOp op, const cvc5::Term& a, const cvc5::Term& b) {
    const cvc5::Op convert = solver_.mkOp(Kind::INT_TO_BITVECTOR, {32});
    const Kind kind = op == TermOp::kBitAnd  ? Kind::BITVECTOR_AND
                      : op == TermOp::kBitOr ? Kind::BITVECTOR_OR
                                             : Kind::BITVECTOR_XOR;
    const cvc5::Term bits = solver_.mkTerm(kind, {solver_.mkTerm(convert, {a}), solver_.mkTerm(convert, {b})});
    return solver_.mkTerm(Kind::BITVECTOR_TO_NAT, {bits});
  }

  cvc5::Term AllIn(const cvc5::Term& text, const std::u16string& ranges) {
    std::vector<cvc5::Term> all;
    for (size_t i = 0; i + 1 < ranges.size(); i += 2) {
      const cvc5::Term low = solver_.mkString(std::wstring(1, ranges[i]));
      const cvc5::Term high = solver_.mkString(std::wstring(1, ranges[i + 1]));
      all.push_back(solver_.mkTerm(Kind::REGEXP_RANGE, {low, high}));
    }
    const cvc5::Term any = all.size() == 1 ? all[0] : solver_.mkTerm(Kind::REGEXP_UNION, all);
    return solver_.mkTerm(Kind::STRING_IN_REGEXP, {text, solver_.mkTerm(Kind::REGEXP_STAR, {any})});
  }

  cvc5::Term Unit(char32_t unit) { return solver_.mkString(std::wstring(1, static_cast<wchar_t>(unit))); }

  cvc5::Term Regular(const regex::Language& language) {
    using Language = regex::Language::Kind;
    std::vector<cvc5::Term> parts;
    for (const regex::Language& part : language.parts) parts.push_back(Regular(part));
    switch (language.kind) {
      case Language::kNone:
        return solver_.mkRegexpNone();
      case Language::kEmpty:
        return solver_.mkTerm(Kind::STRING_TO_REGEXP, {solver_.mkString("")});
      case Language::kAll:
        return solver_.mkRegexpAll();
      case Language::kSet:
        for (const auto& [low, high] : language.ranges)
          parts.push_back(solver_.mkTerm(Kind::REGEXP_RANGE, {Unit(low), Unit(high)}));
        return parts.size() == 1 ? parts[0] : solver_.mkTerm(Kind::REGEXP_UNION, parts);
      case Language::kConcat:
        return solver_.mkTerm(Kind::REGEXP_CONCAT, parts);
      case Language::kUnion:
        return solver_.mkTerm(Kind::REGEXP_UNION, parts);
      case Language::kIntersection:
        return solver_.mkTerm(Kind::REGEXP_INTER, parts);
      case Language::kComplement:
        return solver_.mkTerm(Kind::REGEXP_COMPLEMENT, parts);
      case Language::kPower:
        return Power(parts[0], language.least, language.most);
    }
    return solver_.mkRegexpNone();
  }

  cvc5::Term Power(const cvc5::Term& one, int least, int most) {
    if (least == 0 && most < 0) return solver_.mkTerm(Kind::REGEXP_STAR, {one});
    if (least == 1 && most < 0) return solver_.mkTerm(Kind::REGEXP_PLUS, {one});
    if (least == 0 && most == 1) return solver_.mkTerm(Kind::REGEXP_OPT, {one});
    const auto low = static_cast<uint32_t>(least);
    if (most >= 0) return solver_.mkTerm(solver_.mkOp(Kind::REGEXP_LOOP, {low, static_cast<uint32_t>(most)}), {one});
    const cvc5::Term first = solver_.mkTerm(solver_.mkOp(Kind::REGEXP_REPEAT, {low}), {one});
    return solver_.mkTerm(Kind::REGEXP_CONCAT, {first, solver_.mkTerm(Kind::REGEXP_STAR, {one})});
  }

  cvc5::Solver solver_;
  std::vector<cvc5::Term> terms_;
  std::map<uint32_t, std::u16string> texts_;
};

}  // namespace

std::unique_ptr<Solver> MakeCvc5Engine() {
  return std::make_unique<SmtEngine>("cvc5", [] { return std::make_unique<Cvc5Session>(); });
}

base::Result<std::string> CheckCvc5() {
  try {
    cvc5::Solver solver;
    solver.setOption("produce-models", "true");
    solver.setLogic("QF_NIA");
    const cvc5::Term x = solver.mkConst(solver.getIntegerSort(), "x");
    const cvc5::Term square = solver.mkTerm(cvc5::Kind::MULT, {x, x});
    solver.assertFormula(solver.mkTerm(cvc5::Kind::EQUAL, {square, solver.mkInteger(49)}));
    solver.assertFormula(solver.mkTerm(cvc5::Kind::LT, {x, solver.mkInteger(0)}));
    if (!solver.checkSat().isSat()) return base::EnvironmentError("cvc5 did not solve x * x == 49");
    const std::string answer = solver.getValue(x).getIntegerValue();
    if (answer != "-7") return base::EnvironmentError(fmt::format("cvc5 says the negative root of 49 is {}", answer));
    return solver.getVersion();
  } catch (const cvc5::CVC5ApiException& error) {
    return base::EnvironmentError(fmt::format("cvc5 failed: {}", error.getMessage()));
  }
}

}  // namespace kingbird::concolic
