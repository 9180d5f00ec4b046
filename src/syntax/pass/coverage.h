// The coverage pass: counts statements, branch paths and functions exactly as istanbul-lib-instrument does.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "syntax/counters.h"
#include "syntax/pass/hints.h"
#include "syntax/pass/pass.h"

namespace kingbird::syntax {

class CoveragePass : public Pass {
 public:
  /// `key` names the file in the manifest and in the call that fetches its counters (agent/coverage.js).
  explicit CoveragePass(std::string key) : key_(std::move(key)) {}

  std::string_view name() const override { return "coverage"; }
  void Run(const Tree& tree, Edits& edits) override;
  std::string Prologue(bool module) const override;
  void Describe(FileFacts& facts) const override;

  /// After Run. Nothing to count when the file asks to be ignored.
  const FileCounters& counters() const { return counters_; }

 private:
  enum class Slot : uint8_t { kText, kStatement, kPath, kFunction };
  enum class Place : uint8_t { kAround, kStatement, kBehind, kBodyBegin, kBlock };
  /// A counter that was given out; kText when an ignore comment says not to count.
  struct Counter {
    Slot slot = Slot::kText;
    uint32_t id = 0;
    uint32_t path = 0;
    explicit operator bool() const { return slot != Slot::kText; }
  };
  /// The texts before and behind an increment, and behind the whole node.
  struct Around {
    std::string before;
    std::string after;
    std::string close;
  };
  /// Indices of counters are known only
  /// when all have been given out, so the text is made at the end.
  struct Action {
    Place place;
    uint32_t node;
    Counter counter;
    Around text;
  };

  /// Number of counters given out so far. The counters of a function or class lie between entering and leaving it.
  struct Given {
    uint32_t statements = 0;
    uint32_t branches = 0;
    uint32_t functions = 0;
  };

  bool Visit(Node node);
  void Leave(Node node);
  Given GivenSoFar() const;
  void VisitFunction(Node node, bool counted);
  void VisitArrow(Node node);
  void VisitStatement(Node node);
  void VisitIf(Node node);
  void VisitDeclarator(Node node);
  void VisitInitializer(Node node, Node target);
  void VisitField(Node node);
  void VisitDefault(Node node);
  void VisitTernary(Node node);
  void VisitLogical(Node node);
  void VisitCase(Node node);

  Counter NewStatement(Node node);
  Counter NewFunction(Node node, Node body);
  Counter NewPath(uint32_t branch, const Range& range, uint32_t line);
  uint32_t NewBranch(BranchKind kind, Node node);
  Range RangeOf(Node node) const;

  void Insert(Place place, Node node, Counter counter, Around text);
  void InsertAtBodyStart(Node body, Counter counter);
  void WrapExpression(Node expression, Counter counter);
  void WrapNamed(Node expression, Counter counter, const std::string& key);
  void WrapStatement(Node statement);
  void Apply(const Action& action, Edits& edits) const;
  size_t IndexOf(Counter counter) const;

  std::string key_;
  const Tree* tree_ = nullptr;
  std::unique_ptr<Hints> hints_;
  std::string variable_;
  FileCounters counters_;
  std::vector<Action> actions_;  ///< In the order in which the tree is walked.
  std::unordered_map<uint32_t, uint32_t> switch_branches_;
  std::unordered_set<uint32_t> skipped_;      ///< Arms of an `if` that an ignore hint excludes.
  std::unordered_set<uint32_t> hints_moved_;  ///< Expressions that Istanbul wraps and that lose their comment by it.
  std::vector<size_t> first_path_;            ///< Per branch: the number of paths before it.
  size_t first_function_ = 0;
  std::unordered_map<uint32_t, std::pair<Given, Given>>
      given_;  ///< Counts at entering and leaving, by function or class.
};

/// The innermost expression inside parentheses.
Node StripParentheses(Node expression);

}  // namespace kingbird::syntax
