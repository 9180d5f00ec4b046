// Elements of homogeneous lists: another value where the index points, or another index.
#include <algorithm>
#include <cmath>

#include "concolic/expression/coerce.h"
#include "concolic/solve/inverter.h"

namespace kingbird::concolic {

void Inverter::WantSelected(const Node& node, const Value& value, int depth) {
  const double index = Number(node, 1, -1);
  const Node* list = &path_.expressions[node.operands[0]];
  for (; list->op == Op::kStore; list = &path_.expressions[list->operands[0]]) {
    if (Number(*list, 1, -1) == index) {
      Want(list->operands[2], value, depth);
    } else {
      // What was written elsewhere may be read, or written here.
      if (const Value* written = Get(*list, 2); written != nullptr && *written == value)
        Want(node.operands[1], Value::Number(Number(*list, 1)), depth);
      Want(list->operands[1], Value::Number(index), depth);
    }
  }
  if (list->op != Op::kList) return;
  for (size_t i = 0; i < list->operands.size(); ++i) {
    if (static_cast<double>(i) == index) {
      Want(list->operands[i], value, depth);
    } else if (const Value* element = Get(*list, i); element != nullptr && *element == value) {
      Want(node.operands[1], Value::Number(static_cast<double>(i)), depth);
    }
  }
  // One of its own, where conditions on the element it shares with another index contradict each other.
  const double size = static_cast<double>(list->operands.size());
  for (double next : {index + 1, index - 1}) {
    if (next >= 0 && next < size) Want(node.operands[1], Value::Number(next), depth);
  }
}

void Inverter::WantWithin(const Node& node, bool wanted, int depth) {
  const double index = Number(node, 0);
  const double length = Number(node, 1);
  if (!wanted) {
    Want(node.operands[0], Value::Number(length), depth);
    Want(node.operands[0], Value::Number(-1), depth);
    return Want(node.operands[1], Value::Number(std::max(0.0, std::floor(index))), depth);
  }
  if (length > 0) {
    Want(node.operands[0], Value::Number(std::clamp(std::trunc(index), 0.0, length - 1)), depth);
    Want(node.operands[0], Value::Number(0), depth);
  }
  const Node& list = path_.expressions[node.operands.size() > 2 ? node.operands[2] : 0];
  const bool room = list.op != Op::kList || index < static_cast<double>(list.operands.size());
  if (index >= 0 && room) Want(node.operands[1], Value::Number(std::trunc(index) + 1), depth);
}

}  // namespace kingbird::concolic
