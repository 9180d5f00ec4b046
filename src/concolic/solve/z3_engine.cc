// The only file that includes Z3. Operators that its C interface lacks are taken from a parsed formula.
#include <fmt/format.h>
#include <z3++.h>

#include <map>

#include "concolic/solve/smt_engine.h"
#include "concolic/solve/solver_check.h"

#ifdef __SANITIZE_THREAD__
// Asked by ThreadSanitizer, which does not see how the threads of Z3's own wait for each other: it is Debian's,
// compiled without.
extern "C" const char* __tsan_default_suppressions() { return "race:libz3.so\nmutex:libz3.so\n"; }
#endif

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

/// SMT-LIB's escapes for everything but plain ASCII.
std::string Escaped(const std::u16string& text) {
  std::string out;
  for (char16_t unit : text) {
    if (unit >= 32 && unit < 127 && unit != u'\\') {
      out.push_back(static_cast<char>(unit));
    } else {
      out += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(unit));
    }
  }
  return out;
}

std::u32string Unescaped(const std::string& text) {
  std::u32string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, "\\u{") == 0) {
      const size_t end = text.find('}', i);
      out.push_back(static_cast<char32_t>(std::stoul(text.substr(i + 3, end - i - 3), nullptr, 16)));
      i = end;
    } else if (text.compare(i, 2, "\\x") == 0 || text.compare(i, 2, "\\u") == 0) {
      const size_t digits = text[i + 1] == 'x' ? 2 : 4;
      out.push_back(static_cast<char32_t>(std::stoul(text.substr(i + 2, digits), nullptr, 16)));
      i += 1 + digits;
    } else {
      out.push_back(static_cast<unsigned char>(text[i]));
    }
  }
  return out;
}

/// Of the time for a question so much goes to a solver that does without preparing it.
constexpr int kShareWithoutPreparations = 8;

class Z3Session final : public SmtSession {
 public:
  Term Variable(Sort sort, const std::string& name) override {
    if (sort < Sort::kBools) return Keep(context_.constant(name.c_str(), SortOf(sort)));
    const z3::sort element = SortOf(ElementSort(sort));
    return Keep(context_.constant(name.c_str(), context_.array_sort(context_.int_sort(), element)));
  }
  Term Bool(bool value) override { return Keep(context_.bool_val(value)); }
  Term Int(const std::string& digits) override { return Keep(context_.int_val(digits.c_str())); }
  Term Real(const std::string& fraction) override { return Keep(context_.real_val(fraction.c_str())); }
  Term Text(const std::u16string& text) override {
    const Term term = Keep(context_.string_val(Escaped(text)));
    texts_.emplace(term.id, text);
    return term;
  }
  std::optional<Term> Make(TermOp op, const std::vector<Term>& operands) override {
    try {
      return Keep(Apply(op, operands));
    } catch (const z3::exception&) {
      return std::nullopt;
    }
  }

  std::optional<Term> In(Term text, const regex::Language& language) override {
    try {
      return Keep(z3::in_re(terms_[text.id], Regular(language)));
    } catch (const z3::exception&) {
      return std::nullopt;
    }
  }

  Verdict Check(const std::vector<Term>& conditions, std::chrono::milliseconds limit) override {
    // Setting up the preparations of the usual solver takes twenty times as long as a small question without them.
    const std::chrono::milliseconds first = limit / kShareWithoutPreparations;
    const Verdict verdict = CheckWith(z3::solver(context_, z3::solver::simple()), conditions, first);
    return verdict != Verdict::kUnknown ? verdict : CheckWith(z3::solver(context_), conditions, limit - first);
  }
  std::optional<std::string> Constant(Term term) override {
    const z3::expr value = model_->eval(terms_[term.id], true);
    if (value.is_bool()) return value.is_true() ? "true" : "false";
    if (value.is_algebraic()) return Z3_get_numeral_decimal_string(context_, value, 20);
    if (!value.is_numeral()) return std::nullopt;
    return Z3_get_numeral_string(context_, value);
  }
  std::optional<std::u32string> Characters(Term term) override {
    const z3::expr value = model_->eval(terms_[term.id], true);
    if (!value.is_string_value()) return std::nullopt;
    return Unescaped(value.get_string());
  }

 private:
  Verdict CheckWith(z3::solver solver, const std::vector<Term>& conditions, std::chrono::milliseconds limit) {
    z3::params params(context_);
    params.set("timeout", static_cast<unsigned>(limit.count()));
    solver.set(params);
    for (Term condition : conditions) solver.add(terms_[condition.id]);
    const z3::check_result result = solver.check();
    if (result == z3::unsat) return Verdict::kUnsat;
    if (result != z3::sat) return Verdict::kUnknown;
    model_.emplace(solver.get_model());
    return Verdict::kSat;
  }

  Term Keep(z3::expr expression) {
    terms_.push_back(std::move(expression));
    return {static_cast<uint32_t>(terms_.size() - 1)};
  }

  z3::sort SortOf(Sort sort) {
    return sort == Sort::kBool   ? context_.bool_sort()
           : sort == Sort::kInt  ? context_.int_sort()
           : sort == Sort::kReal ? context_.real_sort()
                                 : context_.string_sort();
  }

  /// An operator by its name in SMT-LIB; `use` applies it to variables s and t (String) and i (Int).
  z3::expr Call(const std::string& use, const z3::expr_vector& arguments) {
    auto found = parsed_.find(use);
    if (found == parsed_.end()) {
      const std::string text = "(declare-const s String)(declare-const i Int)(assert (= " + use + " " + use + "))";
      const z3::expr_vector formulas = context_.parse_string(text.c_str());
      found = parsed_.emplace(use, formulas[0].arg(0).decl()).first;
    }
    return found->second(arguments);
  }

  z3::expr Bits(TermOp op, const z3::expr& a, const z3::expr& b) {
    const z3::expr x = z3::int2bv(32, a);
    const z3::expr y = z3::int2bv(32, b);
    return z3::bv2int(op == TermOp::kBitAnd ? x & y : op == TermOp::kBitOr ? x | y : x ^ y, false);
  }

  z3::expr AllIn(const z3::expr& text, const std::u16string& ranges) {
    z3::expr_vector all(context_);
    for (size_t i = 0; i + 1 < ranges.size(); i += 2) {
      const z3::expr low = context_.string_val(Escaped(ranges.substr(i, 1)));
      const z3::expr high = context_.string_val(Escaped(ranges.substr(i + 1, 1)));
      all.push_back(z3::range(low, high));
    }
    z3::expr any = all[0];
    for (unsigned i = 1; i < all.size(); ++i) any = any + all[i];
    return z3::in_re(text, z3::star(any));
  }

  z3::expr Unit(char32_t unit) { return context_.string_val(Escaped(std::u16string(1, static_cast<char16_t>(unit)))); }

  z3::expr Regular(const regex::Language& language) {
    using Language = regex::Language::Kind;
    z3::expr_vector parts(context_);
    for (const regex::Language& part : language.parts) parts.push_back(Regular(part));
    z3::sort texts = context_.string_sort();
    const z3::sort sort = context_.re_sort(texts);
    const auto fold = [&](auto combine) {
      z3::expr all = parts[0];
      for (unsigned i = 1; i < parts.size(); ++i) all = combine(all, parts[i]);
      return all;
    };
    switch (language.kind) {
      case Language::kNone:
        return z3::re_empty(sort);
      case Language::kEmpty:
        return z3::to_re(context_.string_val(""));
      case Language::kAll:
        return z3::re_full(sort);
      case Language::kSet:
        for (const auto& [low, high] : language.ranges) parts.push_back(z3::range(Unit(low), Unit(high)));
        return fold([](const z3::expr& a, const z3::expr& b) { return a + b; });
      case Language::kConcat:
        return z3::concat(parts);
      case Language::kUnion:
        return fold([](const z3::expr& a, const z3::expr& b) { return a + b; });
      case Language::kIntersection:
        return z3::re_intersect(parts);
      case Language::kComplement:
        return z3::re_complement(parts[0]);
      case Language::kPower:
        return Power(parts[0], language.least, language.most);
    }
    return z3::re_empty(sort);
  }

  static z3::expr Power(const z3::expr& one, int least, int most) {
    if (least == 0 && most < 0) return z3::star(one);
    if (least == 1 && most < 0) return z3::plus(one);
    if (least == 0 && most == 1) return z3::option(one);
    const auto low = static_cast<unsigned>(least);
    if (most >= 0) return {one.ctx(), Z3_mk_re_loop(one.ctx(), one, low, static_cast<unsigned>(most))};
    return z3::concat(z3::expr(one.ctx(), Z3_mk_re_loop(one.ctx(), one, low, low)), z3::star(one));
  }

  z3::expr Apply(TermOp op, const std::vector<Term>& operands) {
    z3::expr_vector all(context_);
    for (Term operand : operands) all.push_back(terms_[operand.id]);
    const auto is_text = [](TermOp operation) { return operation >= TermOp::kConcat; };
    return is_text(op) ? ApplyText(op, operands, all) : ApplyPlain(op, all);
  }

  z3::expr ApplyPlain(TermOp op, const z3::expr_vector& all) {
    switch (op) {
      case TermOp::kNot:
        return !all[0];
      case TermOp::kAnd:
        return z3::mk_and(all);
      case TermOp::kOr:
        return z3::mk_or(all);
      case TermOp::kIte:
        return z3::ite(all[0], all[1], all[2]);
      case TermOp::kEq:
        return all[0] == all[1];
      case TermOp::kLt:
        return all[0] < all[1];
      case TermOp::kLe:
        return all[0] <= all[1];
      case TermOp::kAdd:
        return all[0] + all[1];
      case TermOp::kSub:
        return all[0] - all[1];
      case TermOp::kMul:
        return all[0] * all[1];
      case TermOp::kDivide:
      case TermOp::kDiv:
        return all[0] / all[1];
      case TermOp::kMod:
        return z3::mod(all[0], all[1]);
      case TermOp::kToReal:
        return z3::to_real(all[0]);
      case TermOp::kToInt:
        return z3::expr(context_, Z3_mk_real2int(context_, all[0]));
      case TermOp::kSelect:
        return z3::select(all[0], all[1]);
      case TermOp::kStore:
        return z3::store(all[0], all[1], all[2]);
      default:
        return Bits(op, all[0], all[1]);
    }
  }

  z3::expr ApplyText(TermOp op, const std::vector<Term>& operands, const z3::expr_vector& all) {
    switch (op) {
      case TermOp::kConcat:
        return z3::concat(all);
      case TermOp::kLength:
        return all[0].length();
      case TermOp::kCharAt:
        return all[0].at(all[1]);
      case TermOp::kSubstring:
        return all[0].extract(all[1], all[2]);
      case TermOp::kIndexOf:
        return z3::indexof(all[0], all[1], all[2]);
      case TermOp::kContains:
        return all[0].contains(all[1]);
      case TermOp::kPrefixOf:
        return z3::prefixof(all[0], all[1]);
      case TermOp::kSuffixOf:
        return z3::suffixof(all[0], all[1]);
      case TermOp::kReplace:
        return all[0].replace(all[1], all[2]);
      case TermOp::kReplaceAll:
        return Call("(str.replace_all s s s)", all);
      case TermOp::kToCode:
        return Call("(str.to_code s)", all);
      case TermOp::kFromCode:
        return Call("(str.from_code i)", all);
      case TermOp::kTextLt:
        return z3::expr(context_, Z3_mk_str_lt(context_, all[0], all[1]));
      case TermOp::kTextLe:
        return z3::expr(context_, Z3_mk_str_le(context_, all[0], all[1]));
      case TermOp::kTextToInt:
        return all[0].stoi();
      case TermOp::kIntToText:
        return all[0].itos();
      default:
        return AllIn(all[0], texts_.at(operands[1].id));
    }
  }

  z3::context context_;
  std::vector<z3::expr> terms_;
  std::map<uint32_t, std::u16string> texts_;
  std::map<std::string, z3::func_decl> parsed_;
  std::optional<z3::model> model_;
};

}  // namespace

std::unique_ptr<Solver> MakeZ3Engine() {
  return std::make_unique<SmtEngine>("z3", [] { return std::make_unique<Z3Session>(); });
}

base::Result<std::string> CheckZ3() {
  try {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    z3::context context;
    z3::solver solver(context);
    const z3::expr x = context.int_const("x");
    solver.add(x * x == 49 && x < 0);
    if (solver.check() != z3::sat) return base::EnvironmentError("z3 did not solve x * x == 49");
    const int answer = solver.get_model().eval(x, true).get_numeral_int();
    if (answer != -7) return base::EnvironmentError(fmt::format("z3 says the negative root of 49 is {}", answer));
    return fmt::format("{}.{}.{}", major, minor, build);
  } catch (const z3::exception& error) {
    return base::EnvironmentError(fmt::format("z3 failed: {}", error.msg()));
  }
}

}  // namespace kingbird::concolic
