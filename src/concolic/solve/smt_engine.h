// SMT solvers as engines: a fresh session for each query.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "concolic/solve/solver.h"
#include "concolic/solve/term_builder.h"

namespace kingbird::concolic {

/// One query to one solver: terms are built, asserted, checked once, and the model is read.
class SmtSession : public TermBuilder {
 public:
  virtual Answer::Verdict Check(const std::vector<Term>& conditions, std::chrono::milliseconds limit) = 0;
  /// After kSat. A number for kInt and kReal ("-3", "1/3", "0.25"), "true" or "false" for kBool; nothing: no such
  /// value.
  virtual std::optional<std::string> Constant(Term term) = 0;
  /// After kSat, of a text: its code points.
  virtual std::optional<std::u32string> Characters(Term term) = 0;
};

/// Encodes, checks, reads the model back. Whatever the session throws is an unknown. Thread-compatible.
class SmtEngine final : public Solver {
 public:
  using MakeSession = std::function<std::unique_ptr<SmtSession>()>;
  SmtEngine(std::string name, MakeSession make) : name_(std::move(name)), make_(std::move(make)) {}
  Answer Solve(const Query& query) override;
  std::string_view name() const override { return name_; }

 private:
  std::string name_;
  MakeSession make_;
};

std::unique_ptr<Solver> MakeZ3Engine();
std::unique_ptr<Solver> MakeCvc5Engine();

/// "3/4", "-0.25", "12?" (an approximation) as the nearest double.
double NumberFromFraction(const std::string& text);

}  // namespace kingbird::concolic
