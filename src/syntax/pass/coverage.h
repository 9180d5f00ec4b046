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
  int version() const override { return 2; }
  void Analyse(const Tree& tree) override;
  void Enter(Node node, Edits& edits) override;
  void Leave(Node node, Edits& edits) override;
  std::string Prologue(bool module) const override;

  /// After Analyse. Nothing to count when the file asks to be ignored.
  const FileCounters& counters() const { return counters_; }

 private:
  enum class Slot : uint8_t { kText, kStatement, kPath, kFunction };
  /// One insertion: `before`, the increment of a counter unless the slot is kText, `after`.
  struct Action {
    uint32_t node;
    bool leave;
    uint32_t offset;
    Slot slot;
    uint32_t id;
    uint32_t path;
    std::string before;
    std::string after;
  };
  /// A counter that was given out; kText when an ignore comment says not to count.
  struct Counter {
    Slot slot = Slot::kText;
    uint32_t id = 0;
    uint32_t path = 0;
    explicit operator bool() const { return slot != Slot::kText; }
  };

  bool Visit(Node node);
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

  void Insert(uint32_t offset, std::string text);
  void InsertOnLeave(Node node, std::string text);
  void InsertCounter(uint32_t offset, std::string before, Counter counter, std::string after);
  void InsertAtBodyStart(Node block, Counter counter);
  void WrapExpression(Node expression, Counter counter);
  void WrapNamed(Node expression, Counter counter, const std::string& key);
  void WrapStatement(Node statement);
  void RunActions(Node node, bool leave, Edits& edits);
  size_t IndexOf(Slot slot, uint32_t id, uint32_t path) const;

  std::string key_;
  const Tree* tree_ = nullptr;
  std::unique_ptr<Hints> hints_;
  std::string variable_;
  FileCounters counters_;
  uint32_t current_ = 0;                                       ///< The node that Analyse is at.
  std::vector<Action> actions_;                                ///< In the order of the walk.
  std::unordered_map<uint32_t, std::vector<Action>> leaving_;  ///< By node, until Analyse leaves it.
  size_t next_action_ = 0;
  std::unordered_map<uint32_t, uint32_t> switch_branches_;
  std::unordered_set<uint32_t> skipped_;      ///< Arms of an if that a hint takes out.
  std::unordered_set<uint32_t> hints_moved_;  ///< Expressions that Istanbul wraps and that lose their comment by it.
  std::vector<size_t> first_path_;            ///< Per branch: the number of paths before it.
  size_t first_function_ = 0;
};

/// The innermost expression inside parentheses.
Node StripParentheses(Node expression);

}  // namespace kingbird::syntax
