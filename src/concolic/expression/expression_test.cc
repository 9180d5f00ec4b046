#include "concolic/expression/expression.h"

#include <gtest/gtest.h>

#include <limits>

namespace kingbird::concolic {
namespace {

TEST(Expression, ValuesCompareBySameValue) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Value::Number(nan), Value::Number(nan));
  EXPECT_FALSE(Value::Number(0.0) == Value::Number(-0.0));
  EXPECT_FALSE(Value::Boolean(true) == Value::Number(1));
  EXPECT_FALSE(Value::Undefined() == Value::Null());
  EXPECT_FALSE(Value::Object(Type::kObject, 1) == Value::Object(Type::kObject, 2));
}

TEST(Expression, Text) {
  Expressions expressions;
  const NodeId x = expressions.Add({.op = Op::kInput, .symbol = 0});
  const NodeId one = expressions.Add({.constant = Value::Number(1)});
  const NodeId three = expressions.Add({.constant = Value::Number(3)});
  const NodeId quoted = expressions.Add({.constant = Value::String(u"it's")});
  const NodeId sum = expressions.Add({.op = Op::kAdd, .operands = {x, one}});
  const std::vector<std::string> names = {"arg0.x"};
  const auto text = [&](Node node) { return ToText(expressions, expressions.Add(std::move(node)), names); };
  EXPECT_EQ(text({.op = Op::kLt, .operands = {sum, three}}), "(arg0.x + 1) < 3");
  EXPECT_EQ(text({.op = Op::kNot, .operands = {sum}}), "!(arg0.x + 1)");
  EXPECT_EQ(text({.op = Op::kTypeof, .operands = {x}}), "typeof arg0.x");
  EXPECT_EQ(text({.op = Op::kIndexOf, .operands = {x, quoted, one}}), "arg0.x.indexOf('it\\'s', 1)");
  EXPECT_EQ(text({.op = Op::kLength, .operands = {sum}}), "(arg0.x + 1).length");
  EXPECT_EQ(text({.op = Op::kMax, .operands = {x, one}}), "max(arg0.x, 1)");
}

TEST(Expression, TextOfSharedNodesStaysShort) {
  Expressions expressions;
  NodeId node = expressions.Add({.op = Op::kInput, .symbol = 0});
  for (int i = 0; i < 10000; ++i) node = expressions.Add({.op = Op::kAdd, .operands = {node, node}});
  EXPECT_LT(ToText(expressions, node, {"x"}).size(), 4000U);
}

TEST(Expression, TreesAreCountedAsTheyAreWritten) {
  Expressions expressions;
  const NodeId x = expressions.Add({.op = Op::kInput, .symbol = 0});
  NodeId node = expressions.Add({.op = Op::kAdd, .operands = {x, x}});
  EXPECT_EQ(TreeSize(expressions, x, 100), 1U);
  EXPECT_EQ(TreeSize(expressions, node, 100), 3U);
  for (int i = 0; i < 1000; ++i) node = expressions.Add({.op = Op::kAdd, .operands = {node, node}});
  EXPECT_EQ(TreeSize(expressions, node, 100), 101U);
}

TEST(Expression, TextOfLongConstantsStaysShort) {
  Expressions expressions;
  const NodeId text = expressions.Add({.constant = Value::String(std::u16string(100'000, u'a'))});
  NodeId node = text;
  for (int i = 0; i < 30; ++i) node = expressions.Add({.op = Op::kAdd, .operands = {text, node}});
  EXPECT_LT(ToText(expressions, node, {}).size(), 4000U);
}

TEST(Expression, EveryOperatorHasAName) {
  for (int i = 0; i < kOps; ++i) EXPECT_FALSE(OpName(static_cast<Op>(i)).empty());
  EXPECT_EQ(OpName(Op::kRegexCapture), "regexCapture");
  for (int i = 0; i < kTypes; ++i) {
    const auto type = static_cast<Type>(i);
    EXPECT_EQ(TypeFromName(TypeName(type)), type);
  }
  EXPECT_EQ(TypeofName(Type::kNull), "object");
  EXPECT_EQ(TypeofName(Type::kAbsent), "undefined");
}

}  // namespace
}  // namespace kingbird::concolic
