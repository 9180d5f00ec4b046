#include "explore/call_text.h"

#include <gtest/gtest.h>

namespace kingbird::explore {
namespace {

using concolic::Assignment;
using concolic::Input;
using concolic::Type;

Input NumberOf(double number) {
  Input input;
  input.type = Type::kNumber;
  input.number = number;
  return input;
}

Input AnObject() {
  Input input;
  input.type = Type::kObject;
  return input;
}

TEST(CallText, LeavesOutWhatSaysNothing) {
  Assignment input;
  input.arguments = {NumberOf(1)};
  EXPECT_EQ(CallText("f", false, input), "f(1)");
  input.self = AnObject();
  EXPECT_EQ(CallText("f", false, input), "f(1)") << "`this` without properties";
  input.globals["x"] = Input();
  EXPECT_EQ(CallText("f", false, input), "f(1)") << "a name that nobody declares";
}

TEST(CallText, TellsWhatElseTheRunWasGiven) {
  Assignment input;
  input.arguments = {NumberOf(1)};
  input.self = AnObject();
  input.self.properties["n"] = NumberOf(2);
  input.globals["limit"] = NumberOf(3);
  EXPECT_EQ(CallText("f", false, input), "f.call({n: 2}, 1) with limit = 3");
  Assignment inner;
  inner.globals["outer1:0"] = NumberOf(4);
  EXPECT_EQ(CallText("g", false, inner), "g() inside a call with (4)");
}

TEST(PasteableCall, IsACallOfAnExport) {
  ExplorableFunction function;
  function.name = "Stack.prototype.push";
  function.reach = Reach{.path = {"Stack", "prototype", "push"}, .uses_this = true};
  Assignment input;
  input.arguments = {NumberOf(1)};
  input.self = AnObject();
  EXPECT_EQ(PasteableCall(function, input, {}, {}), "const result = Object.create(Stack.prototype); result.push(1)");
  function.reach.reset();
  EXPECT_EQ(PasteableCall(function, input, {}, {}), "Stack.prototype.push(1)");
}

}  // namespace
}  // namespace kingbird::explore
