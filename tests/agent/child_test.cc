// What the interpreter does with a test case tree, event by event.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "agent_fixture.h"
#include "model/test_case.h"

namespace kingbird::runtime {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::End;
using model::Event;
using model::Value;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Short(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNumber:
      return fmt::format("{}", value.number);
    case Value::Kind::kString:
      return value.text;
    case Value::Kind::kError:
      return fmt::format("{}: {}", value.type, value.text);
    default:
      return std::string(model::KindName(value.kind));
  }
}

// "return 1 5": kind, node, "in" the call on the stack, the first value (the second of kInvoke, behind `this`).
std::vector<std::string> Lines(const DecodedLog& log) {
  static const char* const kNames[] = {KINGBIRD_EVENTS_TEXTS};
  std::vector<std::string> lines;
  for (const Event& event : log.events) {
    std::string line = fmt::format("{} {}", kNames[static_cast<size_t>(event.kind)], event.node);
    if (event.kind == Event::Kind::kInvoke) {
      line += event.during < 0 ? " later" : fmt::format(" in {}", event.during);
      for (size_t i = 1; i < event.values.size(); ++i) line += " " + Short(event.values[i]);
    } else if (!event.values.empty() && event.kind != Event::Kind::kCall) {
      line += " " + Short(event.values[0]);
    }
    lines.push_back(line);
  }
  return lines;
}

Call Make(Call::Kind kind, int id, std::vector<std::string> path, std::vector<Argument> arguments = {}) {
  Call call;
  call.kind = kind;
  call.id = id;
  call.path = std::move(path);
  call.arguments = std::move(arguments);
  return call;
}

Call On(Argument receiver, Call call) {
  call.receiver = std::move(receiver);
  return call;
}

Argument Function(int id, int parameters, std::vector<Call> body = {}, std::optional<Argument> result = {}) {
  Callback callback;
  callback.id = id;
  callback.parameters = parameters;
  callback.body = std::move(body);
  callback.result = std::move(result);
  return Argument::Function(std::make_shared<Callback>(callback));
}

Argument Number(double value) { return Argument::Literal(Value::Number(value)); }
Argument Text(std::string text) { return Argument::Literal(Value::String(std::move(text))); }

DecodedLog RunTest(std::string_view target, std::vector<Call> body, base::Json options = base::Json::object()) {
  Callback root;
  root.body = std::move(body);
  model::TestCase test;
  test.root = std::make_shared<Callback>(root);
  return RunAgent(target, {{"test", ToJson(test)}, {"options", std::move(options)}});
}

TEST(Child, CallsReturnAndThrowAndTheNextStillRuns) {
  const DecodedLog log =
      RunTest("exports.add = (a, b) => a + b; exports.fail = () => { throw new RangeError('no'); };",
              {Make(Call::Kind::kCall, 1, {"add"}, {Number(2), Number(3)}), Make(Call::Kind::kCall, 2, {"fail"}),
               Make(Call::Kind::kCall, 3, {"add"}, {Argument::Result(1), Argument::Result(2)}),
               Make(Call::Kind::kCall, 4, {"missing"})});
  EXPECT_THAT(Lines(log),
              ElementsAre("call 1", "return 1 5", "call 2", "throw 2 RangeError: no", "call 3", "return 3 nan",
                          "call 4", "missing 4", "throw 4 TypeError: missing is not a function"));
  ASSERT_TRUE(log.end.has_value());
  EXPECT_EQ(log.end->end, End::kFinished);
}

TEST(Child, OnlyAPathThatLeadsToNoFunctionIsMissing) {
  const DecodedLog log = RunTest(
      "let parse; exports.parse = (t) => parse(t); exports.list = { first: 1 };"
      "Object.defineProperty(exports, 'bad', { get() { throw new Error('no'); } });",
      {Make(Call::Kind::kCall, 1, {"parse"}), Make(Call::Kind::kCall, 2, {"list", "first"}),
       Make(Call::Kind::kNew, 3, {"gone", "List"}), Make(Call::Kind::kCall, 4, {"bad"}),
       On(Argument::Result(9), Make(Call::Kind::kMethod, 5, {"add"}))});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "throw 1 TypeError: parse is not a function", "call 2", "missing 2",
                                      "throw 2 TypeError: list.first is not a function", "call 3", "missing 3",
                                      "throw 3 TypeError: Cannot read properties of undefined (reading 'List')",
                                      "call 4", "throw 4 Error: no", "call 5",
                                      "throw 5 TypeError: Cannot read properties of undefined (reading 'add')"));
}

TEST(Child, CallbacksKnowWhoCalledThemAndSeeTheirScope) {
  const DecodedLog log = RunTest(
      "exports.now = (f) => f(1) + f(2); exports.later = (v, f) => { process.nextTick(f, null, v); };",
      {Make(Call::Kind::kCall, 1, {"now"}, {Function(2, 1, {}, Argument::Parameter(2, 0))}),
       Make(Call::Kind::kCall, 3, {"later"},
            {Number(7),
             Function(4, 2, {Make(Call::Kind::kCall, 5, {"now"}, {Function(6, 0, {}, Argument::Parameter(4, 1))})})})});
  EXPECT_THAT(Lines(log),
              ElementsAre("call 1", "invoke 2 in 1 1", "leave 2 1", "invoke 2 in 1 2", "leave 2 2", "return 1 3",
                          "call 3", "return 3 undefined", "invoke 4 later null 7", "call 5", "invoke 6 in 5 1",
                          "leave 6 7", "invoke 6 in 5 2", "leave 6 7", "return 5 14", "leave 4 undefined"));
}

TEST(Child, CallbacksLookLikeFunctions) {
  const DecodedLog log = RunTest(
      "exports.look = (f) => `${f.length} '${f.name}' ${typeof f.prototype}`; exports.self = function (f) { return "
      "f.call('me'); };",
      {Make(Call::Kind::kCall, 1, {"look"}, {Function(2, 3)}), Make(Call::Kind::kCall, 3, {"look"}, {Function(4, 7)}),
       Make(Call::Kind::kCall, 5, {"self"}, {Function(6, 0, {}, Argument::Parameter(6, -1))})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "return 1 3 '' object", "call 3", "return 3 7 '' object", "call 5",
                                      "invoke 6 in 5", "leave 6 me", "return 5 me"));
}

TEST(Child, PromisesAndThenablesAreObserved) {
  const DecodedLog log = RunTest(
      "exports.yes = async () => 5; exports.no = async () => { throw new Error('late'); };"
      "exports.then = { yes: () => ({ then(f) { setImmediate(f, 6); } }) };",
      {Make(Call::Kind::kCall, 1, {"yes"}), Make(Call::Kind::kCall, 2, {"no"}),
       Make(Call::Kind::kCall, 3, {"then", "yes"})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "return 1 promise", "call 2", "return 2 promise", "call 3",
                                      "return 3 object", "fulfill 1 5", "reject 2 Error: late", "fulfill 3 6"));
  EXPECT_EQ(log.end->end, End::kFinished);
}

TEST(Child, AwaitRunsItsContinuation) {
  Call await = On(Argument::Result(1),
                  Make(Call::Kind::kAwait, 2, {},
                       {Function(3, 1, {Make(Call::Kind::kCall, 4, {"twice"}, {Argument::Parameter(3, 0)})})}));
  Call never = On(Argument::Result(5), Make(Call::Kind::kAwait, 6, {}, {Function(7, 1)}));
  const DecodedLog log =
      RunTest("exports.yes = async () => 5; exports.no = () => Promise.reject(1); exports.twice = (x) => 2 * x;",
              {Make(Call::Kind::kCall, 1, {"yes"}), await, Make(Call::Kind::kCall, 5, {"no"}), never});
  EXPECT_THAT(Lines(log),
              ElementsAre("call 1", "return 1 promise", "call 2", "return 2 undefined", "call 5", "return 5 promise",
                          "call 6", "return 6 undefined", "fulfill 1 5", "fulfill 2 5", "invoke 3 later 5", "call 4",
                          "return 4 10", "leave 3 undefined", "reject 5 1", "reject 6 1"));
}

TEST(Child, ConstructsCallsMethodsAssignsAndReadsProperties) {
  Argument property;
  property.kind = Argument::Kind::kProperty;
  property.keys = {"n"};
  property.items = {Argument::Result(1)};
  const DecodedLog log = RunTest(
      "exports.Box = class Box { constructor(n) { this.n = n; } get() { return this.n; } }; exports.id = (x) => x;",
      {Make(Call::Kind::kNew, 1, {"Box"}, {Number(3)}),
       On(Argument::Result(1), Make(Call::Kind::kAssign, 2, {"n"}, {Number(4)})),
       On(Argument::Result(1), Make(Call::Kind::kMethod, 3, {"get"})), Make(Call::Kind::kCall, 4, {"id"}, {property}),
       Make(Call::Kind::kCall, 5, {"Box"}), Make(Call::Kind::kCall, 6, {"id"}, {Argument::Api({"Box"})})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "return 1 object", "call 2", "return 2 undefined", "call 3",
                                      "return 3 4", "call 4", "return 4 4", "call 5",
                                      "throw 5 TypeError: Class constructor Box cannot be invoked without 'new'",
                                      "call 6", "return 6 function"));
  const Event& method = log.events[5];
  ASSERT_EQ(method.values.size(), 2u);
  EXPECT_EQ(method.values[1].type, "Box");
  EXPECT_EQ(method.values[1].Find("n")->number, 4);
}

TEST(Child, MinedCallbacksRunAndAreRecorded) {
  Callback mined;
  mined.id = 2;
  mined.source = "function (a, b) { if (a > 1) throw new Error('big'); return a + 1; }";
  const DecodedLog log =
      RunTest("exports.map = (f) => [f.length, f(1)]; exports.bad = (f) => f(2);",
              {Make(Call::Kind::kCall, 1, {"map"}, {Argument::Function(std::make_shared<Callback>(mined))}),
               Make(Call::Kind::kCall, 3, {"bad"}, {Argument::Function(std::make_shared<Callback>(mined))})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "invoke 2 in 1 1", "leave 2 2", "return 1 array", "call 3",
                                      "invoke 2 in 3 2", "leave 2 Error: big", "throw 3 Error: big"));
  EXPECT_TRUE(log.events[6].threw);
}

// As in the emitted file: a suite of async@3 failed because an assignment threw there alone.
TEST(Child, SourcesOfCallbacksAreStrict) {
  Callback writes;
  writes.id = 2;
  writes.source = "(value) => { value.length = 0; }";
  const DecodedLog log =
      RunTest("exports.each = (f) => f(9);",
              {Make(Call::Kind::kCall, 1, {"each"}, {Argument::Function(std::make_shared<Callback>(writes))})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "invoke 2 in 1 9",
                                      "leave 2 TypeError: Cannot create property 'length' on number '9'",
                                      "throw 1 TypeError: Cannot create property 'length' on number '9'"));
}

TEST(Child, TellsWhoReadsTheDate) {
  EXPECT_TRUE(RunTest("exports.f = () => new Date();", {Make(Call::Kind::kCall, 1, {"f"}, {})}).reads_date);
  EXPECT_FALSE(RunTest("exports.f = () => new Date(5);", {Make(Call::Kind::kCall, 1, {"f"}, {})}).reads_date);
}

TEST(Child, ACallbackMayThrow) {
  Callback thrower;
  thrower.id = 2;
  thrower.throws = true;
  thrower.result = Text("mine");
  const DecodedLog log =
      RunTest("exports.run = (f) => f();",
              {Make(Call::Kind::kCall, 1, {"run"}, {Argument::Function(std::make_shared<Callback>(thrower))})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "invoke 2 in 1", "leave 2 mine", "throw 1 mine"));
}

TEST(Child, TicksTellTurnsApart) {
  const DecodedLog log = RunTest(
      "exports.go = (f) => { f('sync'); Promise.resolve('micro').then(f); setImmediate(f, 'soon'); setTimeout(f, "
      "5, 'timer'); "
      "setTimeout(f, 50000, 'late'); };",
      {Make(Call::Kind::kCall, 1, {"go"}, {Function(2, 1)})});
  std::vector<std::pair<std::string, uint32_t>> ticks;
  for (const Event& event : log.events) {
    if (event.kind == Event::Kind::kInvoke) ticks.emplace_back(event.values[1].text, event.tick);
  }
  ASSERT_EQ(ticks.size(), 5u);
  EXPECT_EQ(ticks[0], (std::pair<std::string, uint32_t>("sync", 0)));
  EXPECT_EQ(ticks[1], (std::pair<std::string, uint32_t>("micro", 0)));
  EXPECT_EQ(ticks[2].first, "soon");
  EXPECT_GT(ticks[2].second, 0u);
  EXPECT_GT(ticks[3].second, ticks[2].second);
  EXPECT_GT(ticks[4].second, ticks[3].second);
}

TEST(Child, EndsAreRecorded) {
  const char* target =
      "exports.uncaught = () => { setTimeout(() => { throw new TypeError('lost'); }, 10); };"
      "exports.reject = () => { Promise.reject('why'); }; exports.exit = (c) => { process.exit(c); };"
      "exports.endless = () => { setInterval(() => {}, 1000); };"
      "exports.immediates = () => { const again = () => setImmediate(again); again(); };"
      "exports.code = () => { process.exitCode = 9; }; exports.background = () => { setInterval(() => {}, 10).unref(); "
      "};"
      "exports.listens = () => { process.on('uncaughtException', () => {}); setTimeout(() => { throw 1; }, 1); };"
      "exports.hears = () => { process.on('unhandledRejection', () => {}); Promise.reject('why'); };"
      "exports.foreign = () => { if (!process.emit('unhandledRejection', 'why', { then() {} })) process.exitCode = 4; "
      "};";
  const auto run = [&](const char* name) {
    DecodedLog log = RunTest(target, {Make(Call::Kind::kCall, 1, {name}, {Number(3)})});
    EXPECT_TRUE(log.end.has_value()) << name;
    if (!log.end) log.end.emplace();
    return log;
  };
  const auto end = [&](const char* name) { return *run(name).end; };
  EXPECT_EQ(end("uncaught").end, End::kUncaughtException);
  EXPECT_EQ(end("uncaught").error.text, "lost");
  EXPECT_EQ(end("reject").end, End::kUnhandledRejection);
  EXPECT_EQ(end("reject").error.text, "why");
  EXPECT_EQ(end("exit").end, End::kExited);
  EXPECT_EQ(end("exit").exit_code, 3);
  EXPECT_EQ(end("endless").end, End::kTimedOut);
  EXPECT_EQ(end("endless").detail, "endless");
  EXPECT_EQ(end("immediates").end, End::kTimedOut);
  EXPECT_EQ(end("code").exit_code, 9);
  EXPECT_EQ(end("code").end, End::kFinished);
  EXPECT_EQ(end("background").end, End::kFinished);
  EXPECT_EQ(end("listens").end, End::kFinished);
  EXPECT_EQ(end("hears").end, End::kFinished);
  // Another library's promise: that library is told that nobody listens, and goes on as it does then.
  const DecodedLog foreign = run("foreign");
  EXPECT_EQ(foreign.end->end, End::kFinished);
  EXPECT_EQ(foreign.end->exit_code, 4);
  EXPECT_TRUE(foreign.announced);
  EXPECT_FALSE(run("background").announced);
}

TEST(Child, TooManyEventsEndTheTest) {
  Callback root;
  root.body = {Make(Call::Kind::kCall, 1, {"many"}, {Function(2, 1)})};
  model::TestCase test;
  test.root = std::make_shared<Callback>(root);
  const DecodedLog log = RunAgent("exports.many = (f) => { for (;;) f('x'.repeat(1000)); };",
                                  {{"test", ToJson(test)}, {"log_size", 100000}});
  ASSERT_TRUE(log.intact);
  EXPECT_GT(log.events.size(), 50u);
  ASSERT_TRUE(log.end.has_value());
  EXPECT_EQ(log.end->end, End::kEventLimit);
}

TEST(Child, SetupVariablesAreReachable) {
  Argument variable;
  variable.kind = Argument::Kind::kSetup;
  variable.keys = {"answer"};
  const DecodedLog log = RunTest("exports.id = (x) => x;", {Make(Call::Kind::kCall, 1, {"id"}, {variable})},
                                 {{"setup", "const answer = target.id(42);"}});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "return 1 42"));
}

TEST(Child, APollutedObjectPrototypeAddsNothingToTheTest) {
  const DecodedLog log = RunTest(
      "exports.pollute = () => { Object.prototype.on = 1; Object.prototype.with = [1]; Object.prototype.result = {}; "
      "Object.prototype.get = 5; Array.prototype.push = null; Array.prototype[Symbol.iterator] = null; "
      "JSON.parse = Promise.prototype.then = Function.prototype.call = null; }; exports.id = (f) => f({a: 1});",
      {Make(Call::Kind::kCall, 1, {"pollute"}), Make(Call::Kind::kCall, 2, {"id"}, {Function(3, 1)})});
  std::vector<std::string> lines = Lines(log);
  EXPECT_EQ(std::erase_if(lines, [](const std::string& line) { return line.starts_with("pollute 1 "); }), 8u);
  EXPECT_THAT(lines, ElementsAre("call 1", "return 1 undefined", "call 2", "invoke 3 in 2 object", "leave 3 undefined",
                                 "return 2 undefined"));
}

TEST(Child, GettersThatCallBackLeaveNoTrace) {
  const DecodedLog log = RunTest("exports.trap = (f) => ({ get x() { return f(1); } });",
                                 {Make(Call::Kind::kCall, 1, {"trap"}, {Function(2, 1)})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "return 1 object"));
}

TEST(Child, RecursionToTheEndOfTheStackIsRecorded) {
  const DecodedLog log = RunTest(
      "exports.deep = (f) => { const down = (n) => { f(n); return down(n + 1); }; return down(0); }; exports.id = "
      "(x) => x;",
      {Make(Call::Kind::kCall, 1, {"deep"}, {Function(2, 0)}), Make(Call::Kind::kCall, 3, {"id"}, {Number(1)})});
  ASSERT_TRUE(log.intact);
  EXPECT_THAT(Lines(log), ::testing::Contains(HasSubstr("throw 1 RangeError: Maximum call stack")));
  EXPECT_EQ(Lines(log).back(), "return 3 1");
}

TEST(Child, BeforeExitMayBeginSomethingNew) {
  const DecodedLog log =
      RunTest("exports.last = (f) => { process.once('beforeExit', () => setTimeout(f, 10, 'more')); };",
              {Make(Call::Kind::kCall, 1, {"last"}, {Function(2, 1)})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "return 1 undefined", "invoke 2 later more", "leave 2 undefined"));
  EXPECT_EQ(log.end->end, End::kFinished);
}

TEST(Child, WarningsAreEvents) {
  const DecodedLog log =
      RunTest("exports.warn = () => { process.emitWarning('careful'); };", {Make(Call::Kind::kCall, 1, {"warn"})});
  EXPECT_THAT(Lines(log), ElementsAre("call 1", "return 1 undefined", "warning -1 Error: careful"));
}

}  // namespace
}  // namespace kingbird::runtime
