// From what a condition should be to values of symbols that may make it so: operators are inverted from the top down,
// with everything beside the way as it is now.
#pragma once

#include <vector>

#include "concolic/expression/evaluate.h"
#include "regex/regex.h"

namespace kingbird::concolic {

/// A change of one symbol. A guess: whether it helps is for the evaluator to say.
struct Move {
  SymbolId symbol = 0;
  Value value;
};

/// Collects moves. Path and evaluator must outlive it. Thread-compatible.
class Inverter {
 public:
  Inverter(const Path& path, const Evaluator& evaluator) : path_(path), evaluator_(evaluator) {}

  /// Moves that may give `node` this truth value; values have the types the symbols have in the evaluator.
  std::vector<Move> MovesTo(NodeId node, bool wanted) {
    moves_.clear();
    visits_ = 0;
    WantTruth(node, wanted, 0);
    return std::move(moves_);
  }

 private:
  void WantTruth(NodeId id, bool wanted, int depth);
  void WantOrder(const Node& node, bool wanted, int depth);
  void WantEquality(const Node& node, bool wanted, int depth);
  void WantOther(NodeId id, const Value& other, int depth);

  void Want(NodeId id, const Value& value, int depth);
  void WantInput(SymbolId symbol, const Value& value);
  void WantNumber(const Node& node, double value, int depth);
  void WantArithmetic(const Node& node, double value, int depth);
  void WantBits(const Node& node, double value, int depth);

  // Methods of strings: inverter_text.cc.
  void WantContained(const Node& node, bool wanted, int depth);
  void WantText(const Node& node, const Value& value, int depth);
  void WantLength(NodeId text, double length, int depth);
  void WantUnit(const Node& node, const std::u16string& unit, int depth);
  void WantPart(const Node& node, const std::u16string& part, int depth);
  void WantPosition(const Node& node, double position, int depth);
  void WantSum(const Node& node, const std::u16string& sum, int depth);

  // Regular expressions and parts: inverter_regex.cc.
  void WantMatch(const Node& node, bool wanted, int depth);
  void WantNoMatch(const Node& node, int depth);
  void WantCaptured(const Node& node, const Value& value, int depth);
  void WantRegexNumber(const Node& node, double value, int depth);
  void WantParts(const Node& node, const Value& value, int depth);
  void WantConverted(const Node& node, const Value& value, int depth);
  void WantRegex(const Node& node, const Value& value, int depth);
  // Lists: inverter_lists.cc.
  void WantSelected(const Node& node, const Value& value, int depth);
  void WantWithin(const Node& node, bool wanted, int depth);

  const regex::Regex* RegexOf(const Node& node) const;

  const Value* Get(const Node& node, size_t i) const {
    return i < node.operands.size() ? evaluator_.Get(node.operands[i]) : nullptr;
  }
  double Number(const Node& node, size_t i, double missing = 0) const;
  std::u16string Text(const Node& node, size_t i) const;
  void WantText(NodeId id, std::u16string text, int depth) { Want(id, Value::String(std::move(text)), depth); }

  const Path& path_;
  const Evaluator& evaluator_;
  std::vector<Move> moves_;
  int visits_ = 0;  ///< Each way to a value has several before it: without a bound texts made in ten steps take hours.
};

}  // namespace kingbird::concolic
