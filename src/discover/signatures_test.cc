#include "discover/signatures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "runtime/fake_executor.h"

namespace kingbird::discover {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Execution;
using model::Function;
using model::Value;

/// What happens in a test that a fake target writes down.
class Scene {
 public:
  Scene(const Call& call, Execution& execution) : call_(call), execution_(execution) {}

  bool IsFunction(size_t i) const { return i < call_.arguments.size() && call_.arguments[i].callback != nullptr; }
  bool IsText(size_t i) const {
    return i < call_.arguments.size() && call_.arguments[i].literal.kind == Value::Kind::kString && !IsFunction(i);
  }
  void Return(Value value) { Add(Event::Kind::kReturn, call_.id, -1, {std::move(value)}); }
  void Throw() { Add(Event::Kind::kThrow, call_.id, -1, {Value()}); }
  void Invoke(size_t i, bool later, std::vector<Value> values) {
    Invoke(*call_.arguments[i].callback, later, std::move(values));
  }
  void Invoke(const model::Callback& callback, bool later, std::vector<Value> values) {
    values.insert(values.begin(), Value());
    Add(Event::Kind::kInvoke, callback.id, later ? -1 : call_.id, std::move(values));
  }
  const Call& call() const { return call_; }

 private:
  void Add(Event::Kind kind, int node, int during, std::vector<Value> values) {
    Event event;
    event.kind = kind;
    event.node = node;
    event.during = during;
    event.values = std::move(values);
    execution_.events.push_back(std::move(event));
  }

  const Call& call_;
  Execution& execution_;
};

/// Runs every call of a test by a C++ function instead of JavaScript.
class FakeTarget : public runtime::FakeExecutor {
 public:
  explicit FakeTarget(const std::function<void(Scene&)>& behave)
      : FakeExecutor([behave](const model::TestCase& test, const runtime::RunOptions&) {
          Execution execution;
          for (const Call& call : test.root->body) {
            Scene scene(call, execution);
            behave(scene);
          }
          return execution;
        }) {}
};

Value Of(Value::Kind kind) {
  Value value;
  value.kind = kind;
  return value;
}

std::vector<std::string> SignaturesOf(const Function& function) {
  std::vector<std::string> texts;
  for (const model::Signature& signature : function.signatures) {
    std::string text;
    for (const model::Position position : signature.arguments) text += std::string(ToString(position)) + " ";
    for (const model::OptionCallback& option : signature.options) text += option.key + ":";
    texts.push_back(text);
  }
  return texts;
}

bool Has(const Function& function, const std::string& text) {
  const std::vector<std::string> all = SignaturesOf(function);
  return std::find(all.begin(), all.end(), text) != all.end();
}

model::Api ApiWith(const std::string& name, std::vector<std::string> parameters) {
  Function function;
  function.path = {name};
  function.length = static_cast<int>(parameters.size());
  function.parameters = std::move(parameters);
  return {{function}, {}};
}

model::Api Discover(model::Api api, std::function<void(Scene&)> behave, generate::MinedLiterals mined = {}) {
  FakeTarget target(std::move(behave));
  const generate::ValuePool pool(std::move(mined), {"file.txt", "folder"});
  EXPECT_TRUE(DiscoverSignatures(api, target, pool, {}).ok());
  return api;
}

TEST(Signatures, TellNowFromLater) {
  const model::Api api = Discover(ApiWith("both", {"each", "done"}), [](Scene& scene) {
    if (scene.IsFunction(0)) scene.Invoke(0, false, {Value::Number(1)});
    scene.Return(Value::Undefined());
    if (scene.IsFunction(1)) scene.Invoke(1, true, {Value::Null()});
  });
  EXPECT_TRUE(Has(api.functions[0], "sync async "));
  EXPECT_TRUE(Has(api.functions[0], "sync _ "));
  EXPECT_TRUE(Has(api.functions[0], "_ async "));
}

TEST(Signatures, FindAnOptionalArgumentBeforeTheCallback) {
  const model::Api api = Discover(ApiWith("read", {"file", "options", "callback"}), [](Scene& scene) {
    const size_t at = scene.IsFunction(1) ? 1 : 2;
    scene.Return(Value::Undefined());
    if (scene.IsFunction(at)) scene.Invoke(at, true, {Value::Null()});
  });
  EXPECT_TRUE(Has(api.functions[0], "_ async "));
  EXPECT_TRUE(Has(api.functions[0], "_ _ async "));
  EXPECT_FALSE(Has(api.functions[0], "async "));
}

TEST(Signatures, ACallbackThatNeverRunsIsNone) {
  const model::Api api =
      Discover(ApiWith("ignore", {"callback"}), [](Scene& scene) { scene.Return(Value::Number(1)); });
  EXPECT_EQ(SignaturesOf(api.functions[0]), (std::vector<std::string>{"", "_ ", "_ _ "}));
}

TEST(Signatures, WhatAlwaysThrowsHasNone) {
  const model::Api api = Discover(ApiWith("fail", {"a"}), [](Scene& scene) { scene.Throw(); });
  EXPECT_TRUE(api.functions[0].signatures.empty());
}

// The second callback runs only after the first has called the function it was given.
TEST(Signatures, CallWhatACallbackIsHanded) {
  const model::Api api = Discover(ApiWith("walk", {"visit", "done"}), [](Scene& scene) {
    scene.Return(Value::Undefined());
    if (!scene.IsFunction(0)) return;
    scene.Invoke(0, true, {Of(Value::Kind::kFunction)});
    const bool goes_on = !scene.call().arguments[0].callback->body.empty();
    if (goes_on && scene.IsFunction(1)) scene.Invoke(1, true, {Value::Null()});
  });
  EXPECT_TRUE(Has(api.functions[0], "async async "));
}

TEST(Signatures, LookIntoOptionObjects) {
  generate::MinedLiterals mined;
  mined.callback_keys = {"filter", "other"};
  const model::Api api = Discover(
      ApiWith("copy", {"from", "options"}),
      [](Scene& scene) {
        const std::vector<Argument>& arguments = scene.call().arguments;
        for (size_t i = 0; arguments.size() > 1 && i < arguments[1].keys.size(); ++i) {
          if (arguments[1].keys[i] == "filter") scene.Invoke(*arguments[1].items[i].callback, false, {});
        }
        scene.Return(Value::Undefined());
      },
      mined);
  EXPECT_TRUE(Has(api.functions[0], "_ _ filter:"));
}

// A function that reports later returns undefined whatever it is given: that is no success to learn values from.
TEST(Signatures, PreferWhatCalledBackToSilence) {
  const model::Api api = Discover(ApiWith("load", {"file", "callback"}), [](Scene& scene) {
    scene.Return(Value::Undefined());
    if (scene.IsFunction(1)) scene.Invoke(1, true, {scene.IsText(0) ? Value::Null() : Of(Value::Kind::kError)});
  });
  double with = 0;
  double silent = 0;
  for (const model::Signature& signature : api.functions[0].signatures) {
    const bool calls_back = std::ranges::any_of(
        signature.arguments, [](model::Position position) { return position != model::Position::kPlain; });
    double& most = calls_back ? with : silent;
    most = std::max(most, signature.weight);
  }
  EXPECT_GT(with, silent);
}

TEST(Signatures, MethodsOfReturnedObjectsJoinTheApi) {
  const model::Api api = Discover(ApiWith("open", {}), [](Scene& scene) {
    if (scene.call().kind == Call::Kind::kMethod) {
      scene.Return(Value::Number(1));
      if (scene.IsFunction(0)) scene.Invoke(0, true, {Value::Null()});
      return;
    }
    Value handle = Of(Value::Kind::kObject);
    handle.type = "Handle";
    handle.methods = {"close"};
    scene.Return(handle);
  });
  const Function* close = api.Find("Handle#close");
  ASSERT_NE(close, nullptr);
  EXPECT_TRUE(Has(*close, "async "));
}

// Who makes an object only of what cannot be written down makes no receivers, and its methods are not called.
TEST(Signatures, MethodsWhoseReceiversNobodyMakesAreLeftAlone) {
  generate::MinedLiterals mined;
  mined.callback_keys = {"filter"};
  model::Api api = ApiWith("open", {"options"});
  Function close;
  close.kind = Function::Kind::kMethod;
  close.owner = "Handle";
  close.path = {"close"};
  api.functions.push_back(close);
  bool called = false;
  const auto behave = [&](Scene& scene) {
    called |= scene.call().kind == Call::Kind::kMethod;
    const std::vector<Argument>& arguments = scene.call().arguments;
    Value handle = Of(Value::Kind::kObject);
    handle.type = "Handle";
    handle.methods = {"close"};
    const bool with_options = !arguments.empty() && arguments[0].kind == Argument::Kind::kObject;
    scene.Return(with_options ? handle : Value::Undefined());
  };
  Discover(api, behave, mined);
  EXPECT_FALSE(called);
}

}  // namespace
}  // namespace kingbird::discover
