// Symbolic expressions: a pool of nodes that refer to earlier nodes. The agent numbers nodes from 1 in the order in
// which the run made them; 0 is "concrete".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "concolic/expression/op.h"
#include "concolic/expression/type.h"

namespace kingbird::concolic {

using NodeId = uint32_t;
using SymbolId = uint32_t;  ///< Index into Path::symbols.

/// A value of the engine as far as expressions see it. Objects, arrays and functions are known by identity only.
struct Value {
  Type type = Type::kUndefined;
  double number = 0;      ///< kNumber; kBoolean: 0 or 1.
  std::u16string text;    ///< kString.
  uint32_t identity = 0;  ///< kObject, kArray, kFunction: SymbolId + 1 of the input it is; 0: a concrete object.
  uint32_t instance = 0;  ///< kObject: the tag of the constructor it is an instance of (Op::kInstanceOf); 0: plain.

  static Value Undefined() { return {}; }
  static Value Null();
  static Value Boolean(bool value);
  static Value Number(double value);
  static Value String(std::u16string text);
  /// kObject, kArray, kFunction.
  static Value Object(Type type, uint32_t identity);
  /// SameValue.
  bool operator==(const Value& other) const;
};

struct Node {
  Op op = Op::kConstant;
  SymbolId symbol = 0;  ///< kInput.
  Value constant;       ///< kConstant.
  std::vector<NodeId> operands;
};

/// Nodes[0] is unused. Operands of a node have smaller ids.
struct Expressions {
  std::vector<Node> nodes = std::vector<Node>(1);

  NodeId Add(Node node);
  const Node& operator[](NodeId id) const { return nodes[id]; }
  size_t size() const { return nodes.size(); }
};

/// Source text of a primitive; the type's name of anything else.
std::string ToText(const Value& value);

/// How many nodes the expression has when it is written out: a node that several others share counts once for each.
/// Sixty doublings of an input are sixty nodes and a tree of 2^60. At most `most` + 1.
uint64_t TreeSize(const Expressions& expressions, NodeId root, uint64_t most);

/// "(arg0.x + 1) < 3", for logs and reports. `names` are those of the symbols. Long and deep texts are
/// cut with "…".
std::string ToText(const Expressions& expressions, NodeId node, const std::vector<std::string>& names);

}  // namespace kingbird::concolic
