#include "emit/paste_text.h"

#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Value;

Call At(int id, model::AccessPath path, std::vector<Argument> arguments = {}) {
  Call call = model::CallOf(id, "", std::move(arguments));
  call.path = std::move(path);
  return call;
}
const Argument kOne = Argument::Literal(Value::Number(1));

TEST(PasteText, MembersStandByThemselves) {
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"formatPrice"}, {kOne})}), {}), "formatPrice(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"promises", "read"}, {kOne})}), {}), "promises.read(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"money", "formatPrice"}, {kOne})}), {"shop", true}), "formatPrice(1)");
}

TEST(PasteText, WhatHasNoNameIsCalledLikeItsModule) {
  EXPECT_EQ(PasteText(model::TestOf({At(1, {}, {kOne})}), {"camelcase"}), "camelcase(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"default"}, {kOne})}), {"camelcase"}), "camelcase(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"money", "default"}, {kOne})}), {"shop", true}), "money(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"money"}, {kOne})}), {"shop", true}), "money(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"delete"}, {kOne})}), {"cache"}), "cache.delete(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"a-b"}, {kOne})}), {"lib"}), "lib['a-b'](1)");
}

TEST(PasteText, MembersOfAFunctionAreCalledOnIt) {
  model::Api api;
  api.functions = {{.path = {"queue"}}, {.path = {"money", "cents"}}};
  const PasteNames names = PasteNamesOf(api, "app", true);
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"queue", "from"}, {kOne})}), names), "queue.from(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"money", "cents"}, {kOne})}), names), "cents(1)");
  EXPECT_EQ(PasteText(model::TestOf({At(1, {"cart", "default", "of"}, {kOne})}), names), "cart.of(1)");
}

TEST(PasteText, StatementsAndCallbacks) {
  Call make = At(1, {"shop", "Cart"});
  make.kind = Call::Kind::kNew;
  auto callback = std::make_shared<model::Callback>();
  callback->id = 2;
  callback->result = kOne;
  Call add = At(3, {"each"}, {Argument::Function(callback)});
  add.kind = Call::Kind::kMethod;
  add.receiver = Argument::Result(1);
  EXPECT_EQ(PasteText(model::TestOf({make, add}), {"app", true}),
            "const result = new Cart()\nconst callback = function () {\n  return 1\n}\nresult.each(callback)");
}

}  // namespace
}  // namespace kingbird::emit
