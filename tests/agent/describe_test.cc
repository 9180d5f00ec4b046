// Both ends of the descriptor at once: Node describes the value of an expression, the decoder reads it, and the JSON of
// the result is compared. Left: what the program has. Right: what oracles see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agent_fixture.h"

namespace kingbird::runtime {
namespace {

using model::Event;
using model::Value;

struct Case {
  const char* code;
  const char* json;
};

constexpr Case kCases[] = {
    {"undefined", R"({"k":"undefined"})"},
    {"(require('v8').setFlagsFromString('--allow-natives-syntax'), (0, eval)('%GetUndetectable()'))",
     R"({"k":"object","c":"Object"})"},
    {"null", R"({"k":"null"})"},
    {"true", R"({"k":"boolean","n":1})"},
    {"false", R"({"k":"boolean"})"},
    {"0", R"({"k":"number"})"},
    {"-0", R"({"k":"number","n":"-0"})"},
    {"NaN", R"({"k":"number","n":"NaN"})"},
    {"-Infinity", R"({"k":"number","n":"-Infinity"})"},
    {"-2147483648", R"({"k":"number","n":-2147483648})"},
    {"4294967296", R"({"k":"number","n":4294967296})"},
    {"0.1", R"({"k":"number","n":0.1})"},
    {"-123456789012345678901234567890n", R"({"k":"bigint","t":"-123456789012345678901234567890"})"},
    {"''", R"({"k":"string"})"},
    {"'grün €uro 😀'", R"({"k":"string","t":"grün €uro 😀"})"},
    {"'a\\ud800b'", R"({"k":"string","t":[97,55296,98]})"},
    {"'long enough to be written by Node, with a lone \\udc00'.length", R"({"k":"number","n":48})"},
    {"Symbol('s')", R"({"k":"symbol","t":"s"})"},
    {"Symbol.for('s')", R"({"k":"symbol","t":"s","c":"global"})"},
    {"Symbol.iterator", R"({"k":"symbol","t":"Symbol.iterator","c":"well-known"})"},
    {"[1,,undefined]", R"({"k":"array","c":"Array","i":[{"k":"number","n":1},{"k":"hole"},{"k":"undefined"}]})"},
    {"Object.assign([1], {x: 2})",
     R"({"k":"array","c":"Array","i":[{"k":"number","n":1}],"p":[["x",{"k":"number","n":2}]]})"},
    {"new (class Row extends Array {})(2)", R"({"k":"array","c":"Row","i":[{"k":"hole"},{"k":"hole"}]})"},
    {"({b: 1, a: {}})",
     R"({"k":"object","c":"Object","p":[["b",{"k":"number","n":1}],["a",{"k":"object","c":"Object"}]]})"},
    {"Object.assign(Object.create(null), {a: null})", R"({"k":"object","p":[["a",{"k":"null"}]]})"},
    {"new (class Point { constructor() { this.x = 1; } get y() { throw 1; } })()",
     R"({"k":"object","c":"Point","p":[["x",{"k":"number","n":1}]]})"},
    {"new (class { })()", R"({"k":"object","c":"Object"})"},
    {"new (class { static name() {} })()", R"({"k":"object","c":"Object"})"},
    {"({[Symbol.iterator]: 1, [Symbol('q')]: 2})",
     R"({"k":"object","c":"Object","p":[["@@Symbol.iterator",{"k":"number","n":1}],["@@q",{"k":"number","n":2}]]})"},
    {"({get a() { return 7; }, get b() { throw new TypeError('no'); }})",
     R"({"k":"object","c":"Object","p":[["a",{"k":"number","n":7}],["b",{"k":"throws","i":[{"k":"error","t":"no","c":"TypeError"}]}]]})"},
    {"new Map([[1, {}]])", R"({"k":"map","c":"Map","i":[{"k":"number","n":1},{"k":"object","c":"Object"}]})"},
    {"new Set(['a'])", R"({"k":"set","c":"Set","i":[{"k":"string","t":"a"}]})"},
    {"new Date(86400000)", R"({"k":"date","n":86400000})"},
    {"new Date(NaN)", R"({"k":"date","n":"NaN"})"},
    {"/a\\/b/gi", R"({"k":"regexp","t":"a\\/b","c":"gi"})"},
    {"Object.assign(new RangeError('m'), {code: 'E', stack: 'x'})",
     R"({"k":"error","t":"m","c":"RangeError","p":[["code",{"k":"string","t":"E"}]]})"},
    {"new (class MyError extends Error {})('m', {cause: 1})",
     R"({"k":"error","t":"m","c":"MyError","p":[["cause",{"k":"number","n":1}]]})"},
    {"(() => { function Old(m) { this.message = m; } Old.prototype = Object.create(Error.prototype, {constructor: "
     "{value: Old}, code: {value: 3}}); return new Old('m'); })()",
     R"({"k":"error","t":"m","c":"Old","p":[["code",{"k":"number","n":3}]]})"},
    {"(() => { try { require('fs').closeSync(1.5); } catch (e) { return e; } })()",
     R"({"k":"error","t":"The value of \"fd\" is out of range. It must be an integer. Received 1.5","c":"RangeError","p":[["code",{"k":"string","t":"ERR_OUT_OF_RANGE"}]]})"},
    {"Buffer.from('hi')", R"({"k":"bytes","t":"aGk=","c":"Buffer"})"},
    {"new Uint16Array([1, 2])", R"({"k":"bytes","t":"AQACAA==","c":"Uint16Array"})"},
    {"new Uint8Array([1, 2, 3]).buffer", R"({"k":"bytes","t":"AQID","c":"ArrayBuffer"})"},
    {"new DataView(new Uint8Array([1, 2, 3]).buffer, 1)", R"({"k":"bytes","t":"AgM=","c":"DataView"})"},
    {"new Promise(() => {})", R"({"k":"promise","t":"pending","c":"Promise"})"},
    {"Promise.resolve('<pending>')", R"({"k":"promise","t":"fulfilled","c":"Promise"})"},
    {"(() => { const p = Promise.reject(1); p.catch(() => {}); return p; })()",
     R"({"k":"promise","t":"rejected","c":"Promise"})"},
    {"new (class Later extends Promise {})(() => {})", R"({"k":"promise","t":"pending","c":"Later"})"},
    {"function f(a, b) {}", R"({"k":"function","n":2,"t":"f"})"},
    {"Object.assign(async () => {}, {x: 1})", R"({"k":"function","c":"async","p":[["x",{"k":"number","n":1}]]})"},
    {"class A {}", R"({"k":"function","t":"A","c":"class"})"},
    {"function* () {}", R"({"k":"function","c":"generator"})"},
    {"new Proxy({}, {get() { throw 1; }, getPrototypeOf() { throw 1; }, ownKeys() { throw 1; }})", R"({"k":"proxy"})"},
    {"new Proxy(function () {}, {get() { throw 1; }})", R"({"k":"proxy"})"},
    {"Object.create(new Proxy({}, {get() { throw 1; }, getPrototypeOf() { throw 1; }}))", R"({"k":"object"})"},
    {"globalThis", R"({"k":"object","c":"globalThis"})"},
    {"Object(5)", R"({"k":"object","c":"Number","i":[{"k":"number","n":5}]})"},
    {"(() => { const a = {}; a.self = a; return a; })()",
     R"({"k":"object","c":"Object","p":[["self",{"k":"reference","n":1}]],"id":1})"},
    {"(() => { const s = [1]; return [{}, s, s]; })()",
     R"({"k":"array","c":"Array","i":[{"k":"object","c":"Object"},{"k":"array","c":"Array","i":[{"k":"number","n":1}],"id":3},{"k":"reference","n":3}]})"},
};

TEST(Describe, EveryKindOfValue) {
  base::Json expressions = base::Json::array();
  for (const Case& entry : kCases) expressions.push_back({{"code", entry.code}});
  const DecodedLog log = DescribeAll(expressions);
  ASSERT_TRUE(log.intact);
  ASSERT_EQ(log.events.size(), std::size(kCases));
  for (size_t i = 0; i < log.events.size(); ++i) {
    EXPECT_EQ(base::DumpJson(ToJson(log.events[i].values[0])), kCases[i].json) << kCases[i].code;
  }
}

Value DescribeOne(const std::string& code, bool methods = false) {
  const DecodedLog log = DescribeAll({{{"code", code}, {"methods", methods}}});
  EXPECT_TRUE(log.intact);
  EXPECT_EQ(log.events.size(), 1u);
  return log.events.empty() ? Value{} : log.events[0].values[0];
}

TEST(Describe, LimitsLeaveAnHonestMark) {
  const Value text = DescribeOne("'x'.repeat(10000)");
  EXPECT_EQ(text.text.size(), 8192u);
  ASSERT_EQ(text.items.size(), 1u);
  EXPECT_EQ(text.items[0].kind, Value::Kind::kCut);
  EXPECT_EQ(text.items[0].number, 10000 - 8192);

  const Value array = DescribeOne("Array.from({length: 1000}, (_, i) => i)");
  ASSERT_EQ(array.items.size(), 129u);
  EXPECT_EQ(array.items.back().kind, Value::Kind::kCut);
  EXPECT_EQ(array.items.back().number, 1000 - 128);

  const Value object = DescribeOne("Object.fromEntries(Array.from({length: 200}, (_, i) => ['k' + i, i]))");
  ASSERT_EQ(object.properties.size(), 129u);
  EXPECT_EQ(object.properties.back().name, "");
  EXPECT_EQ(object.properties.back().value.number, 200 - 128);

  const Value* deep = nullptr;
  const Value chain = DescribeOne("(() => { let a = {}; for (let i = 0; i < 50; i++) a = {a}; return a; })()");
  int depth = 0;
  for (deep = &chain; deep->Find("a") != nullptr; deep = deep->Find("a")) ++depth;
  EXPECT_EQ(depth, 9);
  EXPECT_EQ(deep->kind, Value::Kind::kCut);
  EXPECT_EQ(deep->number, -1);

  const Value bytes = DescribeOne("Buffer.alloc(5000)");
  EXPECT_EQ(bytes.text.size(), 4096u);
  ASSERT_EQ(bytes.items.size(), 1u);
}

TEST(Describe, AHugeGraphStaysSmall) {
  const Value graph = DescribeOne(
      "(() => { const make = (d) => d ? Array.from({length: 50}, () => ({next: make(d - 1)})) : 'leaf'; return "
      "make(3); })()");
  EXPECT_LT(base::DumpJson(ToJson(graph)).size(), 400000u);
  EXPECT_NE(base::DumpJson(ToJson(graph)).find("\"cut\""), std::string::npos);
}

TEST(Describe, MethodsOwnAndInherited) {
  const Value instance = DescribeOne(
      "new (class B extends class A { base() {} } { constructor() { super(); this.own = () => {}; this.x = 1; } top() "
      "{} "
      "get g() { throw 1; } })()",
      true);
  EXPECT_EQ(instance.methods, (std::vector<std::string>{"own", "top", "base"}));
  EXPECT_EQ(DescribeOne("Promise.resolve()", true).methods, (std::vector<std::string>{"then", "catch", "finally"}));
  EXPECT_TRUE(DescribeOne("[1]", true).methods.empty());
  EXPECT_TRUE(DescribeOne("'text'", true).methods.empty());
  EXPECT_TRUE(DescribeOne("new Map()", true).methods.empty());
}

TEST(Describe, PatchedBuiltInsDoNotMatter) {
  const DecodedLog log = DescribeAll({{{"code", R"((() => {
    const bomb = () => { throw new Error('patched'); };
    const doomed = [];
    for (const C of [Array, Object, Function, String, Map, Set, Promise, Symbol, WeakMap, Date, RegExp, Uint8Array, Buffer, Error,
                     Object.getPrototypeOf(Uint8Array), JSON, Reflect, Number]) {
      for (const holder of [C, C.prototype]) {
        for (const key of holder ? Reflect.ownKeys(holder) : []) {
          const property = Reflect.getOwnPropertyDescriptor(holder, key);
          if (key !== 'constructor' && property.configurable && typeof property.value === 'function') doomed.push([holder, key]);
        }
      }
    }
    const {defineProperty} = Reflect;
    for (let i = 0; i < doomed.length; i++) defineProperty(doomed[i][0], doomed[i][1], {value: bomb, configurable: true});
    defineProperty(Object.prototype, 'get', {value: undefined, configurable: true, writable: true});
    return {list: [1, 'two', , new Map()], re: /x/g, when: new Date(5), bytes: new Uint8Array(1), later: new Promise(() => {})};
  })())"}}});
  ASSERT_TRUE(log.intact);
  ASSERT_EQ(log.events.size(), 1u);
  EXPECT_EQ(
      base::DumpJson(ToJson(log.events[0].values[0])),
      R"({"k":"object","c":"Object","p":[["list",{"k":"array","c":"Array","i":[{"k":"number","n":1},{"k":"string","t":"two"},)"
      R"({"k":"hole"},{"k":"map","c":"Map"}]}],["re",{"k":"regexp","t":"x","c":"g"}],["when",{"k":"date","n":5}],)"
      R"(["bytes",{"k":"bytes","t":"AA==","c":"Uint8Array"}],["later",{"k":"promise","t":"pending","c":"Promise"}]]})");
}

}  // namespace
}  // namespace kingbird::runtime
