#include "emit/test_writer.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "emit/finding_script.h"
#include "emit/minimizer.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Execution;
using model::TestCase;
using model::Value;

Value Error(std::string type, std::string code = "") {
  Value error;
  error.kind = Value::Kind::kError;
  error.type = std::move(type);
  if (!code.empty()) error.properties = {{"code", Value::String(std::move(code))}};
  return error;
}

TestCase OneCall(Call call) {
  Callback root;
  call.id = 1;
  root.body.push_back(std::move(call));
  return {std::make_shared<Callback>(root), 10};
}

Event Returned(int node, Value value) {
  return {.kind = Event::Kind::kReturn, .node = node, .values = {std::move(value), Value()}};
}

std::string Body(const TestCase& test, const Execution& execution) {
  const auto written = WriteTest(test, {execution, {}}, {.module_variable = "lib"});
  return written ? base::Join(written->body, "\n") : "(nothing)";
}

TEST(TestWriter, ASynchronousResultIsOneLine) {
  const TestCase test = OneCall({.path = {"add"}, .arguments = {Argument::Literal(Value::Number(1))}});
  Execution execution;
  execution.events = {Returned(1, Value::Number(3))};
  EXPECT_EQ(Body(test, execution), "assert.equal(lib.add(1), 3);");
}

TEST(TestWriter, WhatIsLeftOnSharedObjectsIsAssertedAndTakenAway) {
  const TestCase test = OneCall({.path = {"set"}});
  const auto pollution = [](int node, bool added) {
    const Value path = Value::Array({Value::String("Object"), Value::String("prototype"), Value::String("a-b")});
    return Event{
        .kind = Event::Kind::kPollute, .node = node, .values = {path, Value::Number(1), Value::Boolean(added)}};
  };
  Execution execution;
  execution.events = {Returned(1, Value::Number(3)), pollution(1, true)};
  const std::string taken = "assert.equal(Object.prototype['a-b'], 1);\ndelete Object.prototype['a-b'];";
  EXPECT_EQ(Body(test, execution), "assert.equal(lib.set(), 3);\n" + taken);
  EXPECT_EQ(WriteTest(test, {execution, {}}, {})->title, "without arguments returns 3 and pollutes Object.prototype");
  execution.events[1] = pollution(0, true);
  EXPECT_EQ(Body(test, execution), "assert.equal(lib.set(), 3);\n" + taken);
  execution.events[1] = pollution(1, false);
  EXPECT_EQ(Body(test, execution), "(nothing)");
}

TEST(TestWriter, AThrowIsAsserted) {
  const TestCase test = OneCall({.path = {"parse"}});
  Execution execution;
  execution.events = {{.kind = Event::Kind::kThrow, .node = 1, .values = {Error("TypeError", "ERR_X"), Value()}}};
  EXPECT_EQ(Body(test, execution), "assert.throws(() => lib.parse(), error('TypeError', 'ERR_X'));");
}

TEST(TestWriter, WhatStreamsHaveFromNodeIsCalledAndNotAsserted) {
  const auto body = [](const char* member, Value receiver) {
    TestCase test = OneCall({.kind = Call::Kind::kMethod, .path = {member}});
    auto root = std::make_shared<Callback>(*test.root);
    root->body[0].receiver = Argument::Api({"parser"});
    test.root = root;
    Execution execution;
    execution.events = {
        {.kind = Event::Kind::kReturn, .node = 1, .values = {Value::Number(16384), std::move(receiver)}}};
    return Body(test, execution);
  };
  Value stream;
  stream.kind = Value::Kind::kObject;
  stream.type = "Parser";
  Value plain = stream;
  stream.properties = {{"_readableState", Value()}};
  EXPECT_EQ(body("read", stream), "(nothing)");
  EXPECT_EQ(body("read", plain), "assert.equal(lib.parser.read(), 16384);");
  EXPECT_EQ(body("rows", stream), "assert.equal(lib.parser.rows(), 16384);");
}

TEST(TestWriter, WhatRootMayDoIsForOrdinaryUsers) {
  const auto needs_user = [](const char* path, const Value& error) {
    const TestCase test = OneCall({.path = {"pack"}, .arguments = {Argument::Literal(Value::String(path))}});
    Execution execution;
    execution.events = {{.kind = Event::Kind::kThrow, .node = 1, .values = {error, Value()}}};
    return WriteTest(test, {execution, {}}, {.module_variable = "lib"})->needs_ordinary_user;
  };
  EXPECT_TRUE(needs_user("full", Error("Error", "EACCES")));
  EXPECT_FALSE(needs_user("full", Error("Error", "EISDIR")));
}

TEST(TestWriter, ACallbackIsASpyAssertedAtTheEnd) {
  auto callback = std::make_shared<Callback>();
  callback->id = 2;
  const TestCase test =
      OneCall({.path = {"readFile"},
               .arguments = {Argument::Literal(Value::String("malformed.json")), Argument::Function(callback)}});
  Execution execution;
  execution.events = {
      Returned(1, Value::Undefined()),
      {.kind = Event::Kind::kInvoke, .node = 2, .during = -1, .values = {Value(), Error("SyntaxError")}}};
  EXPECT_EQ(Body(test, execution),
            "const callback = spy();\n"
            "lib.readFile('malformed.json', callback);\n"
            "same(await callback.calls(1), [[error('SyntaxError')]]);");
  EXPECT_EQ(WriteTest(test, {execution, {}}, {})->title, "with 'malformed.json' calls back with SyntaxError")
      << "no file was looked at";
  execution.files = true;
  EXPECT_EQ(WriteTest(test, {execution, {}}, {})->title, "on malformed JSON calls back with SyntaxError");
}

TEST(TestWriter, ACallbackWithVaryingCountsIsNotAsserted) {
  auto callback = std::make_shared<Callback>();
  callback->id = 2;
  const TestCase test = OneCall({.path = {"watch"}, .arguments = {Argument::Function(callback)}});
  Execution once;
  once.events = {Returned(1, Value::Number(1)), {.kind = Event::Kind::kInvoke, .node = 2, .values = {Value()}}};
  Execution never;
  never.events = {Returned(1, Value::Number(1))};
  for (const auto& runs : {std::vector{once, never}, std::vector{never, once}}) {
    const auto stable = StablePart(runs);
    ASSERT_TRUE(stable.has_value());
    EXPECT_EQ(base::Join(WriteTest(test, *stable, {})->body, "\n"),
              "const callback = spy();\nassert.equal(lib.watch(callback), 1);");
  }
}

TEST(TestWriter, WhatIsInsideACallbackIsAssertedOutside) {
  auto callback = std::make_shared<Callback>();
  callback->id = 2;
  callback->parameters = 1;
  callback->body.push_back({.id = 3, .path = {"use"}, .receiver = {}, .arguments = {Argument::Parameter(2, 0)}});
  const TestCase test = OneCall({.path = {"open"}, .arguments = {Argument::Function(callback)}});
  Execution execution;
  execution.events = {Returned(1, Value::Undefined()),
                      {.kind = Event::Kind::kInvoke, .node = 2, .values = {Value(), Value::Null()}},
                      {.kind = Event::Kind::kThrow, .node = 3, .values = {Error("TypeError"), Value()}}};
  EXPECT_EQ(Body(test, execution),
            "let nested;\n"
            "const callback = spy((err) => {\n"
            "  nested = caught(() => lib.use(err));\n"
            "});\n"
            "lib.open(callback);\n"
            "same(await callback.calls(1), [[null]]);\n"
            "same(nested, error('TypeError'));");
}

TEST(TestWriter, PromisesAreAwaited) {
  Value promise;
  promise.kind = Value::Kind::kPromise;
  const TestCase test = OneCall({.path = {"load"}});
  Execution execution;
  execution.events = {Returned(1, promise), {.kind = Event::Kind::kReject, .node = 1, .values = {Error("RangeError")}}};
  EXPECT_EQ(Body(test, execution), "await assert.rejects(lib.load(), error('RangeError'));");
  execution.events[1] = {.kind = Event::Kind::kFulfill, .node = 1, .values = {Value::Array({Value::Number(1)})}};
  EXPECT_EQ(Body(test, execution), "same(await lib.load(), [1]);");
}

TEST(TestWriter, ACrashIsNoTest) {
  const TestCase test = OneCall({.path = {"die"}});
  Execution execution;
  execution.end = model::End::kUncaughtException;
  EXPECT_EQ(Body(test, execution), "(nothing)");
}

TEST(StablePart, MasksWhatDiffers) {
  Execution a, b;
  a.events = {Returned(1, Value::Object({{"size", Value::Number(3)}, {"time", Value::Number(10)}}))};
  b.events = {Returned(1, Value::Object({{"size", Value::Number(3)}, {"time", Value::Number(11)}}))};
  const std::vector<Execution> runs{a, b};
  const auto stable = StablePart(runs);
  ASSERT_TRUE(stable.has_value());
  const Value& value = stable->execution.events.at(0).values.at(0);
  EXPECT_EQ(value.Find("size")->number, 3);
  EXPECT_EQ(value.Find("time")->kind, Value::Kind::kCut);
}

// Minimise under a property of the tree itself; no execution needed.
TestCase Minimized(TestCase test, const std::function<bool(const TestCase&)>& keeps) {
  Minimizer minimizer(std::move(test), 500);
  for (std::vector<TestCase> candidates = minimizer.Candidates(); !candidates.empty();
       candidates = minimizer.Candidates()) {
    int accepted = -1;
    for (size_t i = 0; accepted < 0 && i < candidates.size(); ++i) {
      EXPECT_EQ(model::WellFormedness(candidates[i]), "");
      if (keeps(candidates[i])) accepted = static_cast<int>(i);
    }
    minimizer.Report(accepted);
  }
  return minimizer.test();
}

TEST(Minimizer, KeepsOnlyWhatThePropertyNeeds) {
  auto callback = std::make_shared<Callback>();
  callback->id = 2;
  callback->parameters = 2;
  callback->result = Argument::Literal(Value::Number(7));
  callback->body.push_back({.id = 3,
                            .path = {"wanted"},
                            .receiver = {},
                            .arguments = {Argument::Result(6), Argument::Literal(Value::Number(9))}});
  callback->body.push_back({.id = 4, .path = {"noise"}, .receiver = {}, .arguments = {}});
  Callback root;
  root.body.push_back({.id = 6,
                       .path = {"made"},
                       .receiver = {},
                       .arguments = {Argument::Literal(Value::String("a long string value"))}});
  root.body.push_back({.id = 1,
                       .path = {"outer"},
                       .receiver = {},
                       .arguments = {Argument::Literal(Value::Null()), Argument::Function(callback)}});
  root.body.push_back({.id = 5, .path = {"noise"}, .receiver = {}, .arguments = {Argument::Result(1)}});
  const TestCase small = Minimized({std::make_shared<Callback>(root), 7}, [](const TestCase& test) {
    bool found = false;
    bool outer = false;
    model::ForEachCall(*test.root, [&](const Call& call) {
      outer |= call.path == model::AccessPath{"outer"};
      found |= call.path == model::AccessPath{"wanted"} && !call.arguments.empty() &&
               call.arguments[0].kind == Argument::Kind::kResult;
    });
    return found && outer;
  });
  model::Finding finding;
  finding.test = small;
  finding.message = "throws";
  model::Execution execution;
  for (int call : {6, 1, 3})
    execution.events.push_back({.kind = model::Event::Kind::kReturn, .node = call, .values = {Value()}});
  const std::string script = WriteFindingScript(finding, execution, 0, {"package", "package@1.0.0", "lib", false});
  EXPECT_EQ(script.substr(script.find("const lib")),
            "const lib = require('package');\n\n"
            "const result = lib.made();\n"
            "const callback = function () {\n"
            "  lib.wanted(result);\n"
            "};\n"
            "lib.outer(null, callback);\n");
}

}  // namespace
}  // namespace kingbird::emit
