#include "concolic/solve/candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "concolic/expression/coerce.h"
#include "concolic/expression/number_text.h"

namespace kingbird::concolic {
namespace {

constexpr size_t kMostConstants = 24;
constexpr size_t kMostTextUnits = 24;
constexpr size_t kMostPositions = 12;

template <typename T>
void AddOnce(std::vector<T>& list, const T& item, size_t most) {
  if (list.size() < most && std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

}  // namespace

Candidates::Candidates(const Path& path, const Evaluator& evaluator) {
  for (NodeId id : evaluator.nodes()) {
    const Node& node = path.expressions[id];
    if (node.op != Op::kConstant) continue;
    if (node.constant.type == Type::kNumber) AddOnce(numbers_, node.constant.number, kMostConstants);
    if (node.constant.type == Type::kString && node.constant.text.size() < 200) {
      AddOnce(texts_, node.constant.text, kMostConstants);
    }
  }
  const auto add = [&](char16_t unit) {
    if (units_.size() < kMostTextUnits && units_.find(unit) == std::u16string::npos) units_.push_back(unit);
  };
  for (const std::u16string& text : texts_) {
    for (char16_t unit : text) add(unit);
  }
  for (double number : numbers_) {
    if (number >= 9 && number < 65536 && number == std::trunc(number)) add(static_cast<char16_t>(number));
  }
  for (char16_t unit : {u'a', u'0', u'A', u' '}) add(unit);
}

std::vector<Value> Candidates::For(SymbolId symbol, const std::vector<Value>& values) const {
  const Value& now = values[symbol];
  switch (now.type) {
    case Type::kBoolean:
      return {Value::Boolean(now.number == 0)};
    case Type::kNumber:
      return Numbers(now.number, values);
    case Type::kString:
      return Texts(now.text, values);
    default:
      return {};
  }
}

std::vector<Value> Candidates::Numbers(double now, const std::vector<Value>& values) const {
  std::vector<Value> found;
  const auto add = [&](double number) { found.push_back(Value::Number(number)); };
  for (double number : {0.0, 1.0, -1.0}) add(number);
  for (double number : numbers_) {
    for (double near : {number, number - 1, number + 1, -number}) add(near);
  }
  for (const Value& value : values) {
    if (found.size() > 150) break;
    if (value.type == Type::kNumber) {
      for (double near : {value.number, value.number + 1, value.number - 1}) add(near);
    }
    if (value.type == Type::kString) add(static_cast<double>(value.text.size()));
  }
  for (double step = 1; step <= 4096; step *= 4) {
    add(now + step);
    add(now - step);
  }
  for (double number : {now * 2, std::trunc(now / 2), -now, std::trunc(now), now + 0.5, 1e9, -1e9, 2147483648.0}) {
    add(number);
  }
  add(std::numeric_limits<double>::quiet_NaN());
  // What the solvers' numbers do not have: they would call it unsatisfiable.
  for (double number :
       {std::numeric_limits<double>::infinity(), 9007199254740992.0, std::numeric_limits<double>::max()}) {
    add(number);
    add(-number);
  }
  add(-0.0);
  return found;
}

std::vector<Value> Candidates::Texts(const std::u16string& now, const std::vector<Value>& values) const {
  std::vector<Value> found;
  const auto add = [&](std::u16string text) { found.push_back(Value::String(std::move(text))); };
  add(u"");
  for (const std::u16string& text : texts_) {
    add(text);
    add(now + text);
    add(text + now);
  }
  for (double number : numbers_) add(NumberToText(number));
  for (const Value& value : values) {
    if (found.size() > 120) break;
    if (value.type == Type::kString) add(value.text);
    if (value.type == Type::kNumber) add(NumberToText(value.number));
  }
  for (size_t i = 0; i < std::min(texts_.size(), size_t{5}); ++i) {
    for (size_t j = 0; j < std::min(texts_.size(), size_t{5}); ++j) add(texts_[i] + texts_[j]);
  }
  for (char16_t unit : units_) {
    add(now + unit);
    for (size_t i = 0; i < std::min(now.size(), kMostPositions); ++i) {
      std::u16string changed = now;
      changed[i] = unit;
      add(std::move(changed));
    }
  }
  for (size_t i = 0; i < std::min(now.size(), kMostPositions); ++i) add(std::u16string(now).erase(i, 1));
  return found;
}

}  // namespace kingbird::concolic
