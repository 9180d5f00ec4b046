#include "concolic/solve/smt_engine.h"

#include <cstdlib>
#include <exception>
#include <limits>

#include "concolic/solve/query.h"
#include "concolic/solve/smt_encoding.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

constexpr int kMostRounds = 5;

std::optional<Value> ReadInput(SmtSession& session, const SmtEncoding::Input& input) {
  if (input.sort == Sort::kText) {
    const std::optional<std::u32string> characters = session.Characters(input.term);
    if (!characters) return std::nullopt;
    std::u16string text;
    for (char32_t character : *characters) {
      // Outside the encoding; the model would be another one in units.
      if (character > 0xFFFF) return std::nullopt;
      text.push_back(static_cast<char16_t>(character));
    }
    return Value::String(std::move(text));
  }
  if (input.nan && session.Constant(*input.nan) == "true") {
    return Value::Number(std::numeric_limits<double>::quiet_NaN());
  }
  const std::optional<std::string> constant = session.Constant(input.term);
  if (!constant) return std::nullopt;
  if (input.sort == Sort::kBool) return Value::Boolean(*constant == "true");
  return Value::Number(NumberFromFraction(*constant));
}

struct Attempt {
  Verdict verdict = Verdict::kUnknown;
  std::map<SymbolId, Value> model;
};

/// Answers that turned out to be none. Texts are what encodings say roughly: another one is asked for.
using Refuted = std::vector<std::map<SymbolId, Value>>;

std::vector<Term> Others(SmtSession& session, const SmtEncoding& encoding, const Refuted& refuted) {
  std::vector<Term> conditions;
  for (const auto& model : refuted) {
    std::vector<Term> different;
    for (const SmtEncoding::Input& input : encoding.inputs()) {
      if (input.sort != Sort::kText) continue;
      const auto same = session.Make(TermOp::kEq, {input.term, session.Text(model.at(input.symbol).text)});
      if (same) different.push_back(*session.Make(TermOp::kNot, {*same}));
    }
    if (different.size() == 1) conditions.push_back(different[0]);
    if (different.size() > 1) conditions.push_back(*session.Make(TermOp::kOr, different));
  }
  return conditions;
}

Attempt Try(SmtSession& session, const Query& query, bool integers, std::chrono::milliseconds limit,
            const Refuted& refuted) {
  const SmtEncoding encoding(query, session, {integers});
  Attempt attempt;
  if (!encoding.complete()) return attempt;
  std::vector<Term> conditions = encoding.conditions();
  const std::vector<Term> others = Others(session, encoding, refuted);
  if (others.size() < refuted.size()) return attempt;
  conditions.insert(conditions.end(), others.begin(), others.end());
  attempt.verdict = session.Check(conditions, limit);
  if (attempt.verdict == Verdict::kUnsat && !refuted.empty()) attempt.verdict = Verdict::kUnknown;
  if (attempt.verdict == Verdict::kUnsat && encoding.narrowed()) attempt.verdict = Verdict::kUnknown;
  if (attempt.verdict != Verdict::kSat) return attempt;
  for (const SmtEncoding::Input& input : encoding.inputs()) {
    std::optional<Value> value = ReadInput(session, input);
    if (!value) {
      attempt.verdict = Verdict::kUnknown;
      break;
    }
    attempt.model.emplace(input.symbol, *std::move(value));
  }
  return attempt;
}

bool Holds(const Query& query, const std::map<SymbolId, Value>& model) {
  std::vector<Value> values = StartValues(query);
  for (const auto& [symbol, value] : model) values[symbol] = value;
  return Verify(query, values) != Verification::kFails;
}

}  // namespace

Answer SmtEngine::Solve(const Query& query) {
  Answer answer;
  answer.solver = name_;
  try {
    Attempt attempt;
    const bool integers = PrefersIntegers(query);
    Refuted refuted;
    for (int round = 0; round < kMostRounds; ++round) {
      if (integers) attempt = Try(*make_(), query, true, query.time_limit / 2, refuted);
      if (attempt.verdict != Verdict::kSat) attempt = Try(*make_(), query, false, query.time_limit, refuted);
      if (attempt.verdict != Verdict::kSat || Holds(query, attempt.model)) break;
      refuted.push_back(std::move(attempt.model));
      attempt = {};
    }
    answer.verdict = attempt.verdict;
    answer.model = std::move(attempt.model);
  } catch (const std::exception&) {
    // A solver that throws does not know.
    answer.verdict = Verdict::kUnknown;
  }
  return answer;
}

double NumberFromFraction(const std::string& text) {
  const size_t slash = text.find('/');
  const double numerator = std::strtod(text.c_str(), nullptr);
  if (slash == std::string::npos) return numerator + 0.0;
  return numerator / std::strtod(text.c_str() + slash + 1, nullptr) + 0.0;
}

}  // namespace kingbird::concolic
