#include "concolic/expression/expression.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/text.h"
#include "concolic/expression/number_text.h"
#include "emit/js_text.h"

namespace kingbird::concolic {
namespace {

// Shared nodes make texts exponential in the number of nodes: both are bounded.
constexpr int kMostPrinted = 24;
constexpr size_t kMostText = 600;
constexpr size_t kMostLeaf = 4000;  // The name of an input, a constant.

bool IsInfix(Op op) { return op >= Op::kAdd && op <= Op::kSne; }

bool IsPrefix(Op op) { return op == Op::kNeg || op == Op::kBitNot || op == Op::kNot || op == Op::kTypeof; }

/// Written as a function of all its operands; the rest are methods or properties of the first one.
bool IsCall(Op op) {
  switch (op) {
    case Op::kToNumber:
    case Op::kToString:
    case Op::kToBoolean:
    case Op::kPresent:
    case Op::kIsArray:
    case Op::kFromCharCode:
    case Op::kParseInt:
    case Op::kParseFloat:
      return true;
    default:
      return op >= Op::kIsNaN;
  }
}

class Printer {
 public:
  Printer(const Expressions& expressions, const std::vector<std::string>& names)
      : expressions_(expressions), names_(names) {}

  std::string Print(NodeId id, int depth, bool inner) {
    if (id == 0 || id >= expressions_.size()) return "?";
    const Node& node = expressions_[id];
    if (node.op == Op::kInput) {
      return Leaf(node.symbol < names_.size() ? names_[node.symbol] : "symbol" + std::to_string(node.symbol));
    }
    if (depth >= kMostPrinted || written_ > kMostText) return "…";
    if (node.op == Op::kConstant) return Leaf(TextOfConstant(node.constant));
    std::string text = Operation(node, depth);
    written_ += OpName(node.op).size() + 2;
    const bool open = IsInfix(node.op) || IsPrefix(node.op) || node.op == Op::kInstanceOf;
    return inner && open ? "(" + text + ")" : text;
  }

 private:
  std::string Leaf(std::string text) {
    if (text.size() > kMostLeaf) text = base::Wtf8FromUtf16(base::Utf16FromWtf8(text.substr(0, kMostLeaf))) + "…";
    written_ += text.size();
    return text;
  }

  static std::string TextOfConstant(const Value& constant) {
    if (constant.type != Type::kString || constant.text.size() <= kMostText) return ToText(constant);
    return ToText(Value::String(constant.text.substr(0, kMostText))) + "…";
  }

  std::string Operation(const Node& node, int depth) {
    const std::string name(OpName(node.op));
    if (node.op == Op::kLength) return Operand(node, 0, depth) + ".length";
    if (IsPrefix(node.op)) {
      return (node.op == Op::kNeg ? "-" : node.op == Op::kTypeof ? "typeof " : name) + Operand(node, 0, depth);
    }
    if (IsInfix(node.op) || node.op == Op::kInstanceOf) {
      std::string left = Operand(node, 0, depth);
      return left + " " + name + " " + Operand(node, 1, depth);
    }
    const bool call = IsCall(node.op);
    std::string text = call ? name + "(" : Operand(node, 0, depth) + "." + name + "(";
    for (size_t i = call ? 0 : 1; i < node.operands.size(); ++i) {
      if (i > (call ? 0U : 1U)) text += ", ";
      if (written_ > kMostText) return text + "…)";
      text += Print(node.operands[i], depth + 1, false);
    }
    return text + ")";
  }

  std::string Operand(const Node& node, size_t i, int depth) {
    return i < node.operands.size() ? Print(node.operands[i], depth + 1, true) : "?";
  }

  const Expressions& expressions_;
  const std::vector<std::string>& names_;
  size_t written_ = 0;
};

}  // namespace

Value Value::Null() {
  Value value;
  value.type = Type::kNull;
  return value;
}

Value Value::Boolean(bool truth) {
  Value value;
  value.type = Type::kBoolean;
  value.number = truth ? 1 : 0;
  return value;
}

Value Value::Number(double number) {
  Value value;
  value.type = Type::kNumber;
  value.number = number;
  return value;
}

Value Value::String(std::u16string text) {
  Value value;
  value.type = Type::kString;
  value.text = std::move(text);
  return value;
}

Value Value::Object(Type type, uint32_t identity) {
  Value value;
  value.type = type;
  value.identity = identity;
  return value;
}

bool Value::operator==(const Value& other) const {
  if (type != other.type) return false;
  switch (type) {
    case Type::kBoolean:
      return number == other.number;
    case Type::kNumber:
      if (std::isnan(number) || std::isnan(other.number)) return std::isnan(number) && std::isnan(other.number);
      return std::bit_cast<uint64_t>(number) == std::bit_cast<uint64_t>(other.number);
    case Type::kString:
      return text == other.text;
    case Type::kObject:
    case Type::kArray:
    case Type::kFunction:
      return identity == other.identity;
    default:
      return true;
  }
}

NodeId Expressions::Add(Node node) {
  CHECK(nodes.size() < std::numeric_limits<NodeId>::max());
  nodes.push_back(std::move(node));
  return static_cast<NodeId>(nodes.size() - 1);
}

std::string ToText(const Value& value) {
  switch (value.type) {
    case Type::kBoolean:
      return value.number != 0 ? "true" : "false";
    case Type::kNumber:
      return emit::NumberText(value.number);
    case Type::kString:
      return emit::Quote(base::Wtf8FromUtf16(value.text));
    default:
      return std::string(TypeName(value.type));
  }
}

uint64_t TreeSize(const Expressions& expressions, NodeId root, uint64_t most) {
  // Operands have smaller ids, so the sizes of all nodes up to the root are known when it comes.
  std::vector<uint64_t> sizes(size_t{root} + 1, 1);
  for (NodeId id = 1; id <= root && id < expressions.size(); ++id) {
    for (NodeId operand : expressions[id].operands) {
      if (operand < id) sizes[id] = std::min(sizes[id] + sizes[operand], most + 1);
    }
  }
  return sizes[root];
}

std::string ToText(const Expressions& expressions, NodeId node, const std::vector<std::string>& names) {
  return Printer(expressions, names).Print(node, 0, false);
}

}  // namespace kingbird::concolic
